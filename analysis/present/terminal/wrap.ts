/** Breaks a text at its spaces into lines of at most `columns`; a longer word gets its own line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** The text under a hanging indent: the first line begins with `first`, the others below it. */
export function hang(first: string, text: string, columns: number): string[] {
  const indent = " ".repeat(first.length);
  return wrap(text, columns - first.length).map((line, index) =>
    index === 0 ? first + line : indent + line,
  );
}

/** Cuts in the middle, where names differ least: their beginning and end distinguish them. */
export function shorten(text: string, columns: number): string {
  if (text.length <= columns) return text;
  if (columns <= 1) return "…".slice(0, columns);
  const tail = Math.floor((columns - 1) / 2);
  return `${text.slice(0, columns - 1 - tail)}…${tail === 0 ? "" : text.slice(-tail)}`;
}
