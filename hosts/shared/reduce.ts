import type { CaptureHeader, CaptureRecord } from "./capture.ts";

/** A Summary with what the policy reads and nothing else, compact; every number as it was written. */
export declare function reduceSummary(summary: Uint8Array): Uint8Array;

/** A PodList with what the policy reads and nothing else, compact. */
export declare function reducePods(podList: Uint8Array): Uint8Array;

/** A record with its documents reduced and its unknown members dropped. */
export declare function reduceRecord(record: CaptureRecord): CaptureRecord;

/** A header with the members this version knows. */
export declare function reduceHeader(header: CaptureHeader): CaptureHeader;
