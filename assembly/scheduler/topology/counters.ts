/**
 * Placed pods, counted by domain, and kept counted as pods come and go. A counter is known by
 * the list of its words.
 *
 * Kinds: pods that match all terms of a list; pods that a selector selects, on nodes that a spread
 * constraint includes; and pods that own a term.
 */
import { allocate } from "../../objects/allocation.ts";
import { internList, wordOf } from "../../objects/model/list.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";
import { nodeCount } from "../model/snapshot.ts";
import { columnOf, domainCount, numberAt, numbersOf } from "./columns.ts";

export enum CounterKind {
  /** Pods that match all of a list of terms. */
  Matching = 0,
  /** Pods that a selector selects, in one namespace, that are not being deleted. */
  Selected,
  /** Pods that own a term; matching is asked of the pod that is scheduled. */
  Owning,
}

/** What a counter is known by. */
export enum CounterWord {
  Kind = 0,
  /** Terms, or the set of requirements, or one term. */
  Subject,
  /** The namespace of the pod that asks, or that owns. */
  Namespace,
  /** The topology key; 0 for the node itself. */
  Key,
  /** For Owning: which terms these are, a `SpecWord`. For Selected: what includes nodes. */
  Role,
  End,
}

@unmanaged
export class Counter {
  zero: u32;
  words: u32;
  column: u32;
  /** Counts by domain, from 1 on. */
  counts: u32;
  /** Nodes that count, a byte each by position; 0 for all. */
  included: u32;
  /** Pods that are counted. */
  total: i32;
  /** Domains with a node that counts, a byte each; how many they are. Of `included` only. */
  eligible: u32;
  eligibleCount: u32;
}

const COUNTER_BYTES: usize = offsetof<Counter>();
const counters = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));
const WORDS: usize = memory.data(4 * CounterWord.End, 4);

export function forgetCounters(): void {
  forgetTable(counters);
  forgetIndex(INDEX);
}

export function startCounters(): void {
  cutTable(counters, 0);
  forgetIndex(INDEX);
}

export function counterCount(): u32 {
  return counters.count;
}

export function counterAt(row: u32): Counter {
  return changetype<Counter>(rowAt(counters, row));
}

/** @inline */
export function countIn(counter: Counter, domain: u32): i32 {
  return load<i32>(counter.counts + (domain << 2));
}

/** The words of a counter, as an interned list. */
export function wordsOf(kind: CounterKind, subject: u32, namespace: u32, key: u32, role: u32): u32 {
  store<u32>(WORDS + (CounterWord.Kind << 2), kind);
  store<u32>(WORDS + (CounterWord.Subject << 2), subject);
  store<u32>(WORDS + (CounterWord.Namespace << 2), namespace);
  store<u32>(WORDS + (CounterWord.Key << 2), key);
  store<u32>(WORDS + (CounterWord.Role << 2), role);
  return internList(WORDS, CounterWord.End);
}

export function findCounter(words: u32): u32 {
  return findRow(INDEX, counters, 0, words);
}

/** A counter that counts nothing yet, or NO_ROW after a failure. */
export function makeCounter(words: u32, included: usize): u32 {
  const column = columnOf(wordOf(words, CounterWord.Key));
  if (column == NO_ROW) return NO_ROW;
  const counts = allocate(usize(domainCount(column) + 1) * 4);
  const at = appendRow(counters, COUNTER_BYTES);
  if (at == 0 || counts == 0) return NO_ROW;
  const counter = changetype<Counter>(at);
  counter.words = words;
  counter.column = column;
  counter.counts = u32(counts);
  counter.included = u32(included);
  if (included != 0 && !findEligible(counter)) return NO_ROW;
  return indexRow(INDEX, counters, counters.count - 1) ? counters.count - 1 : NO_ROW;
}

function findEligible(counter: Counter): bool {
  const eligible = allocate(usize(domainCount(counter.column)) + 1);
  if (eligible == 0) return false;
  counter.eligible = u32(eligible);
  const numbers = numbersOf(counter.column);
  for (let position: u32 = 0; position < nodeCount; position++) {
    const domain = numberAt(numbers, position);
    if (domain == 0 || load<u8>(counter.included + position) == 0) continue;
    if (load<u8>(eligible + usize(domain)) == 0) counter.eligibleCount++;
    store<u8>(eligible + usize(domain), 1);
  }
  return true;
}

/**
 * The fewest pods in a domain that counts; without such a domain more than any skew. One domain
 * may count `shift` more than are there.
 */
export function fewestIn(counter: Counter, shifted: u32, shift: i32): i64 {
  let fewest: i64 = i32.MAX_VALUE;
  const end = domainCount(counter.column);
  for (let domain: u32 = 1; domain <= end; domain++) {
    if (load<u8>(counter.eligible + domain) == 0) continue;
    const count = countIn(counter, domain) + (domain == shifted ? shift : 0);
    fewest = min(fewest, i64(count));
  }
  return fewest;
}

export function addTo(counter: Counter, position: u32, sign: i32): void {
  const domain = numberAt(numbersOf(counter.column), position);
  if (domain == 0) return;
  const at = counter.counts + (domain << 2);
  store<i32>(at, load<i32>(at) + sign);
  counter.total += sign;
}

/** Bytes by position that say which nodes count. */
export function newInclusion(): usize {
  return allocate(usize(nodeCount));
}
