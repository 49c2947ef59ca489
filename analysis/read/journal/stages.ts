/** The order in which a pass of the eviction manager logs, which splits a log into passes. */
import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import type { Ending, LogEntry } from "./entry.ts";
import type { LoggedPass } from "./pass.ts";

/** The facts that decide whether a line belongs to the open pass. */
export interface PassSoFar extends Pick<LoggedPass, "observations" | "afterReclaim"> {
  readonly conditions: readonly string[];
  readonly reclaiming: string | null;
  readonly mustEvict: boolean;
  readonly ranked: readonly PodName[] | null;
  readonly evicted: readonly PodName[];
  readonly cleanUp: LoggedPass["cleanUp"];
  readonly ending: Ending | null;
  /** The place of each pod in `evicted`. */
  readonly places: ReadonlyMap<string, number>;
  /** Thresholds and grace periods, by `saidKey`. */
  readonly said: ReadonlySet<string>;
  /** The stage of the latest of its lines. */
  readonly stage: number;
  readonly lastTime: bigint | null;
}

/** Nanoseconds. Passes are ten seconds apart, and what one need not wait for comes at once. */
const WITHIN_PASS_MAX = 5_000_000_000n;

/** Nothing of a pass is waited for any longer. */
const WAITED_MAX = 900_000_000_000n;

/** From the first line to the last: `synchronize` of eviction_manager.go, which has one order. */
const STAGES: Readonly<Record<string, number>> = {
  begin: 0,
  observation: 1,
  unobserved: 1,
  met: 2,
  unresolved: 3,
  conditions: 4,
  grace: 5,
  reclaiming: 6,
  "none-starved": 6,
  "after reclaim": 7,
  "reclaim-failed": 8,
  reduced: 8,
  "must-evict": 8,
  "no-pods": 9,
  ranked: 9,
  critical: 10,
  evicting: 10,
  evicted: 10,
  unable: 11,
  "cleaned-up": 11,
  "timed-out": 11,
};

/** The stage of a pass before a line of it has one. */
export const NO_STAGE = -1;

/** Null for a line that may be anywhere in a pass. */
export function stageOf(entry: LogEntry): number | null {
  switch (entry.kind) {
    case "observation":
      return STAGES[entry.afterReclaim ? "after reclaim" : "observation"] ?? null;
    case "threshold":
      return STAGES[entry.list] ?? null;
    case "ending":
      return STAGES[entry.ending] ?? null;
    default:
      return STAGES[entry.kind] ?? null;
  }
}

/**
 * Whether a line begins a pass: the one before it has ended, has come further, has said the same
 * already, or is too long ago for what it waited for.
 */
export function beginsPass(pass: PassSoFar, entry: LogEntry, time: bigint | null): boolean {
  if (entry.kind === "begin") return true;
  if (pass.cleanUp !== null) return true;
  if (isCleanUp(entry)) return false;
  if (pass.ending !== null) return true;
  const stage = stageOf(entry);
  if (stage !== null && stage < pass.stage) return true;
  if (isSaid(pass, entry)) return true;
  const gap = time === null || pass.lastTime === null ? 0n : time - pass.lastTime;
  return gap > (isWaitedFor(pass, entry) ? WAITED_MAX : WITHIN_PASS_MAX);
}

function isCleanUp({ kind }: LogEntry): boolean {
  return kind === "cleaned-up" || kind === "timed-out";
}

function isSaid(pass: PassSoFar, entry: LogEntry): boolean {
  switch (entry.kind) {
    case "observation":
      return (entry.afterReclaim ? pass.afterReclaim : pass.observations).has(entry.signal);
    case "threshold":
    case "grace":
    case "unobserved":
      return pass.said.has(saidKey(entry) ?? "");
    case "unconstructed":
      // The kubelet observes once more after it reclaimed.
      return pass.reclaiming === null && pass.said.has(saidKey(entry) ?? "");
    case "conditions":
      return pass.conditions.length > 0;
    case "reclaiming":
      return pass.reclaiming !== null;
    case "must-evict":
      return pass.mustEvict;
    case "ranked":
      return pass.ranked !== null;
    default:
      return false;
  }
}

/** Kinds of lines that a pass has once for a signal. */
const OF_SIGNAL: ReadonlySet<string> = new Set(["grace", "unobserved", "unconstructed"]);

/** The kind of a line that a pass has once; null for a line that it may repeat. */
export function saidKey(entry: LogEntry): string | null {
  if (OF_SIGNAL.has(entry.kind) && "signal" in entry) return `${entry.kind} ${entry.signal}`;
  if (entry.kind !== "threshold" || entry.list === "other") return null;
  return `${entry.list} ${entry.threshold.signal} ${entry.threshold.quantity}`;
}

/**
 * The Summary of a node without memory took six seconds in a recorded run, reclaiming images takes
 * minutes, and a pod that is evicted has its grace period.
 */
function isWaitedFor(pass: PassSoFar, entry: LogEntry): boolean {
  const { stage, reclaiming, mustEvict, ranked, evicted, places } = pass;
  if (stage === STAGES.begin) return true;
  const isEviction = entry.kind === "evicted" || entry.kind === "evicting";
  if (isEviction && places.has(podText(entry.pod))) return true;
  const hasGoneOn = reclaiming !== null || mustEvict || ranked !== null;
  return hasGoneOn && evicted.length === 0;
}
