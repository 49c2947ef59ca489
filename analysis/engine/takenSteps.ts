import type { Eviction, NodeCondition, RankedPod, Signal } from "./decision.ts";

/** The evictions of one pod for one reason. */
export interface TalliedPod {
  readonly uid: string;
  readonly qosClass: RankedPod["qosClass"];
  /** Absent for a local storage limit. */
  readonly signal?: Signal;
  readonly hard?: boolean;
  readonly cause?: Eviction["cause"];
  readonly count: bigint;
}

/** The least that was available above a threshold; below zero, the most that was missing. */
export interface Headroom {
  readonly signal: Signal;
  readonly hard: boolean;
  readonly amount: bigint;
}

/** What `steps` answers: what many steps amount to, in whole numbers. */
export interface TakenSteps {
  /** How many were taken, with or without a Summary. */
  readonly taken: number;
  readonly steps: bigint;
  readonly missed: bigint;
  readonly nodeConditions: readonly NodeCondition[];
  readonly conditionNanoseconds: Readonly<Partial<Record<NodeCondition, bigint>>>;
  readonly firstEviction?: string;
  readonly evictions: readonly TalliedPod[];
  readonly headroom: readonly Headroom[];
  /** 16 hexadecimal digits. */
  readonly chain: string;
}

const decoder = new TextDecoder();
/** An integer member value; inside a string, the quote before it would follow a backslash. */
const INTEGER = /(?<!\\)":(-?\d+)(?=[,}])/g;
/** Marks such an integer, because no name contains this character. */
const NUL = "\u0000";

/** The answer of `steps` as the module wrote it. */
export function readTakenSteps(bytes: Uint8Array): Omit<TakenSteps, "taken"> {
  return exactIntegers(decoder.decode(bytes)) as Omit<TakenSteps, "taken">;
}

/** Parses JSON of ours with whole numbers as bigint: above 2^53, a number loses its last digits. */
export function exactIntegers(text: string): unknown {
  return JSON.parse(text.replace(INTEGER, '":"\\u0000$1"'), (_, value: unknown) =>
    typeof value === "string" && value.startsWith(NUL) ? BigInt(value.slice(1)) : value,
  );
}
