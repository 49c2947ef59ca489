import { parseTime } from "../../text/time.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { wantedDocument } from "../recognize/wanted.ts";
import { CaptureError, type CaptureRecord } from "./format.ts";

/** A Summary without a time. */
export class NoTimeError extends CaptureError {
  /** The problem without its advice and without a full stop. */
  readonly problem: string;

  constructor(name: string) {
    const problem = `${name} has no time in its node block`;
    super(`${problem}; give its time.`);
    this.problem = problem;
  }
}

/** A Summary and the PodList that belongs to it, as bare documents in JSON or YAML. */
export interface Pair {
  readonly summary: Uint8Array;
  /** Absent: the list of the pair before. */
  readonly pods?: Uint8Array;
  /** Nanoseconds since the epoch; absent: the newest time inside the Summary's node block. */
  readonly time?: bigint;
}

/**
 * Bare documents as records of a capture, in the order given. Throws CaptureError for a document
 * that is another one.
 */
export function pairsToCapture(pairs: readonly Pair[]): CaptureRecord[] {
  return pairs.map(({ summary: given, pods, time }, index) => {
    const name = `Summary ${index + 1}`;
    const summary = wantedDocument(name, given, "Summary");
    const list = pods && wantedDocument(`PodList ${index + 1}`, pods, "PodList");
    return {
      time: time ?? timeOfSummary(name, summary),
      summary,
      ...(list === undefined ? {} : { pods: list }),
      others: new Map(),
      line: 0,
    };
  });
}

/** Records by time; those of one time stay in their order. A list stays with its Summary. */
export function inOrderOfTime(records: readonly CaptureRecord[]): CaptureRecord[] {
  let inForce: Uint8Array | undefined;
  const whole = records.map((record) => {
    inForce = record.pods ?? inForce;
    return inForce === undefined ? record : { ...record, pods: inForce };
  });
  return whole.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

export function isInOrderOfTime(records: readonly CaptureRecord[]): boolean {
  return records.every(
    ({ time }, index) => index === 0 || (records[index - 1]?.time ?? 0n) <= time,
  );
}

/**
 * A Summary has no time of its own: each block has the time it was measured at. The newest in the
 * node block is the earliest moment the whole document can have been served.
 */
export function timeOfSummary(name: string, summary: Uint8Array): bigint {
  let newest: bigint | null = null;
  const blocks: unknown[] = [nodeOf(name, summary)];
  for (let block = blocks.pop(); block !== undefined; block = blocks.pop()) {
    if (typeof block !== "object" || block === null) continue;
    for (const [member, value] of Object.entries(block)) {
      const time = member === "time" && typeof value === "string" ? parseTime(value) : null;
      if (time !== null && (newest === null || time > newest)) newest = time;
      blocks.push(value);
    }
  }
  if (newest !== null) return newest;
  throw new NoTimeError(name);
}

function nodeOf(name: string, summary: Uint8Array): unknown {
  try {
    const node = membersOf(summary).get("node");
    if (node !== undefined) return JSON.parse(new TextDecoder().decode(node));
  } catch (error) {
    if (!(error instanceof MembersError) && !(error instanceof SyntaxError)) throw error;
  }
  throw new CaptureError(`${name} has no node block that can be read; give a stats Summary.`);
}
