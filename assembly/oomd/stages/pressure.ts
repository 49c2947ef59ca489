/** One look of systemd-oomd at the pressure of what is monitored for it. */
import { DECISION_BYTES, DECISION_OFFSET } from "../memory.ts";
import { cgroupAt } from "../model/cgroup.ts";
import { By, decision } from "../model/decision.ts";
import { forgetMonitored, Monitored, pressureAt } from "../model/monitored.ts";
import { follows, NEVER_MS, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { dropCandidates, refreshCandidates } from "./candidates.ts";
import { canSample, difference, pgscanOf } from "./sample.ts";
import { selectCandidate } from "./select.ts";

const DELAY_MS: i64 = 15_000;
const RECLAIM_MS: i64 = 30_000;
const MS_US: u64 = 1_000;

/** Whether another action has to wait for the one before it. */
export function isDelayed(): bool {
  return isAfterAction(program.actionMs);
}

export function isAfterAction(actionMs: i64): bool {
  return actionMs != NEVER_MS && actionMs + DELAY_MS > program.nowMs;
}

export function startDecision(by: By): void {
  memory.fill(DECISION_OFFSET, 0, DECISION_BYTES);
  decision.present = 1;
  decision.by = by;
  decision.atMs = program.nowMs;
  decision.target = -1;
  decision.chosen = -1;
  decision.victim = -1;
}

/** Looks at all; answers whether something was decided. More may follow at the same moment. */
export function lookAtPressure(): bool {
  if (program.pressureCount == 0) return false;
  const reclaims = samplePressure();
  const targets = findTargets();
  if (targets > 0 && !isDelayed()) {
    if (!reclaims) {
      dropCandidates();
      return false;
    }
    program.resume = 0;
    if (nextTarget()) return true;
    dropCandidates();
    return false;
  }
  if (isAnyOver()) refreshCandidates();
  else dropCandidates();
  return false;
}

/** Goes on with the targets of this look; answers whether something was decided. */
export function nextTarget(): bool {
  for (let index = u32(program.resume); index < program.pressureCount; index++) {
    const entry = pressureAt(index);
    if (!isTarget(entry) || !hasReclaimed(entry)) continue;
    program.resume = decide(entry) ? -1 : i32(index) + 1;
    return true;
  }
  program.resume = -1;
  return false;
}

/** Answers whether the look ends with it. */
function decide(entry: Monitored): bool {
  startDecision(By.Pressure);
  decision.target = i32(entry.row);
  decision.pressure = cgroupAt(entry.row).avg10;
  decision.limit = entry.limit;
  decision.durationUs = entry.durationUs;
  decision.overMs = entry.overMs;
  refreshCandidates();
  selectCandidate(entry.row);
  // Since candidates are marked, neither a dry run nor having none counts as an action.
  if (follows(Rule.Marks) && (decision.chosen < 0 || program.isDryRun != 0)) return false;
  // Finding none that may be killed does not count as a failure: only an error does.
  program.actionMs = program.nowMs;
  return true;
}

/** Reads what is monitored; answers whether 247 sees reclaim, which it asks for all together. */
function samplePressure(): bool {
  let sum: u64 = 0;
  let index: u32 = 0;
  while (index < program.pressureCount) {
    const entry = pressureAt(index);
    if (!canSample(entry.row)) {
      forgetMonitored(false, entry.row);
      continue;
    }
    notePgscan(entry);
    sum += entry.pgscan;
    index++;
  }
  const grows = sum > program.scanned;
  program.scanned = sum;
  return grows || follows(Rule.Rates);
}

/** Takes the scans of a look; any since the last one are reclaim. */
export function notePgscan(entry: Monitored): void {
  entry.lastPgscan = entry.pgscan;
  entry.pgscan = pgscanOf(entry.row);
  if (difference(entry.pgscan, entry.lastPgscan) == 0) return;
  entry.reclaimMs = program.nowMs;
  program.reclaimMs = program.nowMs;
}

function hasReclaimed(entry: Monitored): bool {
  if (follows(Rule.ReclaimEach)) return program.nowMs - entry.reclaimMs <= RECLAIM_MS;
  if (follows(Rule.ReclaimTogether)) return program.nowMs - program.reclaimMs <= RECLAIM_MS;
  return true;
}

/** Starts and clears the clocks; answers how many have been over their limits for long enough. */
function findTargets(): u32 {
  let targets: u32 = 0;
  for (let index: u32 = 0; index < program.pressureCount; index++) {
    const entry = pressureAt(index);
    const isOver = cgroupAt(entry.row).avg10 > entry.limit;
    if (!isOver) entry.overMs = NEVER_MS;
    else if (entry.overMs == NEVER_MS) entry.overMs = program.nowMs;
    if (isTarget(entry)) targets++;
  }
  return targets;
}

function isTarget(entry: Monitored): bool {
  if (entry.overMs == NEVER_MS) return false;
  return u64(program.nowMs - entry.overMs) * MS_US >= entry.durationUs;
}

function isAnyOver(): bool {
  for (let index: u32 = 0; index < program.pressureCount; index++) {
    if (pressureAt(index).overMs != NEVER_MS) return true;
  }
  return false;
}
