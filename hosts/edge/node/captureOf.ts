import { membersOfLine, recordOf } from "../../../analysis/read/capture/record.ts";
import { formatHeader, formatRecord } from "../../../analysis/read/capture/writer.ts";
import { Problem } from "../problem.ts";
import type { NodeStorage } from "./storage.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BRACE_OPEN = 0x7b;
/** What can cross from an object to the worker, with room to spare. */
export const CAPTURE_BYTES_MAX = 16 * 2 ** 20;

/** A posted snapshot with a list of pods before its own members. */
export function withPods(snapshot: Uint8Array, pods: Uint8Array | null): Uint8Array {
  if (pods === null) return snapshot;
  const members = decoder.decode(snapshot.subarray(snapshot.indexOf(BRACE_OPEN) + 1));
  return encoder.encode(`{"pods":${decoder.decode(pods)},${members}`);
}

/**
 * The snapshots that are kept, as a capture under the node's policy: the newest ones, as many as
 * can be sent, from one on at which the list of pods is known.
 */
export function captureOf(node: string, storage: NodeStorage): Uint8Array {
  refuseLarge(storage.recordBytes());
  const configuration = storage.get("configuration");
  const records = storage.records().map((bytes) => recordOf(membersOfLine(bytes), 0));
  const known = records.findIndex(({ pods }) => pods !== undefined);
  const first = Math.max(known, 0);
  const pods = known === -1 ? storage.get("pods") : null;
  const lines = records.slice(first).map(({ others: _, ...record }, index) => {
    return formatRecord(index === 0 && pods !== null ? { ...record, pods } : record);
  });
  if (configuration === null || lines.length === 0) {
    const detail = "No snapshot of the node is kept; POST one, reduced to what the policy reads.";
    throw new Problem("not-found", detail);
  }
  refuseLarge(lines.reduce((sum, { length }) => sum + length, 0));
  const config = JSON.parse(decoder.decode(configuration)) as Record<string, unknown>;
  const parts = [formatHeader({ node, config }), ...lines];
  const capture = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    capture.set(part, at);
    at += part.length;
  }
  return capture;
}

function refuseLarge(size: number): void {
  if (size <= CAPTURE_BYTES_MAX) return;
  throw new Problem(
    "too-large",
    `The snapshots that are kept have ${size} bytes and ${CAPTURE_BYTES_MAX} can be sent; ` +
      "lower historyMax or recordBytesMax.",
  );
}
