import type { Decision, NodeCondition, Signal } from "../../engine/decision.ts";
import { formatPair, plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { secondsBetween } from "../../text/time.ts";
import { LIMIT_WORDS } from "./comparedRows.ts";

/** An eviction as the closing names it. */
export interface TalliedEviction {
  readonly pod: string;
  readonly uid: string;
  readonly time: string;
  readonly step: number;
  readonly what: string;
  /** Null for a local storage limit. */
  readonly signal: Signal | null;
  /** What was available of the signal; absent for a local storage limit. */
  readonly available?: string;
  /** How many further steps evicted the same pod for the same reason. */
  readonly repeated: number;
}

/** A record after its step, as far as it is counted. */
export interface TalliedStep {
  /** RFC 3339, in UTC. */
  readonly time: string;
  /** Null when nothing was observed. */
  readonly decision: Decision | null;
}

/** What a whole replay amounts to. */
export interface Tally {
  readonly records: number;
  readonly steps: number;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  readonly evictions: readonly TalliedEviction[];
  readonly reclaims: number;
  readonly reclaimsSufficient: number;
  /** Those after which nothing is recorded. */
  readonly reclaimsAssumed: number;
  /** How many of these a sample follows that is above the threshold again. */
  readonly reclaimsFollowed: number;
  /** The signal of such a reclaim in the last step; null without one. */
  readonly reclaimedNow: Signal | null;
  readonly conditionSeconds: ReadonlyMap<NodeCondition, number>;
  readonly conditionsNow: readonly NodeCondition[];
  readonly assumption: string | null;
}

export const EMPTY_TALLY: Tally = {
  records: 0,
  steps: 0,
  firstTime: null,
  lastTime: null,
  evictions: [],
  reclaims: 0,
  reclaimsSufficient: 0,
  reclaimsAssumed: 0,
  reclaimsFollowed: 0,
  reclaimedNow: null,
  conditionSeconds: new Map(),
  conditionsNow: [],
  assumption: null,
};

/** What a reader of repeated evictions has to know. */
export const RECORDED_ANYWAY =
  "The recorded stats still include the evicted pod, so every later step evicts it again. " +
  "Use --what-if to remove evicted pods from later steps.";

/** Pods, not steps: where a recording goes on without an eviction, each later step repeats it. */
export function evictedText(pods: number, steps: number): string {
  const again = steps > pods ? `, asked for in ${plural(steps, "step")}` : "";
  return `${plural(pods, "pod")} evicted${again}`;
}

/** The tally with one step more. A condition lasts from a step to the next. */
export function tallied(tally: Tally, { time, decision }: TalliedStep): Tally {
  const counted = {
    ...tally,
    records: tally.records + 1,
    firstTime: tally.firstTime ?? time,
    lastTime: time,
    conditionSeconds: lasted(tally, time),
  };
  if (decision === null) return counted;
  return {
    ...counted,
    steps: tally.steps + 1,
    evictions: evicted(tally.evictions, decision),
    reclaims: tally.reclaims + (decision.reclaim.length > 0 ? 1 : 0),
    reclaimsSufficient: tally.reclaimsSufficient + (decision.reclaimSufficient === true ? 1 : 0),
    reclaimsAssumed: tally.reclaimsAssumed + (decision.reclaimAssumed ? 1 : 0),
    reclaimsFollowed: tally.reclaimsFollowed + (isFreed(tally, decision) ? 1 : 0),
    reclaimedNow: decision.reclaimAssumed ? (decision.signal ?? null) : null,
    conditionsNow: decision.nodeConditions,
    assumption: decision.assumption ?? tally.assumption,
  };
}

/** How many evictions there were, those of the same pod for the same reason included. */
export function evictionCount({ evictions }: Tally): number {
  return evictions.reduce((sum, { repeated }) => sum + 1 + repeated, 0);
}

/** Whether the sample after a reclaim shows that it freed enough. */
function isFreed({ reclaimedNow }: Tally, { thresholds }: Decision): boolean {
  if (reclaimedNow === null || thresholds === undefined) return false;
  return thresholds.every(({ signal, met }) => signal !== reclaimedNow || !met);
}

function lasted(tally: Tally, time: string): Tally["conditionSeconds"] {
  if (tally.lastTime === null || tally.conditionsNow.length === 0) return tally.conditionSeconds;
  const seconds = secondsBetween(tally.lastTime, time);
  const all = new Map(tally.conditionSeconds);
  for (const condition of tally.conditionsNow) {
    all.set(condition, (all.get(condition) ?? 0) + seconds);
  }
  return all;
}

function evicted(before: Tally["evictions"], decision: Decision): Tally["evictions"] {
  let all = before;
  for (const { cause, ...pod } of decision.evictions) {
    const signal = cause === undefined ? (decision.signal ?? null) : null;
    const what =
      cause !== undefined
        ? LIMIT_WORDS[cause]
        : `${decision.hard ? "hard" : "soft"} ${decision.signal}`;
    const known = all.findIndex((each) => each.uid === pod.uid && each.what === what);
    if (known >= 0) {
      all = all.map((each, at) => (at === known ? { ...each, repeated: each.repeated + 1 } : each));
      continue;
    }
    const { time, step, limit, available: left } = decision;
    const isKnown = signal !== null && limit !== undefined && left !== undefined;
    const available = isKnown ? { available: formatPair(signal, left, limit)[0] } : {};
    const own = { pod: podText(pod), uid: pod.uid, time, step, what, signal, ...available };
    all = [...all, { ...own, repeated: 0 }];
  }
  return all;
}
