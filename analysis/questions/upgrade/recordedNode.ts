/** What a capture states of its node, and its records as the kubelet of a release serves them. */
import type { ConfiguredEngine } from "../../engine/configuredEngine.ts";
import type { Capture, CaptureRecord } from "../../read/capture/capture.ts";
import { type MemberName, MembersError, memberName, memberNamed } from "../../read/json/members.ts";
import { objectOf } from "../../read/json/untyped.ts";
import { leavesOutHugePages } from "../../read/memory/hugePages.ts";
import { hugePagesOf } from "./hugePages.ts";

/** The capture, as far as it states each. */
export interface RecordedNode {
  /** What the capture is called. */
  readonly name: string;
  readonly node: string;
  /** The kubelet's version. */
  readonly release: string | null;
  /** Quantities of the node. */
  readonly capacity: Readonly<Record<string, unknown>> | null;
  readonly featureGates: Readonly<Record<string, unknown>>;
}

export function recordedNode(
  name: string,
  { header, options }: Pick<Capture, "header" | "options">,
): RecordedNode {
  const release = header?.kubelet ?? options.kubeletVersion;
  return {
    ...{ name, node: header?.node ?? "its node" },
    release: release === undefined ? null : String(release),
    capacity: header?.capacity ?? options.capacity ?? null,
    featureGates: objectOf(header?.config?.featureGates),
  };
}

/**
 * The records as the kubelet that decides would have served them: whether its Summary counts huge
 * pages as available memory depends on its release. One without a release counts as `from`.
 */
export function recordsServed(
  records: AsyncIterable<CaptureRecord>,
  { release, capacity, featureGates }: RecordedNode,
  from: string,
  { policy, json }: Pick<ConfiguredEngine, "policy" | "json">,
): AsyncIterable<CaptureRecord> {
  const bytes = hugePagesOf(capacity ?? {});
  const wasLess = leavesOutHugePages(release ?? from, featureGates);
  const isLess = leavesOutHugePages(policy.kubeletVersion, objectOf(JSON.parse(json).featureGates));
  if (bytes === 0n || wasLess === isLess) return records;
  return shifted(records, isLess ? -bytes : bytes);
}

async function* shifted(
  records: AsyncIterable<CaptureRecord>,
  bytes: bigint,
): AsyncGenerator<CaptureRecord, void, undefined> {
  for await (const record of records) {
    const { summary, reclaimed } = record;
    yield {
      ...record,
      summary: summary && withAvailable(summary, bytes),
      ...(reclaimed == null ? {} : { reclaimed: withAvailable(reclaimed, bytes) }),
    };
  }
}

const AVAILABLE = ["node", "memory", "availableBytes"].map(memberName);
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Not below zero, as adjustForHugePages in pkg/kubelet/server/stats/summary.go. */
function withAvailable(summary: Uint8Array, bytes: bigint): Uint8Array {
  const found = memberAlong(summary, AVAILABLE);
  const text = found === null ? "" : decoder.decode(found).trim();
  if (found === null || !/^\d{1,20}$/.test(text)) return summary;
  const available = BigInt(text) + bytes;
  const start = found.byteOffset - summary.byteOffset;
  const own = encoder.encode(String(available < 0n ? 0n : available));
  const rest = summary.subarray(start + found.length);
  const made = new Uint8Array(start + own.length + rest.length);
  made.set(summary.subarray(0, start));
  made.set(own, start);
  made.set(rest, start + own.length);
  return made;
}

/** Null where the path leads to nothing; the engine says what is wrong with the document. */
function memberAlong(object: Uint8Array, names: readonly MemberName[]): Uint8Array | null {
  try {
    return names.reduce<Uint8Array | null>(
      (inner, name) => (inner === null ? null : (memberNamed(inner, name) ?? null)),
      object,
    );
  } catch (error) {
    if (error instanceof MembersError) return null;
    throw error;
  }
}
