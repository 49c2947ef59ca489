/** Which candidate is killed, and what the program says that it considered. */
import { cgroupAt, Missing } from "../model/cgroup.ts";
import { decision, isBySwap } from "../model/decision.ts";
import { follows, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { orderCandidates, orderedAt } from "./order.ts";
import { rowAt } from "./places.ts";
import { currentOf, seenOf, swapOf } from "./sample.ts";

const LISTED_MAX: u32 = 10;

/** Kills the first candidate that may be killed. */
export function selectCandidate(prefix: u32): void {
  orderCandidates(prefix);
  let place: u32 = 0;
  while (place < decision.orderCount && !mayKill(orderedAt(place))) place++;
  const hasChosen = place < decision.orderCount;
  if (hasChosen) kill(orderedAt(place));
  count(hasChosen ? place + 1 : 0);
}

/** Whether the selection takes a candidate, rather than skipping it. */
export function mayKill(row: u32): bool {
  if (isBySwap()) {
    if (swapOf(row) <= decision.swapFloor) return false;
  } else if (seenOf(cgroupAt(row)) == 0 && currentOf(row) == 0) return false;
  return program.isDryRun != 0 || !follows(Rule.PassesEmpty) || processesOf(row) > 0;
}

function kill(row: u32): void {
  decision.chosen = i32(row);
  if (program.isDryRun != 0) {
    decision.victim = i32(row);
    return;
  }
  decision.killed = processesOf(row);
  if (decision.killed > 0 || follows(Rule.Marks)) decision.victim = i32(row);
  endProcesses(row);
}

/** Processes of a cgroup and all below it. */
export function processesOf(row: u32): u32 {
  const top = cgroupAt(row);
  let sum: u32 = 0;
  for (let place = top.place; place < top.end; place++) {
    const cgroup = cgroupAt(rowAt(place));
    if ((cgroup.missing & u32(Missing.Procs)) == 0) sum += cgroup.processes;
  }
  return sum;
}

export function endProcesses(row: u32): void {
  const top = cgroupAt(row);
  for (let place = top.place; place < top.end; place++) {
    const cgroup = cgroupAt(rowAt(place));
    if ((cgroup.missing & u32(Missing.Procs)) == 0) cgroup.processes = 0;
  }
}

/** `until`: places up to the one that was chosen; 0 for none. */
function count(until: u32): void {
  decision.considered = decision.orderCount;
  decision.listed = min(decision.orderCount, LISTED_MAX);
  if (!follows(Rule.ListToVictim)) decision.listed = max(decision.listed, until);
  else if (until > 0) decision.listed = until;
  else decision.considered = decision.listed;
}
