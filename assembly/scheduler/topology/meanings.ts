/** Which counters mean which groups of pods, and the counts of those that do. */
import { matchesLabels } from "../../filters/labels.ts";
import { allocate } from "../../objects/allocation.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { podAt } from "../../objects/model/pod.ts";
import { TermWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { NO_TEXT } from "../../objects/model/text.ts";
import { positionOf } from "../model/snapshot.ts";
import {
  addTo,
  Counter,
  CounterKind,
  CounterWord,
  counterAt,
  counterCount,
  findCounter,
  makeCounter,
} from "./counters.ts";
import { groupAt, groupCount, groupLabels, groupNamespace, isDeletingGroup } from "./groups.ts";
import { countersWith, groupsFor, isOpen, linkCounter, linkedRow, nextLink } from "./pairs.ts";
import { matchesAllTerms, matchesTerm } from "./terms.ts";

const LIST_MIN: u32 = 4;

/** A counter of pods that match or are selected, counted; NO_ROW after a failure. */
export function countedOf(words: u32, included: usize): u32 {
  const known = findCounter(words);
  if (known != NO_ROW) return known;
  const row = newCounter(words, included);
  if (row == NO_ROW) return NO_ROW;
  const counter = counterAt(row);
  const selector = selectorOf(words);
  if (isOpen(selector)) {
    for (let group: u32 = 0; group < groupCount(); group++) countGroup(counter, group);
  } else {
    for (let link = groupsFor(selector); link != 0; link = nextLink(link)) {
      countGroup(counter, linkedRow(link));
    }
  }
  return row;
}

/** A counter that counts nothing yet and that groups will hear of; NO_ROW after a failure. */
export function newCounter(words: u32, included: usize): u32 {
  const row = makeCounter(words, included);
  return row != NO_ROW && linkCounter(selectorOf(words), row) ? row : NO_ROW;
}

/** A selector that the labels of every pod meet that a counter means. */
function selectorOf(words: u32): u32 {
  const subject = wordOf(words, CounterWord.Subject);
  switch (wordOf(words, CounterWord.Kind)) {
    case CounterKind.Matching:
      return listCount(subject) == 0 ? 0 : wordOf(wordOf(subject, 0), TermWord.Selector);
    case CounterKind.Owning:
      return wordOf(subject, TermWord.Selector);
    default:
      return subject;
  }
}

function countGroup(counter: Counter, group: u32): void {
  if (!means(counter.words, group)) return;
  for (let link = groupAt(group).firstPod; link != 0; ) {
    const pod = podAt(link - 1);
    if (pod.node != 0) countPod(counter, positionOf(pod.node - 1), 1);
    link = pod.nextOfGroup;
  }
}

/** Counts a pod that was placed on a node or removed from it. */
function countPod(counter: Counter, position: u32, sign: i32): void {
  if (counter.included != 0 && load<u8>(counter.included + position) == 0) return;
  addTo(counter, position, sign);
}

/** Every counter of pods that match or are selected hears of a pod; false after a failure. */
export function notePod(group: u32, position: u32, sign: i32): bool {
  if (!askCounters(group)) return false;
  for (let index: u32 = 0; index < meaningCount(group); index++) {
    const counter = counterAt(meaningAt(group, index));
    if (wordOf(counter.words, CounterWord.Kind) == CounterKind.Owning) continue;
    countPod(counter, position, sign);
  }
  return true;
}

/** Asks the counters that are new to a group; false after a failure. */
export function askCounters(group: u32): bool {
  const asked = groupAt(group).asked;
  if (asked == counterCount()) return true;
  if (!askLinked(group, countersWith(NO_TEXT, NO_TEXT), asked)) return false;
  const labels = groupLabels(group);
  for (let at: u32 = 0; at < listCount(labels); at += 2) {
    const link = countersWith(wordOf(labels, at), wordOf(labels, at + 1));
    if (!askLinked(group, link, asked)) return false;
  }
  groupAt(group).asked = counterCount();
  return true;
}

/** The newest counters come first. */
function askLinked(group: u32, link: u32, asked: u32): bool {
  for (; link != 0 && linkedRow(link) >= asked; link = nextLink(link)) {
    const row = linkedRow(link);
    if (means(counterAt(row).words, group) && !addMeaning(group, row)) return false;
  }
  return true;
}

function addMeaning(row: u32, counter: u32): bool {
  const group = groupAt(row);
  if (group.counterCount == group.counterCapacity) {
    const capacity = max(LIST_MIN, group.counterCapacity * 2);
    const at = allocate(usize(capacity) * 4);
    if (at == 0) return false;
    memory.copy(at, group.counters, usize(group.counterCount) * 4);
    group.counters = u32(at);
    group.counterCapacity = capacity;
  }
  store<u32>(group.counters + (group.counterCount++ << 2), counter);
  return true;
}

/** Counters that mean a group, of those that were asked. */
export function meaningCount(group: u32): u32 {
  return groupAt(group).counterCount;
}

export function meaningAt(group: u32, index: u32): u32 {
  return load<u32>(groupAt(group).counters + (index << 2));
}

function means(words: u32, group: u32): bool {
  const subject = wordOf(words, CounterWord.Subject);
  const from = wordOf(words, CounterWord.Namespace);
  const namespace = groupNamespace(group);
  const labels = groupLabels(group);
  switch (wordOf(words, CounterWord.Kind)) {
    case CounterKind.Matching:
      return matchesAllTerms(subject, from, namespace, labels);
    case CounterKind.Owning:
      return matchesTerm(subject, from, namespace, labels, false);
    default:
      // A selector without requirements selects all pods, and counts as none here.
      return (
        subject != 0 &&
        namespace == from &&
        !isDeletingGroup(group) &&
        matchesLabels(subject, labels)
      );
  }
}
