import type { Decision, Signal } from "../../engine/decision.ts";
import { type ObservedThreshold, observed } from "../../text/observedThreshold.ts";
import type { Mark } from "./bar.ts";

/** One record of a capture after its step, as the renderings read it. */
export interface Moment {
  /** RFC 3339, in UTC. */
  readonly time: string;
  /** 1-based line of the record. */
  readonly line: number;
  /** Null when nothing was observed. */
  readonly decision: Decision | null;
  /** What was wrong with the record, one sentence each. */
  readonly problems: readonly string[];
}

/** The thresholds of one signal as marks of its bar. */
export function marksOf(decision: Decision, signal: Signal): Mark[] {
  return (decision.thresholds ?? []).filter(observed).filter((each) => each.signal === signal);
}

/** How often the limit fits into what is available: for the choice of what to show. */
export function share(threshold: ObservedThreshold): number {
  return threshold.available / threshold.limit;
}
