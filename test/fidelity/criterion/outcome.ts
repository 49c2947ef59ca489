/** Our decision in the oracle's words, and what else it says could have happened. */
import type { Decision, RankedPod } from "../../../analysis/engine/decision.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import type { Eviction, Outcome } from "../scenario.ts";
import { compareBytes } from "./difference.ts";

const RESOURCES: Readonly<Record<string, string>> = {
  "memory.available": "memory",
  "allocatableMemory.available": "memory",
  "nodefs.available": "ephemeral-storage",
  "nodefs.inodesFree": "inodes",
  "imagefs.available": "ephemeral-storage",
  "imagefs.inodesFree": "inodes",
  "containerfs.available": "ephemeral-storage",
  "containerfs.inodesFree": "inodes",
  "pid.available": "pids",
};

export function eventOf(signal: string): string {
  return `Attempting to reclaim ${RESOURCES[signal]}`;
}

/** The state after a step; times in nanoseconds. */
export interface State {
  readonly conditions: readonly string[];
  readonly met: readonly string[];
  readonly firstObserved: Readonly<Record<string, string>>;
}

export const NO_STATE: State = { conditions: [], met: [], firstObserved: {} };

function thresholdName({ signal, hard }: { signal: string; hard: boolean }): string {
  return `${signal}/${hard ? "hard" : "soft"}`;
}

export function stateOf(decision: Decision): State {
  const satisfied = (decision.thresholds ?? []).filter((one) => one.gracePeriodSatisfied);
  const firstObserved: Record<string, string> = {};
  for (const threshold of decision.thresholds ?? []) {
    if (threshold.since === undefined) continue;
    const name = thresholdName(threshold);
    const at = parseTime(threshold.since) ?? 0n;
    const before = firstObserved[name];
    if (before === undefined || at < BigInt(before)) firstObserved[name] = String(at);
  }
  return {
    conditions: [...decision.nodeConditions].sort(),
    met: [...new Set(satisfied.map(thresholdName))].sort(),
    firstObserved,
  };
}

/** Whether the step came as far as ranking pods. */
export function ranks(decision: Decision): boolean {
  return decision.signal !== undefined && decision.reclaimSufficient !== true;
}

/** `disruptionTarget`: the release also writes the message into a condition of the pod. */
export function outcomeOf(decision: Decision, disruptionTarget = true): Outcome {
  const event = decision.signal === undefined ? null : eventOf(decision.signal);
  const evictions = decision.evictions.map(
    (one): Eviction => ({
      namespace: one.namespace,
      name: one.name,
      uid: one.uid,
      gracePeriodOverride: one.gracePeriodSeconds,
      message: one.message,
      annotations: one.annotations ?? {},
      conditionMessage: event === null || !disruptionTarget ? null : one.message,
    }),
  );
  if (event === null) evictions.sort((a, b) => compareBytes(a.uid, b.uid));
  const ranked = ranks(decision)
    ? [...(decision.ranking ?? [])].sort((a, b) => a.position - b.position)
    : [];
  const ranking = ranked.map(({ uid }) => uid);
  const evicted = ranking.indexOf(evictions[0]?.uid ?? "");
  return {
    event,
    reclaim: decision.reclaim,
    evictions,
    refused: evicted < 0 ? ranking : ranking.slice(0, evicted),
    ranking,
    ties: tiesOf(ranked),
  };
}

function tiesOf(ranked: readonly RankedPod[]): string[][] {
  const groups: string[][] = [];
  for (const { uid, tied } of ranked) {
    const group = groups.at(-1);
    if (tied && group !== undefined) group.push(uid);
    else groups.push([uid]);
  }
  return groups.filter((group) => group.length > 1);
}
