/**
 * What the kubelet could legally have done instead: another threshold first, or another of the
 * pods that every comparator calls equal; and how probable each threshold is. Spec 0.4, 3.9, 4.6.
 */

import {
  addInteger,
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { podAt } from "../../node/model/pod.ts";
import { SIGNAL_NAMES } from "../../node/model/signalTable.ts";
import { tables } from "../../node/model/tables.ts";
import { podNameMembers } from "../../node/report/values.ts";
import { Eviction, EvictionCause, evictionAt, ReclaimState, step } from "../model/step.ts";
import { bit, thresholdAt } from "../model/threshold.ts";
import { isImmediate, possibleChoices } from "../stages/choose.ts";
import { gracePeriodSeconds } from "../stages/evict.ts";
import { likeliest } from "../stages/likeliest.ts";
import { eighthsOf, SLOTS } from "../stages/probability.ts";
import { compareRanked, firstToEvict, isEvictable, Ranked, rankPod } from "../stages/rank.ts";
import { reclaimFunctionsOf } from "../stages/reclaim.ts";
import { reclaimMember } from "./members.ts";
import { annotationsMember, messageMember } from "./message.ts";

const first: Ranked = changetype<Ranked>(memory.data(32, 16));
const other: Ranked = changetype<Ranked>(memory.data(32, 16));
/** The eviction that an alternative would result in. */
const instead: Eviction = changetype<Eviction>(memory.data(16, 16));

export function alternativesMember(): void {
  key("alternatives");
  beginArray();
  if (step.chosen >= 0) writeAlternatives();
  endArray();
}

/**
 * How probable it is that the kubelet takes a threshold, such as `7/8`. Nothing when it has only
 * one to take, and when the probability is not known.
 */
export function probabilityMember(index: i32): void {
  if (i32(popcnt(possibleChoices(step.updatedStats))) < 2) return;
  let numerator = eighthsOf(index);
  if (numerator == 0) return;
  let denominator = SLOTS;
  while ((numerator & 1) == 0) {
    numerator >>= 1;
    denominator >>= 1;
  }
  key("probability");
  beginText();
  addInteger(i64(numerator));
  addLiteral("/");
  addInteger(i64(denominator));
  endText();
}

/** Likeliest first; the chosen threshold comes in when other pods tie with the one evicted. */
function writeAlternatives(): void {
  let rest = possibleChoices(step.updatedStats);
  while (rest != 0) {
    const next = likeliest(rest);
    rest &= ~bit(next);
    writeAlternative(next);
  }
}

function writeAlternative(index: i32): void {
  const signal = i32(thresholdAt(index).signal);
  const isChosen = index == step.chosen;
  const functions = reclaimFunctionsOf(signal);
  const evicts = wouldEvict(functions);
  const candidate = evicts ? firstToEvict(signal) : -1;
  if (isChosen && (candidate < 0 || !hasTies(u32(candidate), signal))) return;
  beginObject();
  member("signal", unchecked(SIGNAL_NAMES[signal]));
  booleanMember("hard", isImmediate(index, step.updatedStats));
  probabilityMember(index);
  reclaimMember(functions);
  key("pods");
  beginArray();
  if (candidate >= 0) writeTied(u32(candidate), index, isChosen);
  endArray();
  endObject();
}

/**
 * Reclaim that was enough is enough for any threshold; none runs for memory and processes. When
 * the chosen threshold ran none, an alternative's is taken not to suffice.
 */
function wouldEvict(functions: u32): bool {
  return functions == 0 || step.reclaimState != ReclaimState.Sufficient;
}

function ties(index: u32, signal: i32): bool {
  if (!isEvictable(podAt(index))) return false;
  rankPod(other, index, signal);
  return compareRanked(first, other) == 0;
}

function hasTies(candidate: u32, signal: i32): bool {
  rankPod(first, candidate, signal);
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (index != candidate && ties(index, signal)) return true;
  }
  return false;
}

/** All pods tied for first place, without the one that the decision itself evicts. */
function writeTied(candidate: u32, chosen: i32, isChosen: bool): void {
  const signal = i32(thresholdAt(chosen).signal);
  rankPod(first, candidate, signal);
  const evicted = isChosen && step.evictionCount > 0 ? i32(evictionAt(0).pod) : -1;
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (i32(index) == evicted || !ties(index, signal)) continue;
    writeInstead(index, chosen);
  }
}

function writeInstead(index: u32, chosen: i32): void {
  const pod = podAt(index);
  instead.pod = index;
  instead.cause = u32(EvictionCause.NodePressure);
  beginObject();
  podNameMembers(pod);
  integerMember("gracePeriodSeconds", gracePeriodSeconds(pod, chosen));
  messageMember(instead, chosen);
  annotationsMember(instead, chosen);
  endObject();
}
