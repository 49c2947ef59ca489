import { DOCUMENTS } from "../../engine/contract/documents.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { CaptureHeader, CaptureRecord } from "../../read/capture/capture.ts";
import { isMembers } from "../../read/json/untyped.ts";

/** A configuration also has addresses, paths and labels of a cluster. */
const CONFIGURATION_MEMBERS = new Set([
  ...Object.keys(DOCUMENTS.header.config),
  // Decides whether the kernel or the kubelet is first, and which process the kernel kills.
  ...["kernelMemcgNotification", "singleProcessOOMKill"],
]);
const HEADER_MEMBERS = new Set(["plimsoll", ...Object.keys(DOCUMENTS.header)]);

/** The documents of one moment, those of them that are there. */
interface Documents {
  readonly pods?: Uint8Array;
  readonly summary: Uint8Array | null;
  readonly reclaimed?: Uint8Array | null;
}

/** A moment with its documents reduced, and all else as it was. */
export function reduceDocuments<Moment extends Documents>(
  engine: EvictionEngine,
  moment: Moment,
): Moment {
  const { pods, summary, reclaimed } = moment;
  return {
    ...moment,
    ...(pods === undefined ? {} : { pods: engine.reducePods(pods) }),
    summary: summary === null ? null : engine.reduceSummary(summary),
    ...(reclaimed ? { reclaimed: engine.reduceSummary(reclaimed) } : {}),
  };
}

/** A record with its documents reduced and its unknown members dropped. */
export function reduceRecord(engine: EvictionEngine, record: CaptureRecord): CaptureRecord {
  return { ...reduceDocuments(engine, record), others: new Map() };
}

/** A header with the members this version knows, and a configuration with those of eviction. */
export function reduceHeader(header: CaptureHeader): CaptureHeader {
  const { config, ...others } = header;
  const members = {
    ...named(others, HEADER_MEMBERS),
    ...(isMembers(config) ? { config: named(config, CONFIGURATION_MEMBERS) } : {}),
  };
  return members as unknown as CaptureHeader;
}

function named(members: object, names: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
}
