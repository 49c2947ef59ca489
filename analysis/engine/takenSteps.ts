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

/** The answer of `steps` as the module wrote it. */
export function readTakenSteps(bytes: Uint8Array): Omit<TakenSteps, "taken"> {
  return exactIntegers(decoder.decode(bytes)) as Omit<TakenSteps, "taken">;
}

/** Parses JSON of ours with whole numbers as bigint: above 2^53, a number loses its last digits. */
export function exactIntegers(text: string): unknown {
  const mark = unusedMark(text);
  const marked = text.replace(INTEGER, (_, digits: string) => `":"${mark}${digits}"`);
  const before: string = JSON.parse(`"${mark}"`);
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(before)
      ? BigInt(value.slice(before.length))
      : value,
  );
}

/** More NULs than follow each other in the text: no name in it is taken for a number. */
function unusedMark(text: string): string {
  let mark = "\\u0000";
  while (text.includes(mark)) mark += mark;
  return mark;
}
