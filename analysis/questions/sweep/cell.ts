import type { NodeCondition, RankedPod } from "../../engine/decision.ts";
import type { TakenSteps } from "../../engine/takenSteps.ts";
import type { RecordedEnd } from "../replay/parting.ts";

export type QosClass = RankedPod["qosClass"];

/** In the order in which they are written. */
export const CLASSES: readonly QosClass[] = ["Guaranteed", "Burstable", "BestEffort"];

/** The result of one configuration over a whole capture, in whole numbers. */
export interface SweptCell {
  /** Steps with a Summary, and without. */
  readonly steps: bigint;
  readonly missed: bigint;
  readonly conditionNanoseconds: ReadonlyMap<NodeCondition, bigint>;
  readonly evictions: number;
  /** By the signal or the local storage limit that caused them, then by QoS class. */
  readonly evictionsBy: ReadonlyMap<string, ReadonlyMap<QosClass, number>>;
  readonly podsEvicted: number;
  /** RFC 3339 in UTC; null without an eviction. */
  readonly firstEviction: string | null;
  /** The least above each threshold, by its signal: below zero, the most that was missing. */
  readonly headroom: Readonly<Record<"hard" | "soft", ReadonlyMap<string, bigint>>>;
  /** A hash of the digests of all steps: 16 hexadecimal digits. */
  readonly chain: string;
  /** Why there is nothing to count; null for a configuration that is in order. */
  readonly refusal: string | null;
  /** The first pod that the recording lacks and the configuration spares; null without one. */
  readonly parting: RecordedEnd | null;
}

/** Whether the counts of a cell are those of its configuration. */
export function isKnown({ refusal, parting }: Pick<SweptCell, "refusal" | "parting">): boolean {
  return refusal === null && parting === null;
}

/** A configuration to sweep, and the state it was left in by the steps before; null for none. */
export interface SweptState {
  readonly json: string;
  readonly state: Uint8Array | null;
}

/** What one configuration makes of some runs, and the state it is left in. */
export interface SweptPart {
  readonly taken: readonly TakenSteps[];
  readonly state: Uint8Array | null;
  readonly refusal: string | null;
}

/** Rounded once, so that it is the same however the time was divided. */
export function conditionSeconds(cell: SweptCell, condition: NodeCondition): number {
  return Number(cell.conditionNanoseconds.get(condition) ?? 0n) / 1e9;
}
