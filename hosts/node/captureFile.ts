import type { RecordParts } from "../shared/capture/writer.ts";
import type { Capture, CaptureHeader, CaptureReadOptions } from "../shared/capture.ts";

/** Opens a capture file, plain or gzip (told apart by its first bytes); `-` is standard input. */
export declare function openCaptureFile(
  path: string,
  options?: CaptureReadOptions,
): Promise<Capture>;

/** Appends to a new file; a name that ends in `.gz` is one gzip stream, flushed at every record. */
export interface CaptureFileWriter {
  record(record: RecordParts): Promise<void>;
  close(): Promise<void>;
}

export declare function createCaptureFile(
  path: string,
  header: Omit<CaptureHeader, "plimsoll">,
): Promise<CaptureFileWriter>;
