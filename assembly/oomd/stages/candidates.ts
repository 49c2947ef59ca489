/** Which cgroups below the monitored ones may be killed. */
import { CANDIDATES_OFFSET } from "../memory.ts";
import { CgroupFlag, cgroupAt, Missing } from "../model/cgroup.ts";
import { pressureAt, swapAt } from "../model/monitored.ts";
import { ruledAt } from "../model/oomRule.ts";
import { follows, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { rowAt } from "./places.ts";
import { canSample, pgscanOf } from "./sample.ts";

const SLASH: u8 = 0x2f;

export function candidateAt(index: u32): u32 {
  return load<u32>(CANDIDATES_OFFSET + 4 * usize(index));
}

/** Samples the candidates of all cgroups that are monitored for pressure. */
export function refreshCandidates(): void {
  startGathering();
  for (let index: u32 = 0; index < program.pressureCount; index++) gather(pressureAt(index).row);
  const next = program.generation + 1;
  for (let index: u32 = 0; index < program.candidateCount; index++) {
    const row = candidateAt(index);
    const cgroup = cgroupAt(row);
    cgroup.lastPgscan = cgroup.generation == program.generation ? cgroup.seenPgscan : 0;
    cgroup.seenPgscan = pgscanOf(row);
    cgroup.generation = next;
  }
  program.generation = next;
}

/** Samples the candidates of all cgroups that have rules. */
export function refreshRuled(): void {
  startGathering();
  for (let index: u32 = 0; index < program.ruledCount; index++) gather(ruledAt(index).row);
  const next = program.ruleGeneration + 1;
  for (let index: u32 = 0; index < program.candidateCount; index++) {
    const row = candidateAt(index);
    const cgroup = cgroupAt(row);
    cgroup.ruleLast = cgroup.ruleGeneration == program.ruleGeneration ? cgroup.ruleSeen : 0;
    cgroup.ruleSeen = pgscanOf(row);
    cgroup.ruleGeneration = next;
  }
  program.ruleGeneration = next;
}

/** Their scans are forgotten: the next look counts all that was ever scanned. */
export function dropCandidates(): void {
  program.generation++;
}

/** The candidates of all cgroups that are monitored for swap. */
export function gatherForSwap(): void {
  startGathering();
  for (let index: u32 = 0; index < program.swapCount; index++) gather(swapAt(index).row);
}

function startGathering(): void {
  program.gathering++;
  program.candidateCount = 0;
}

/**
 * Walks down from a monitored cgroup: one without children is a candidate, and so is one with
 * memory.oom.group, below which nothing is looked at. The flag of the monitored one does not count.
 */
function gather(monitored: u32): void {
  const top = cgroupAt(monitored);
  if (top.end == top.place + 1) return take(monitored);
  let place = top.place + 1;
  while (place < top.end) {
    const row = rowAt(place);
    const cgroup = cgroupAt(row);
    if ((cgroup.missing & u32(Missing.OomGroup)) != 0) {
      place = follows(Rule.SkipsUnreadable) ? cgroup.end : endOfSiblings(place, top.end);
    } else if ((cgroup.flags & u32(CgroupFlag.OomGroup)) != 0) {
      take(row);
      place = cgroup.end;
    } else {
      if (cgroup.end == place + 1) take(row);
      place++;
    }
  }
}

/** The place after the last sibling of the cgroup at a place. */
function endOfSiblings(place: u32, end: u32): u32 {
  const row = rowAt(place);
  let next = cgroupAt(row).end;
  while (next < end && areSiblings(row, rowAt(next))) next = cgroupAt(rowAt(next)).end;
  return next;
}

/** What follows all below a cgroup is a sibling, or a sibling of one above it. */
function areSiblings(a: u32, b: u32): bool {
  return parentBytes(a) == parentBytes(b);
}

function parentBytes(row: u32): i32 {
  const cgroup = cgroupAt(row);
  let size = cgroup.pathSize - 1;
  while (load<u8>(usize(cgroup.path) + usize(size)) != SLASH) size--;
  return size;
}

/** One that is found twice, below nested monitored cgroups, is there once. */
function take(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.gathering == program.gathering || !canSample(row)) return;
  cgroup.gathering = program.gathering;
  store<u32>(CANDIDATES_OFFSET + 4 * usize(program.candidateCount++), row);
}
