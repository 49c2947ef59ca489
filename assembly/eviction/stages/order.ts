/**
 * The whole ranking, sorted: bottom-up merge of runs of twelve, between two halves of memory. The
 * keys are total, so there is nothing for stability to decide.
 */

import { PodFlag, podAt, podHas } from "../../node/model/pod.ts";
import { tables } from "../../node/model/tables.ts";
import { RANKED_SIZE, RANKING_MERGE_OFFSET, RANKING_OFFSET } from "../memory.ts";
import { isSplitWithoutRules } from "./layout.ts";
import { Ranked, rankedAt, rankPod, ranksBefore } from "./rank.ts";

const RUN: u32 = 12;
const held: Ranked = changetype<Ranked>(memory.data(32, 16));

/** Ranks all active pods under a signal; answers how many. `rankedAt(0)` is evicted first. */
export function rankPods(signal: i32): u32 {
  let count: u32 = 0;
  if (isSplitWithoutRules()) return 0;
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (podHas(podAt(index), PodFlag.Active)) rankPod(rankedAt(count++), index, signal);
  }
  for (let start: u32 = 0; start < count; start += RUN) {
    sortRun(start, min(start + RUN, count));
  }
  for (let width = RUN; width < count; width *= 2) mergeRuns(count, width);
  return count;
}

function at(base: usize, position: u32): Ranked {
  return changetype<Ranked>(base + RANKED_SIZE * usize(position));
}

function copyRanked(target: Ranked, source: Ranked): void {
  memory.copy(changetype<usize>(target), changetype<usize>(source), RANKED_SIZE);
}

function sortRun(start: u32, end: u32): void {
  for (let next = start + 1; next < end; next++) {
    copyRanked(held, rankedAt(next));
    let position = next;
    while (position > start && ranksBefore(held, rankedAt(position - 1))) {
      copyRanked(rankedAt(position), rankedAt(position - 1));
      position--;
    }
    copyRanked(rankedAt(position), held);
  }
}

/** Merges neighboring runs of `width` into the spare half, and brings the result back. */
function mergeRuns(count: u32, width: u32): void {
  for (let start: u32 = 0; start < count; start += 2 * width) {
    const middle = min(start + width, count);
    const end = min(start + 2 * width, count);
    let left = start;
    let right = middle;
    for (let target = start; target < end; target++) {
      const fromLeft =
        left < middle && (right == end || ranksBefore(rankedAt(left), rankedAt(right)));
      copyRanked(at(RANKING_MERGE_OFFSET, target), rankedAt(fromLeft ? left++ : right++));
    }
  }
  memory.copy(RANKING_OFFSET, RANKING_MERGE_OFFSET, RANKED_SIZE * usize(count));
}
