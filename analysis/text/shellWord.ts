/** A text as one word of a command that a person may copy into a shell, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** The same in single quotes, also where none are needed. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
