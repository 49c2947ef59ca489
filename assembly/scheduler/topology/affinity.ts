/**
 * InterPodAffinity: terms of the pod that is scheduled against placed pods, and terms of those
 * against it.
 *
 * ```
 *  entry: 0         4        8
 *         ┌─────────┬────────┬────────┐
 *         │ numbers │ counts │ weight │   domains by position, counts by domain
 *         └─────────┴────────┴────────┘
 * ```
 */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { Pod } from "../../objects/model/pod.ts";
import { SpecWord, specWord, TermWord } from "../../objects/model/podSpec.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { Profile } from "../model/profile.ts";
import { SchedulerReason } from "../reasons.ts";
import { numberAt, numbersOf } from "./columns.ts";
import { Counter, CounterKind, CounterWord, counterAt, counterCount, wordsOf } from "./counters.ts";
import { askCounters, countedOf, meaningAt, meaningCount } from "./meanings.ts";
import { matchesAllTerms } from "./terms.ts";

export enum AffinityRefusal {
  None = 0,
  Affinity,
  AntiAffinity,
  Existing,
}

const ENTRY_BYTES: usize = 12;
const ENTRIES_MAX: u32 = 8192;
const ENTRIES = changetype<Region>(memory.data(8, 4));

let entries: usize = 0;
let entryCount: u32 = 0;
/** Where entries of the three rules of the filter end, and where those of the score begin. */
let affinityEnd: u32 = 0;
let antiEnd: u32 = 0;
let existingEnd: u32 = 0;
/** No pod matches the required terms yet, but this one itself does. */
let isFirst: bool = false;
let hasFailed: bool = false;
/** Whether terms that no pod has are among the entries. */
let hasAllTerms: bool = false;
/** Counters that there were when the entries were made: a pod that is nominated may bring one. */
let counted: u32 = 0;
/** Whether a term met any pod: without one the plugin does not score. */
export let scoresAffinity: bool = false;

export function forgetAffinity(): void {
  forgetRegion(ENTRIES);
  entries = 0;
}

function addEntry(row: u32, weight: i32): void {
  if (row == NO_ROW || entryCount == ENTRIES_MAX) {
    hasFailed = true;
    if (row != NO_ROW) fail(Status.TableFull, SchedulerReason.Terms, 0);
    return;
  }
  const counter = counterAt(row);
  const at = entries + usize(entryCount++) * ENTRY_BYTES;
  store<u32>(at, u32(numbersOf(counter.column)));
  store<u32>(at, counter.counts, 4);
  store<i32>(at, weight, 8);
}

/** Prepares the filter; false after a failure. */
export function startAffinity(pod: Pod, group: u32): bool {
  return prepare(pod, group, false);
}

/**
 * Prepares it again within a cycle, after pods came or left. From the second time on only the
 * counts are others: with 5,000 terms on 5,000 nodes, entries made for each trial took seconds.
 */
export function restartAffinity(pod: Pod, group: u32): void {
  if (hasAllTerms && counterCount() == counted) findWhetherFirst(pod);
  else prepare(pod, group, true);
}

/** With `allTerms` also entries of those that no pod there has, until one comes. */
function prepare(pod: Pod, group: u32, allTerms: bool): bool {
  if (entries == 0) entries = takeRegion(ENTRIES, ENTRY_BYTES * usize(ENTRIES_MAX));
  if (entries == 0) return false;
  entryCount = 0;
  hasFailed = false;
  hasAllTerms = allTerms;
  const terms = specWord(pod.spec, SpecWord.AffinityTerms);
  for (let index: u32 = 0; index < listCount(terms); index++) {
    addEntry(requiredCounter(pod, terms, index), 1);
  }
  findWhetherFirst(pod);
  affinityEnd = entryCount;
  addOwn(pod, SpecWord.AntiAffinityTerms, -1);
  antiEnd = entryCount;
  if (!askCounters(group)) return false;
  for (let index: u32 = 0; index < meaningCount(group); index++) {
    const row = meaningAt(group, index);
    const counter = counterAt(row);
    if (roleOf(counter) != SpecWord.AntiAffinityTerms) continue;
    if (counter.total != 0 || allTerms) addEntry(row, -1);
  }
  existingEnd = entryCount;
  counted = counterCount();
  return !hasFailed;
}

/** The counter of pods that match all required terms, in the topology of one of them. */
function requiredCounter(pod: Pod, terms: u32, index: u32): u32 {
  const key = wordOf(wordOf(terms, index), TermWord.TopologyKey);
  return countedOf(wordsOf(CounterKind.Matching, terms, pod.namespace, key, 0), 0);
}

function findWhetherFirst(pod: Pod): void {
  isFirst = false;
  const terms = specWord(pod.spec, SpecWord.AffinityTerms);
  if (terms == 0) return;
  for (let index: u32 = 0; index < listCount(terms); index++) {
    const row = requiredCounter(pod, terms, index);
    if (row != NO_ROW && counterAt(row).total != 0) return;
  }
  isFirst = matchesAllTerms(terms, pod.namespace, pod.namespace, pod.labels);
}

/** Entries of the pod's own terms, each on its own. */
function addOwn(pod: Pod, role: SpecWord, sign: i32): void {
  const terms = specWord(pod.spec, role);
  for (let index: u32 = 0; index < listCount(terms); index++) {
    const term = wordOf(terms, index);
    const list = beginList();
    push(term);
    const one = endList(list);
    const key = wordOf(term, TermWord.TopologyKey);
    const row = countedOf(wordsOf(CounterKind.Matching, one, pod.namespace, key, 0), 0);
    if (row != NO_ROW && counterAt(row).total > 0) scoresAffinity = true;
    addEntry(row, sign * i32(wordOf(term, TermWord.Weight)));
  }
}

/** Which terms of owners a counter counts; 0 for one that does not count owners. */
function roleOf(counter: Counter): u32 {
  if (wordOf(counter.words, CounterWord.Kind) != CounterKind.Owning) return 0;
  return wordOf(counter.words, CounterWord.Role);
}

/** Whether the filter has anything to say. */
export function filtersByAffinity(): bool {
  return existingEnd != 0;
}

/** Pods that an entry counts in a node's domain; -1 for a node without the label. @inline */
function countAt(index: u32, position: u32): i32 {
  const at = entries + usize(index) * ENTRY_BYTES;
  const domain = numberAt(load<u32>(at), position);
  return domain == 0 ? -1 : load<i32>(load<u32>(at, 4) + (domain << 2));
}

/** The rule that refuses a node. */
export function affinityRefusal(position: u32): AffinityRefusal {
  let areThere = true;
  for (let index: u32 = 0; index < affinityEnd; index++) {
    const count = countAt(index, position);
    // Every topology label has to be there, also for the first pod of a series.
    if (count < 0) return AffinityRefusal.Affinity;
    if (count == 0) areThere = false;
  }
  if (!areThere && !isFirst) return AffinityRefusal.Affinity;
  for (let index = affinityEnd; index < antiEnd; index++) {
    if (countAt(index, position) > 0) return AffinityRefusal.AntiAffinity;
  }
  for (let index = antiEnd; index < existingEnd; index++) {
    if (countAt(index, position) > 0) return AffinityRefusal.Existing;
  }
  return AffinityRefusal.None;
}

/** Prepares the score; false after a failure. */
export function startAffinityScore(pod: Pod, group: u32, profile: Profile): bool {
  scoresAffinity = false;
  entryCount = existingEnd;
  addOwn(pod, SpecWord.PreferredAffinityTerms, 1);
  addOwn(pod, SpecWord.PreferredAntiAffinityTerms, -1);
  if (profile.ignoresPreferredTerms != 0 && entryCount == existingEnd) return !hasFailed;
  if (!askCounters(group)) return false;
  for (let index: u32 = 0; index < meaningCount(group); index++) {
    const row = meaningAt(group, index);
    const counter = counterAt(row);
    const weight = weightOfOwners(counter, profile);
    if (weight == 0 || counter.total == 0) continue;
    scoresAffinity = true;
    addEntry(row, weight);
  }
  return !hasFailed;
}

function weightOfOwners(counter: Counter, profile: Profile): i32 {
  const role = roleOf(counter);
  if (role == 0) return 0;
  const weight = i32(wordOf(wordOf(counter.words, CounterWord.Subject), TermWord.Weight));
  if (role == SpecWord.AffinityTerms) return profile.hardPodAffinityWeight;
  if (role == SpecWord.PreferredAffinityTerms) return weight;
  return role == SpecWord.PreferredAntiAffinityTerms ? -weight : 0;
}

/** The sum of weights of the terms that meet pods in a node's domains. */
export function rawAffinity(position: u32): i64 {
  let sum: i64 = 0;
  for (let index = existingEnd; index < entryCount; index++) {
    const at = entries + usize(index) * ENTRY_BYTES;
    const domain = numberAt(load<u32>(at), position);
    if (domain == 0) continue;
    sum += i64(load<i32>(load<u32>(at, 4) + (domain << 2))) * i64(load<i32>(at, 8));
  }
  return sum;
}
