/** The tables of `contract/`, and how what follows from them is written. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const ROOT = new URL("../../", import.meta.url);
export const NOTICE = "Written by tools/contract.mjs from contract/; change it there.";

export function read(path) {
  return readFileSync(new URL(path, ROOT), "utf8");
}

export function table(name) {
  return parse(read(`contract/${name}.yaml`), { merge: true });
}

const COLUMNS = 100;
const NAME = /^\w+$/;

/** A constant for the hosts. */
export function constant(name, value) {
  const head = `export const ${name} = `;
  return `${head}${literal(value, 0, head.length + " as const;".length)} as const;\n`;
}

/** On one line where that has room; `besides` are the columns of what is on its first line. */
function literal(value, indent, besides) {
  const entries = entriesOf(value);
  if (entries === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : ["{ ", " }"];
  const flat = entries.map(([key, entry]) => key + literal(entry, 0, -Infinity));
  const line = entries.length === 0 ? open.trim() + close.trim() : open + flat.join(", ") + close;
  if (besides + line.length <= COLUMNS) return line;
  const inner = " ".repeat(indent + 2);
  const isPlain = Array.isArray(value) && value.every((each) => entriesOf(each) === null);
  const rows = isPlain
    ? filled(flat, COLUMNS - inner.length)
    : entries.map(
        ([key, entry]) => key + literal(entry, indent + 2, inner.length + key.length + 1),
      );
  const body = rows.map((row) => inner + row).join(",\n");
  return `${open.trim()}\n${body}\n${" ".repeat(indent)}${close.trim()}`;
}

/** What is before each entry, and the entry; null for a text, a number and the like. */
function entriesOf(value) {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return value.map((entry) => ["", entry]);
  return Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => [`${NAME.test(key) ? key : JSON.stringify(key)}: `, entry]);
}

/** As many on a line as there is room for. */
function filled(words, columns) {
  const lines = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length + 3 <= columns) {
      lines[lines.length - 1] = `${line}, ${word}`;
    } else lines.push(word);
  }
  return lines;
}
