/**
 * Topology keys: the domain that each node is in, as numbers from 1 on, by position. 0 is a node
 * without the label. The key 0 means the node itself.
 *
 * ```
 *  column: 0      4      8      12      16         domain: key, value, number
 *          ┌──────┬──────┬──────┬───────┐
 *          │ 0    │ key  │ at   │ count │          at: numbers by position
 *          └──────┴──────┴──────┴───────┘
 * ```
 */
import { allocate } from "../../objects/allocation.ts";
import { valueOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";
import { NO_TEXT } from "../../objects/model/text.ts";
import { nodeCount, nodeRow } from "../model/snapshot.ts";

const COLUMN_BYTES: usize = 16;
const DOMAIN_BYTES: usize = 12;
const columns = changetype<Table>(memory.data(16, 4));
const domains = changetype<Table>(memory.data(16, 4));
const COLUMN_INDEX = changetype<RowIndex>(memory.data(12, 4));
const DOMAIN_INDEX = changetype<RowIndex>(memory.data(12, 4));

/** The key with a different value on every node. */
export const SELF: u32 = 0;

export function forgetColumns(): void {
  forgetTable(columns);
  forgetTable(domains);
  forgetIndex(COLUMN_INDEX);
  forgetIndex(DOMAIN_INDEX);
}

export function startColumns(): void {
  cutTable(columns, 0);
  cutTable(domains, 0);
  forgetIndex(COLUMN_INDEX);
  forgetIndex(DOMAIN_INDEX);
}

/** The column of a key, or NO_ROW after a failure. */
export function columnOf(key: u32): u32 {
  const known = findRow(COLUMN_INDEX, columns, 0, key);
  if (known != NO_ROW) return known;
  const numbers = allocate(usize(nodeCount) * 4);
  const at = appendRow(columns, COLUMN_BYTES);
  if (numbers == 0 || at == 0) return NO_ROW;
  const column = columns.count - 1;
  store<u32>(at, key, 4);
  store<u32>(at, u32(numbers), 8);
  if (!indexRow(COLUMN_INDEX, columns, column)) return NO_ROW;
  let count: u32 = 0;
  for (let position: u32 = 0; position < nodeCount; position++) {
    const number = key == SELF ? ++count : numberOf(key, position, count);
    if (number > count) count = number;
    store<u32>(numbers + (usize(position) << 2), number);
  }
  store<u32>(rowAt(columns, column), count, 12);
  return column;
}

/** The number of a node's value; a new one follows those there are. */
function numberOf(key: u32, position: u32, count: u32): u32 {
  const value = valueOf(nodeAt(nodeRow(position)).labels, key, NO_TEXT);
  if (value == NO_TEXT) return 0;
  const known = findRow(DOMAIN_INDEX, domains, key, value);
  if (known != NO_ROW) return load<u32>(rowAt(domains, known), 8);
  const at = appendRow(domains, DOMAIN_BYTES);
  if (at == 0) return 0;
  store<u32>(at, key);
  store<u32>(at, value, 4);
  store<u32>(at, count + 1, 8);
  indexRow(DOMAIN_INDEX, domains, domains.count - 1);
  return count + 1;
}

/** Numbers by position. */
export function numbersOf(column: u32): usize {
  return load<u32>(rowAt(columns, column), 8);
}

/** Domains of a column. */
export function domainCount(column: u32): u32 {
  return load<u32>(rowAt(columns, column), 12);
}

/** @inline */
export function numberAt(numbers: usize, position: u32): u32 {
  return load<u32>(numbers + (usize(position) << 2));
}

/** The number of the empty value of a key; 0 when no node has it. */
export function emptyNumber(key: u32): u32 {
  const known = findRow(DOMAIN_INDEX, domains, key, 0);
  return known == NO_ROW ? 0 : load<u32>(rowAt(domains, known), 8);
}
