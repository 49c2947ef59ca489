/** Lines of a help text, at the width of the terminal. */
import { hang } from "../../../analysis/present/terminal/wrap.ts";

/** How a line of a command ends that goes on. */
const CONTINUED = " \\";

/** Paragraphs whose lines are filled again where one is too long; what is indented is a list. */
export function wrapped(text: string, columns: number): string[] {
  return text.split("\n\n").flatMap((paragraph, index) => {
    const lines = paragraph.split("\n");
    const fits = lines.every((line) => line.length <= columns);
    const shown = fits ? lines : lines.reduce(joined, []).flatMap((line) => broken(line, columns));
    return index === 0 ? shown : ["", ...shown];
  });
}

/** Joins a line of prose, or one that a shell continues, to the one before it. */
function joined(before: string[], line: string): string[] {
  const last = before.at(-1);
  if (last?.endsWith(CONTINUED)) {
    return [...before.slice(0, -1), `${last.slice(0, -CONTINUED.length)} ${line.trim()}`];
  }
  if (last === undefined || /^ |^$/.test(line) || /^ /.test(last)) return [...before, line];
  return [...before.slice(0, -1), `${last} ${line}`];
}

const COMMAND = /^ +(?:kubectl|plimsoll) .*/;

function broken(line: string, columns: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  if (!COMMAND.test(line)) return line === "" ? [""] : hang(indent, line, columns);
  return wrapCommand(line.trim(), columns, indent);
}

/** Words of a command line: a quoted one may have blanks. */
const WORDS = /(?:'[^']*'|"[^"]*"|\S)+/g;

/** A command line that a shell reads as one, however many lines it has. */
export function wrapCommand(command: string, columns: number, indent: string): string[] {
  if (indent.length + command.length <= columns) return [indent + command];
  const [line = "", comment] = command.split(/ +(?=# )/);
  const above = comment === undefined ? [] : hang(indent, comment, columns);
  const lines: string[] = [];
  let last = indent;
  for (const word of line.match(WORDS) ?? []) {
    const isFirst = last.trim() === "";
    if (!isFirst && last.length + 1 + word.length > columns - CONTINUED.length) {
      lines.push(last + CONTINUED);
      // A long word needs the room of the indent.
      const fits = indent.length + 2 + word.length <= columns - CONTINUED.length;
      last = fits ? `${indent}  ${word}` : indent + word;
    } else {
      last = isFirst ? last + word : `${last} ${word}`;
    }
  }
  return [...above, ...lines, last];
}
