/** How much of a document is shown: one rule for all of them. */
import { formatBytes } from "../text/amount.ts";
import {
  type Bytes,
  type Cut,
  type Names,
  type Part,
  partsOf,
  type Sign,
  type Text,
} from "../text/document.ts";
import { formatNames } from "../text/names.ts";

/** What the reader asked for. */
export interface View {
  /** Every row and every name. */
  readonly all: boolean;
  /** Rows that are shown of a table or a list, at each end that it keeps; 12 unless told. */
  readonly rows?: number;
  /** Fixes that are shown; 3 unless told. */
  readonly fixes?: number;
  /** Commands of the last lines. Default: no limit. */
  readonly commands?: number;
  /** What is assumed, of which the first is shown. Default: no limit. */
  readonly assumed?: number;
  /** Lines for the entries of a list together; at least one entry is shown. Default: no limit. */
  readonly entryLines?: number;
  /** Lines of a first screen; 23 unless told. */
  readonly lines?: number;
}

const ROWS_MAX = 12;
export const NAMES_MAX = 5;

export interface Shown<T> {
  readonly head: readonly T[];
  /** How many rows are left out between head and tail. */
  readonly hidden: number;
  readonly tail: readonly T[];
}

export function shown<T>(
  items: readonly T[],
  cut: Cut = "end",
  { all, rows = ROWS_MAX }: View,
  isKept: (item: T) => boolean = () => false,
): Shown<T> {
  const ends = cut === "middle" ? 2 : 1;
  if (all || cut === "none" || items.length <= ends * rows) {
    return { head: items, hidden: 0, tail: [] };
  }
  const head = items.slice(0, rows);
  const rest = items.slice(rows);
  const tail = cut === "middle" ? rest.slice(-rows) : rest.filter(isKept);
  return { head, hidden: rest.length - tail.length, tail };
}

type WrittenPart = Exclude<Part, Names | Bytes | Sign>;

/** A text whose amounts are written, and whose names are those that are shown. */
export function written(
  text: Text,
  { all }: View,
  /** The room for names. */
  columns = Number.POSITIVE_INFINITY,
): readonly WrittenPart[] {
  return partsOf(text).map((part): WrittenPart => {
    if (typeof part === "string") return part;
    if ("sign" in part) return part.sign;
    if ("bytes" in part) return formatBytes(part.bytes);
    return "names" in part ? formatNames(part.names, all ? {} : { max: NAMES_MAX, columns }) : part;
  });
}
