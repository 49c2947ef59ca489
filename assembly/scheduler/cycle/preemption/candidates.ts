/**
 * Nodes that a pod could preempt on, and which of them is taken: the fewest victims against a
 * budget, the lowest priority of the most important victim, the lowest sum of priorities, the
 * fewest victims, the latest start of the most important ones. What is still equal then is a
 * matter of chance in the scheduler, and a list of outcomes here.
 * Their victims are rows of pods, those of a candidate together.
 */
import { forgetRegion, Region, takeRegion } from "../../../objects/model/region.ts";
import { nodeCount } from "../../model/snapshot.ts";
import { Fate, VICTIM_BYTES, victimAt } from "./order.ts";

@unmanaged
export class Candidate {
  sumOfPriorities: i64;
  /** The earliest start among the victims of the highest priority. */
  earliestStart: i64;
  position: u32;
  violations: u32;
  highestPriority: i32;
  /** Where its victims begin, and how many they are. */
  victims: u32;
  victimCount: u32;
  /** Whether it is as good as the chosen one. */
  isBest: bool;
}

const CANDIDATE_BYTES: usize = offsetof<Candidate>();
/** Added to each priority, so fewer victims are better even with negative ones. */
const PRIORITY_OFFSET: i64 = 0x80000000;
const REGION = changetype<Region>(memory.data(8, 4));

/** Where the pods of a node are tried: `Victim`. */
export let trialList: usize = 0;
let candidates: usize = 0;
let victims: usize = 0;
let usedVictims: u32 = 0;
export let candidateCount: u32 = 0;

export function forgetCandidates(): void {
  forgetRegion(REGION);
  candidateCount = 0;
}

/** Room for `podCount` pods, on one node or as victims of all; false after a failure. */
export function startCandidates(podCount: u32): bool {
  const trialBytes = usize(podCount) * VICTIM_BYTES;
  const nodeBytes = usize(nodeCount) * CANDIDATE_BYTES;
  trialList = takeRegion(REGION, trialBytes + nodeBytes + usize(podCount) * 4 + 16);
  candidates = trialList + trialBytes;
  victims = candidates + nodeBytes;
  clearCandidates();
  return trialList != 0;
}

export function clearCandidates(): void {
  candidateCount = 0;
  usedVictims = 0;
}

export function candidateAt(index: u32): Candidate {
  return changetype<Candidate>(candidates + usize(index) * CANDIDATE_BYTES);
}

/** The pod of a victim. */
export function victimOf(candidate: Candidate, index: u32): u32 {
  return load<u32>(victims + (usize(candidate.victims + index) << 2));
}

/** Keeps a node with the first `count` pods of `trialList` as its victims. */
export function addCandidate(position: u32, count: u32): Candidate {
  const candidate = candidateAt(candidateCount++);
  memory.fill(changetype<usize>(candidate), 0, CANDIDATE_BYTES);
  candidate.position = position;
  candidate.victims = usedVictims;
  candidate.victimCount = count;
  candidate.highestPriority = victimAt(trialList, 0).priority;
  candidate.earliestStart = victimAt(trialList, 0).started;
  for (let index: u32 = 0; index < count; index++) {
    const victim = victimAt(trialList, index);
    store<u32>(victims + (usize(usedVictims++) << 2), victim.pod);
    if (victim.fate == u32(Fate.GoesAgainstBudget)) candidate.violations++;
    candidate.sumOfPriorities += i64(victim.priority) + PRIORITY_OFFSET;
    noteStart(candidate, victim.priority, victim.started);
  }
  return candidate;
}

function noteStart(candidate: Candidate, priority: i32, started: i64): void {
  if (priority < candidate.highestPriority) return;
  candidate.earliestStart = min(candidate.earliestStart, started);
}

export function sumOfPriorities(candidate: Candidate): i64 {
  return candidate.sumOfPriorities - i64(candidate.victimCount) * PRIORITY_OFFSET;
}

/** The best candidate, the first of the equal ones; all of these are marked. */
export function bestCandidate(): u32 {
  let best: u32 = 0;
  for (let index: u32 = 1; index < candidateCount; index++) {
    if (compareCandidates(candidateAt(index), candidateAt(best)) < 0) best = index;
  }
  for (let index: u32 = 0; index < candidateCount; index++) {
    const candidate = candidateAt(index);
    candidate.isBest = compareCandidates(candidate, candidateAt(best)) == 0;
  }
  return best;
}

/** Below zero when the first is better. */
function compareCandidates(a: Candidate, b: Candidate): i64 {
  if (a.violations != b.violations) return i64(a.violations) - i64(b.violations);
  if (a.highestPriority != b.highestPriority) {
    return i64(a.highestPriority) - i64(b.highestPriority);
  }
  if (a.sumOfPriorities != b.sumOfPriorities) return a.sumOfPriorities - b.sumOfPriorities;
  if (a.victimCount != b.victimCount) return i64(a.victimCount) - i64(b.victimCount);
  if (a.earliestStart == b.earliestStart) return 0;
  return a.earliestStart > b.earliestStart ? -1 : 1;
}
