/**
 * PodTopologySpread: hard constraints refuse nodes in a domain too far ahead of the one
 * with the fewest pods; soft ones prefer domains with few.
 */
import { matchesLabels } from "../../filters/labels.ts";
import { matchesNodeAffinity } from "../../filters/nodeAffinity.ts";
import { NO_SCHEDULE_EFFECTS, untoleratedTaint } from "../../filters/taints.ts";
import { beginList, endList, listCount, push, valueOf, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { Pod, PodFlag, podHas } from "../../objects/model/pod.ts";
import { SpecWord, SpreadWord, specWord } from "../../objects/model/podSpec.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral, NO_TEXT } from "../../objects/model/text.ts";
import { decision } from "../model/decision.ts";
import { Profile } from "../model/profile.ts";
import { feasibleAt, nodeCount, nodeRow } from "../model/snapshot.ts";
import { logarithmOf } from "../scores/logarithm.ts";
import { roundHalfAway } from "../scores/resources.ts";
import { columnOf, domainCount, emptyNumber, numberAt, numbersOf, SELF } from "./columns.ts";
import { constraintsOf, hasOwnConstraints, selectorOf, selects } from "./constraints.ts";
import {
  CounterKind,
  counterAt,
  countIn,
  fewestIn,
  findCounter,
  newInclusion,
  wordsOf,
} from "./counters.ts";
import { countedOf } from "./meanings.ts";

export enum SpreadRefusal {
  None = 0,
  Skew,
  MissingLabel,
}

/** A constraint while one pod is scheduled. */
@unmanaged
class Constraint {
  /** Domains by position. */
  numbers: u32;
  counter: u32;
  key: u32;
  isHostname: bool;
  maxSkew: i64;
  /** For a hard constraint: 1 if the pod counts itself; the fewest pods of a domain. */
  self: i64;
  fewest: i64;
  /** For a soft constraint: the weight of a pod. */
  weight: f64;
  /** For a hard constraint: its selector, and by how much the count of a domain is off. */
  selector: u32;
  selects: bool;
  shift: i32;
}

const CONSTRAINT_BYTES: usize = offsetof<Constraint>();
const CONSTRAINTS_MAX: u32 = 32;
const HARD: usize = memory.data(64 * 32, 8);
const SOFT: usize = memory.data(64 * 32, 8);
const STAMPS = changetype<Region>(memory.data(8, 4));

/** Whether some counter leaves nodes out for their taints. */
export let countsTaints: bool = false;
let hardCount: u32 = 0;
let softCount: u32 = 0;
let requiresAll: bool = true;
let stamps: usize = 0;
let stamp: u32 = 0;
/** The position with shifted domains, plus 1. */
let shifted: u32 = 0;

export function forgetSpread(): void {
  forgetRegion(STAMPS);
  stamps = 0;
}

export function startStamps(): bool {
  stamp = 0;
  countsTaints = false;
  stamps = takeRegion(STAMPS, usize(nodeCount) * 4 + 16);
  return stamps != 0;
}

function hardAt(index: u32): Constraint {
  return changetype<Constraint>(HARD + usize(index) * CONSTRAINT_BYTES);
}

function softAt(index: u32): Constraint {
  return changetype<Constraint>(SOFT + usize(index) * CONSTRAINT_BYTES);
}

export function filtersBySpread(): bool {
  return hardCount != 0;
}

export function scoresSpread(): bool {
  return softCount != 0;
}

/** Prepares the filter; false after a failure. */
export function startSpread(pod: Pod, group: u32, profile: Profile): bool {
  hardCount = 0;
  const constraints = constraintsOf(pod, group, profile);
  const keys = keysOf(constraints, true);
  for (let index: u32 = 0; index < listCount(constraints); index++) {
    const words = wordOf(constraints, index);
    if (wordOf(words, SpreadWord.IsHard) == 0 || hardCount == CONSTRAINTS_MAX) continue;
    const constraint = hardAt(hardCount);
    if (!startConstraint(constraint, pod, group, words, keys)) return false;
    constraint.selector = selectorOf(pod, group, words);
    constraint.selects = selects(pod, words);
    const counts = constraint.selects && matchesLabels(constraint.selector, pod.labels);
    constraint.self = i64(counts);
    const counter = counterAt(constraint.counter);
    const isShort = i64(counter.eligibleCount) < i64(i32(wordOf(words, SpreadWord.MinDomains)));
    constraint.fewest = isShort
      ? 0
      : fewestIn(counter, shiftedDomain(constraint), shiftOf(constraint));
    hardCount++;
  }
  return true;
}

/**
 * When pods come or go within a cycle the scheduler changes what it counted by each that a selector
 * matches; when it counts, it leaves out pods that are being deleted (kubernetes#87621), and all of
 * them where the selector is empty. `sign` is 1 for a pod that comes and -1 for one that goes.
 */
export function shiftSpread(other: Pod, namespace: u32, position: u32, sign: i32): void {
  if (other.namespace != namespace) return;
  shifted = position + 1;
  for (let index: u32 = 0; index < hardCount; index++) {
    const constraint = hardAt(index);
    const counter = counterAt(constraint.counter);
    const isCounted = constraint.selector != 0 && !podHas(other, PodFlag.Deleting);
    if (isCounted || !constraint.selects) continue;
    if (!matchesLabels(constraint.selector, other.labels)) continue;
    if (load<u8>(counter.included + position) != 0) constraint.shift += sign;
  }
}

export function forgetShifts(): void {
  shifted = 0;
  for (let index: u32 = 0; index < CONSTRAINTS_MAX; index++) hardAt(index).shift = 0;
}

function shiftedDomain(constraint: Constraint): u32 {
  return shifted == 0 ? 0 : numberAt(constraint.numbers, shifted - 1);
}

function shiftOf(constraint: Constraint): i32 {
  return shifted == 0 ? 0 : constraint.shift;
}

/** The keys of all hard, or all soft, constraints: a node without one of them does not count. */
function keysOf(constraints: u32, hard: bool): u32 {
  const list = beginList();
  for (let index: u32 = 0; index < listCount(constraints); index++) {
    const words = wordOf(constraints, index);
    if ((wordOf(words, SpreadWord.IsHard) != 0) == hard) {
      push(wordOf(words, SpreadWord.TopologyKey));
    }
  }
  return endList(list);
}

function startConstraint(
  constraint: Constraint,
  pod: Pod,
  group: u32,
  words: u32,
  keys: u32,
): bool {
  const key = wordOf(words, SpreadWord.TopologyKey);
  const column = columnOf(key);
  if (column == NO_ROW) return false;
  constraint.key = key;
  constraint.numbers = u32(numbersOf(column));
  constraint.maxSkew = i64(i32(wordOf(words, SpreadWord.MaxSkew)));
  const role = beginList();
  push(pod.spec + 1);
  push(wordOf(words, SpreadWord.HonorsAffinity));
  push(wordOf(words, SpreadWord.HonorsTaints));
  push(keys);
  constraint.counter = selectedOf(pod, group, words, key, endList(role));
  return constraint.counter != NO_ROW;
}

/** The counter of the pods that a constraint selects, on the nodes that it includes. */
function selectedOf(pod: Pod, group: u32, words: u32, key: u32, role: u32): u32 {
  const selector = selects(pod, words) ? selectorOf(pod, group, words) : 0;
  const known = wordsOf(CounterKind.Selected, selector, pod.namespace, key, role);
  const row = findCounter(known);
  if (row != NO_ROW) return row;
  if (role == 0) return countedOf(known, 0);
  const included = newInclusion();
  if (included == 0) return NO_ROW;
  fillInclusion(included, pod, role);
  return countedOf(known, included);
}

function fillInclusion(included: usize, pod: Pod, role: u32): void {
  const honorsAffinity = wordOf(role, 1) != 0;
  const honorsTaints = wordOf(role, 2) != 0;
  if (honorsTaints) countsTaints = true;
  const keys = wordOf(role, 3);
  const tolerations = specWord(pod.spec, SpecWord.Tolerations);
  for (let position: u32 = 0; position < nodeCount; position++) {
    const node = nodeAt(nodeRow(position));
    let counts = hasKeys(keys, node.labels);
    if (counts && honorsAffinity) counts = matchesNodeAffinity(pod.spec, node);
    if (counts && honorsTaints) {
      counts = untoleratedTaint(node.taints, tolerations, NO_SCHEDULE_EFFECTS, false) < 0;
    }
    store<u8>(included + usize(position), u8(counts));
  }
}

function hasKeys(keys: u32, labels: u32): bool {
  for (let index: u32 = 0; index < listCount(keys); index++) {
    if (valueOf(labels, wordOf(keys, index), NO_TEXT) == NO_TEXT) return false;
  }
  return true;
}

/** The rule that refuses a node. */
export function spreadRefusal(position: u32): SpreadRefusal {
  for (let index: u32 = 0; index < hardCount; index++) {
    const constraint = hardAt(index);
    const domain = numberAt(constraint.numbers, position);
    if (domain == 0) return SpreadRefusal.MissingLabel;
    const counter = counterAt(constraint.counter);
    let count = i64(countIn(counter, domain));
    if (domain == shiftedDomain(constraint)) count += i64(shiftOf(constraint));
    if (count + constraint.self - constraint.fewest > constraint.maxSkew) {
      return SpreadRefusal.Skew;
    }
  }
  return SpreadRefusal.None;
}

/** Prepares the score over the nodes that passed; false after a failure. */
export function startSpreadScore(pod: Pod, group: u32, profile: Profile): bool {
  softCount = 0;
  const constraints = constraintsOf(pod, group, profile);
  if (constraints == 0) return true;
  // By the scheduler's own defaults a node without a zone is still spread by its name.
  requiresAll = hasOwnConstraints(pod) || profile.isSystemDefaulted == 0;
  const keys = requiresAll ? keysOf(constraints, false) : 0;
  const hostname = internLiteral("kubernetes.io/hostname");
  for (let index: u32 = 0; index < listCount(constraints); index++) {
    const words = wordOf(constraints, index);
    if (wordOf(words, SpreadWord.IsHard) != 0 || softCount == CONSTRAINTS_MAX) continue;
    const constraint = softAt(softCount);
    if (!startConstraint(constraint, pod, group, words, keys)) return false;
    constraint.isHostname = constraint.key == hostname;
    if (constraint.isHostname) {
      // Pods of the node itself are counted, whether or not the node is included.
      constraint.counter = selectedOf(pod, group, words, SELF, 0);
      if (constraint.counter == NO_ROW) return false;
    }
    softCount++;
  }
  for (let index: u32 = 0; index < softCount; index++) weighTopology(softAt(index));
  return true;
}

/** A topology with many domains weighs more, so its small counts matter. */
function weighTopology(constraint: Constraint): void {
  let size: u32 = 0;
  stamp++;
  const blank = blankNumber(constraint);
  for (let index: u32 = 0; index < decision.feasible; index++) {
    const position = feasibleAt(index);
    if (isLeftOut(position)) continue;
    if (constraint.isHostname) {
      size++;
      continue;
    }
    const number = numberAt(constraint.numbers, position);
    const at = stamps + (usize(number == 0 ? blank : number) << 2);
    if (load<u32>(at) != stamp) size++;
    store<u32>(at, stamp);
  }
  constraint.weight = logarithmOf(size + 2);
}

/** Nodes without the label count as one domain, that of the empty value. */
function blankNumber(constraint: Constraint): u32 {
  const empty = emptyNumber(constraint.key);
  return empty != 0 ? empty : domainCount(columnOf(constraint.key)) + 1;
}

/** Whether a node lacks one of the labels that all have to have. */
export function isLeftOut(position: u32): bool {
  if (!requiresAll) return false;
  for (let index: u32 = 0; index < softCount; index++) {
    if (numberAt(softAt(index).numbers, position) == 0) return true;
  }
  return false;
}

/** The pods of a node's domains, weighed. */
export function rawSpread(position: u32): i64 {
  if (isLeftOut(position)) return 0;
  let score: f64 = f64(0);
  for (let index: u32 = 0; index < softCount; index++) {
    const constraint = softAt(index);
    const domain = numberAt(constraint.numbers, position);
    if (domain == 0) continue;
    const counter = counterAt(constraint.counter);
    const count = countIn(counter, constraint.isHostname ? position + 1 : domain);
    score = score + (f64(count) * constraint.weight + f64(constraint.maxSkew - 1));
  }
  return roundHalfAway(score);
}
