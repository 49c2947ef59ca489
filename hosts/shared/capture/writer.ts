import type { CaptureHeader, CaptureRecord } from "../capture.ts";

/** What a record is written from; a record that was read is one. */
export type RecordParts = Omit<CaptureRecord, "line" | "others"> &
  Partial<Pick<CaptureRecord, "others">>;

/** The header as one line, newline included. */
export declare function formatHeader(header: Omit<CaptureHeader, "plimsoll">): Uint8Array;

/** A record as one line, newline included; the documents are compacted, their numbers untouched. */
export declare function formatRecord(record: RecordParts): Uint8Array;

/** Whether two documents are byte for byte the same, so that `pods` need not be repeated. */
export declare function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean;
