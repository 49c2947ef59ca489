/**
 * Label pairs, each with the counters whose selector asks for it and the groups of pods that have
 * it: thousands of selectors and groups meet here, and most name a pair. Counters that ask for no
 * single value have a separate pair.
 *
 * ```
 *  pair: 0     4       8          12       16        link: row, next
 *        ┌─────┬───────┬──────────┬────────┐
 *        │ key │ value │ counters │ groups │         links, plus 1; the newest first
 *        └─────┴───────┴──────────┴────────┘
 * ```
 */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { Operator } from "../../objects/model/podSpec.ts";
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

const PAIR_BYTES: usize = 16;
const COUNTERS: usize = 8;
const GROUPS: usize = 12;
const LINK_BYTES: usize = 8;
const pairs = changetype<Table>(memory.data(16, 4));
const links = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetPairs(): void {
  forgetTable(pairs);
  forgetTable(links);
  forgetIndex(INDEX);
}

export function startPairs(): void {
  cutTable(pairs, 0);
  cutTable(links, 0);
  forgetIndex(INDEX);
}

let pairKey: u32 = NO_TEXT;
let pairValue: u32 = NO_TEXT;

/** Sets the pair that a selector's labels must have; NO_TEXT where it asks for no single value. */
function choosePair(selector: u32): void {
  pairKey = NO_TEXT;
  pairValue = NO_TEXT;
  for (let index: u32 = 0; index < listCount(selector); index++) {
    const requirement = wordOf(selector, index);
    const values = wordOf(requirement, 2);
    if (wordOf(requirement, 1) != Operator.In || listCount(values) != 1) continue;
    pairKey = wordOf(requirement, 0);
    pairValue = wordOf(values, 0);
    return;
  }
}

/** Adds a row to one of the lists of a pair; false after a failure. */
function addLink(key: u32, value: u32, list: usize, row: u32): bool {
  let pair = findRow(INDEX, pairs, key, value);
  if (pair == NO_ROW) {
    const at = appendRow(pairs, PAIR_BYTES);
    if (at == 0) return false;
    store<u32>(at, key);
    store<u32>(at, value, 4);
    pair = pairs.count - 1;
    if (!indexRow(INDEX, pairs, pair)) return false;
  }
  const link = appendRow(links, LINK_BYTES);
  if (link == 0) return false;
  const head = rowAt(pairs, pair) + list;
  store<u32>(link, row);
  store<u32>(link, load<u32>(head), 4);
  store<u32>(head, links.count);
  return true;
}

function firstLink(key: u32, value: u32, list: usize): u32 {
  const pair = findRow(INDEX, pairs, key, value);
  return pair == NO_ROW ? 0 : load<u32>(rowAt(pairs, pair) + list);
}

/** Takes note of a counter by its selector; false after a failure. */
export function linkCounter(selector: u32, counter: u32): bool {
  choosePair(selector);
  return addLink(pairKey, pairValue, COUNTERS, counter);
}

/** Takes note of a group by its labels; false after a failure. */
export function linkGroup(labels: u32, group: u32): bool {
  for (let at: u32 = 0; at < listCount(labels); at += 2) {
    if (!addLink(wordOf(labels, at), wordOf(labels, at + 1), GROUPS, group)) return false;
  }
  return true;
}

/** The first link of counters that ask for a pair; of NO_TEXT, of those that ask for none. */
export function countersWith(key: u32, value: u32): u32 {
  return firstLink(key, value, COUNTERS);
}

/** Whether a selector leaves open which groups it may mean. */
export function isOpen(selector: u32): bool {
  choosePair(selector);
  return pairKey == NO_TEXT;
}

/** The first link of groups that a selector may mean. */
export function groupsFor(selector: u32): u32 {
  choosePair(selector);
  return firstLink(pairKey, pairValue, GROUPS);
}

export function linkedRow(link: u32): u32 {
  return load<u32>(rowAt(links, link - 1));
}

export function nextLink(link: u32): u32 {
  return load<u32>(rowAt(links, link - 1), 4);
}
