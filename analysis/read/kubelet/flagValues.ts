import { ConfigurationError } from "./error.ts";
import type { Flag } from "./flags.ts";
import type { FlagKind, FlagRow } from "./flagTable.ts";

/**
 * Adds one occurrence of a flag to what its earlier occurrences made, in place: a flag may occur a
 * hundred thousand times. Throws a bare reason.
 */
type Read = (text: string, before: unknown) => unknown;

const TRUE = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE = new Set(["0", "f", "F", "false", "FALSE", "False"]);
const INTEGER = /^[+-]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const INT32_MAX = 2 ** 31 - 1;

const READ: Readonly<Record<FlagKind, Read>> = {
  langleMap: (text, before) => pairs(text, before, "<", "string<string", (value) => value),
  map: (text, before) => pairs(text, before, "=", "string=string", (value) => value),
  booleanMap: (text, before) => pairs(text, before, "=", "string=bool", boolean),
  text: (text) => text,
  integer,
  boolean,
  list: (text, before = []) => {
    const list = before as string[];
    for (const item of text === "" ? [] : csv(text)) list.push(item);
    return list;
  },
};

/**
 * The value a flag has after all its occurrences: maps and lists grow, the first occurrence clears
 * what the file said, others replace. The kubelet's syntax and its words for a malformed pair.
 */
export function valueOfFlags(occurrences: readonly Flag[], row: FlagRow): unknown {
  let value: unknown;
  for (const flag of occurrences) {
    const text = flag.value ?? "true";
    try {
      value = READ[row.kind](text, value);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new ConfigurationError(
        `--${flag.name} ${JSON.stringify(text)}: ${error.message}; ` +
          `write it like --${flag.name}='${row.example}'.`,
      );
    }
  }
  return value instanceof Map ? Object.fromEntries(value) : value;
}

function pairs(
  text: string,
  before: unknown,
  separator: string,
  expected: string,
  read: (text: string) => unknown,
): ReadonlyMap<string, unknown> {
  const map = (before ?? new Map()) as Map<string, unknown>;
  for (const pair of text.split(",")) {
    if (pair === "") continue;
    const at = pair.indexOf(separator);
    if (at < 0) throw new SyntaxError(`malformed pair, expect ${expected}`);
    map.set(pair.slice(0, at).trim(), read(pair.slice(at + 1).trim()));
  }
  return map;
}

/** pflag reads a list as one record of CSV: quotes hold commas together, and are removed. */
function csv(text: string): string[] {
  const record = text.split(/\r?\n/)[0] ?? "";
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  const fields: string[] = [];
  for (;;) {
    const found = field.exec(record);
    if (found === null) throw new SyntaxError(`the quotes of ${JSON.stringify(text)} do not match`);
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === "") return fields;
  }
}

function boolean(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new SyntaxError(`${JSON.stringify(text)} is neither true nor false`);
}

/** As in Go: 0x, 0b, 0o, a leading 0 for octal, and underscores between digits. */
function integer(text: string): number {
  const plain = text.replace(/(?<=\w)_(?=[0-9a-fA-F])/g, "");
  if (!INTEGER.test(plain)) throw new SyntaxError(`${JSON.stringify(text)} is not an integer`);
  const digits = plain.replace(/^[+-]/, "").replace(/^0(?=[0-7])/, "0o");
  const value = Number(digits) * (text.startsWith("-") ? -1 : 1);
  if (value > INT32_MAX || value < -INT32_MAX - 1) {
    throw new SyntaxError(`${text} is out of the range of 32 bits`);
  }
  return value;
}
