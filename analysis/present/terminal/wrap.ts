/**
 * Breaks a text at its spaces into lines of at most `columns`. A longer word gets its own line, and
 * is broken after commas, where it has some.
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/\s+/)) {
    for (const [index, part] of partsOf(word, columns).entries()) {
      if (line !== "" && (index > 0 || line.length + 1 + part.length > columns)) {
        lines.push(line);
        line = part;
      } else {
        line = line === "" ? part : `${line} ${part}`;
      }
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

const ENTRY = /[^,]*,|[^,]+$/g;

/** The word, or as many entries of a list as fit into a line. */
function partsOf(word: string, columns: number): readonly string[] {
  if (word.length <= columns) return [word];
  const parts: string[] = [];
  for (const entry of word.match(ENTRY) ?? []) {
    const last = parts.at(-1);
    if (last === undefined || last.length + entry.length > columns) parts.push(entry);
    else parts[parts.length - 1] = last + entry;
  }
  return parts;
}

/** The text under a hanging indent: the first line begins with `first`, the others below it. */
export function hang(first: string, text: string, columns: number): string[] {
  const indent = " ".repeat(first.length);
  return wrap(text, columns - first.length).map((line, index) =>
    index === 0 ? first + line : indent + line,
  );
}
