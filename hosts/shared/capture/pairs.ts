import type { CaptureRecord } from "../capture.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { parseTime } from "../time.ts";
import { CaptureError } from "./problem.ts";

/** A Summary and the PodList that belongs to it, as bare documents. */
export interface Pair {
  readonly summary: Uint8Array;
  /** Absent: the list of the pair before. */
  readonly pods?: Uint8Array;
  /** Nanoseconds since the epoch; absent: the newest time inside the Summary's node block. */
  readonly time?: bigint;
}

/** Bare documents as records of a capture, in the order given. */
export function pairsToCapture(pairs: readonly Pair[]): CaptureRecord[] {
  return pairs.map(({ summary, pods, time }, index) => ({
    time: time ?? newestTime(summary, index + 1),
    summary,
    ...(pods === undefined ? {} : { pods }),
    others: new Map(),
    line: 0,
  }));
}

/**
 * A Summary has no time of its own: each block has the time it was measured at. The newest in the
 * node block is the earliest moment the whole document can have been served.
 */
function newestTime(summary: Uint8Array, position: number): bigint {
  let newest: bigint | null = null;
  JSON.stringify(nodeOf(summary, position), (name, value) => {
    const time = name === "time" && typeof value === "string" ? parseTime(value) : null;
    if (time !== null && (newest === null || time > newest)) newest = time;
    return value;
  });
  if (newest !== null) return newest;
  throw new CaptureError(`Summary ${position} has no time in its node block; give its time.`);
}

function nodeOf(summary: Uint8Array, position: number): unknown {
  try {
    const node = membersOf(summary).get("node");
    if (node !== undefined) return JSON.parse(new TextDecoder().decode(node));
  } catch (error) {
    if (!(error instanceof MembersError) && !(error instanceof SyntaxError)) throw error;
  }
  throw new CaptureError(`Document ${position} has no node block; give a stats Summary.`);
}
