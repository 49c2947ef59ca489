import type { CaptureHeader, CaptureRecord } from "./capture.ts";
import { DOCUMENTS } from "./contract/documents.ts";
import { JsonTextError } from "./json/parse.ts";
import { POD_LIST, SUMMARY } from "./reduce/documents.ts";
import { projectDocument, UNCHANGED } from "./reduce/project.ts";
import type { Shape } from "./reduce/shape.ts";

const HEADER_MEMBERS = new Set(["plimsoll", ...Object.keys(DOCUMENTS.header)]);

/**
 * A Summary with what the policy reads and nothing else, compact; numbers as they were written.
 * Bytes that are not JSON come back as they are: the engine answers them as it did before.
 */
export function reduceSummary(summary: Uint8Array): Uint8Array {
  return reduced(summary, SUMMARY);
}

/** A PodList with what the policy reads and nothing else, compact. */
export function reducePods(podList: Uint8Array): Uint8Array {
  return reduced(podList, POD_LIST);
}

/** The documents of one moment, those of them that are there. */
interface Documents {
  readonly pods?: Uint8Array;
  readonly summary: Uint8Array | null;
  readonly reclaimed?: Uint8Array | null;
}

/** A moment with its documents reduced, and all else as it was. */
export function reduceDocuments<Moment extends Documents>(moment: Moment): Moment {
  const { pods, summary, reclaimed } = moment;
  return {
    ...moment,
    ...(pods === undefined ? {} : { pods: reducePods(pods) }),
    summary: summary === null ? null : reduceSummary(summary),
    ...(reclaimed ? { reclaimed: reduceSummary(reclaimed) } : {}),
  };
}

/** A record with its documents reduced and its unknown members dropped. */
export function reduceRecord(record: CaptureRecord): CaptureRecord {
  return { ...reduceDocuments(record), others: new Map() };
}

/** A header with the members this version knows. */
export function reduceHeader(header: CaptureHeader): CaptureHeader {
  const members = Object.entries(header).filter(([name]) => HEADER_MEMBERS.has(name));
  return Object.fromEntries(members) as unknown as CaptureHeader;
}

function reduced(document: Uint8Array, shape: Shape): Uint8Array {
  try {
    return projectDocument(document, shape, UNCHANGED);
  } catch (error) {
    // Not JSON, or (TypeError) not UTF-8.
    if (error instanceof JsonTextError || error instanceof TypeError) return document;
    throw error;
  }
}
