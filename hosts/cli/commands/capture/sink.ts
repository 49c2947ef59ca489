import { open } from "node:fs/promises";
import type { Capture, CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { headerOfOptions } from "../../../../analysis/read/capture/header.ts";
import {
  formatHeader,
  formatRecord,
  type RecordParts,
} from "../../../../analysis/read/capture/writer.ts";
import {
  type CaptureFileWriter,
  createCaptureFile,
  createLines,
  type LinesWriter,
} from "../../../system/captureFile.ts";
import { writing } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";

/** A new capture file, or plain lines on standard output for `-`. */
export async function openSink(
  path: string,
  header: Omit<CaptureHeader, "plimsoll">,
  io: Io,
): Promise<CaptureFileWriter> {
  if (path !== "-") return createCaptureFile(path, header);
  await io.stdout.write(formatHeader(header));
  return {
    record: (record: RecordParts) => io.stdout.write(formatRecord(record)),
    close: async () => {},
  };
}

/** The same of lines that are not records. */
export async function openLines(path: string, first: Uint8Array, io: Io): Promise<LinesWriter> {
  if (path !== "-") return createLines(path, first);
  await io.stdout.write(first);
  return { write: (line) => io.stdout.write(line), close: async () => {} };
}

interface TextFile {
  write(chunk: string): Promise<void>;
  close(): Promise<void>;
}

/** A new file of text, or standard output for `-`. */
export async function openText(path: string, io: Io): Promise<TextFile> {
  if (path === "-") return { write: (chunk) => io.stdout.write(chunk), close: async () => {} };
  const file = await writing(path, () => open(path, "wx"));
  return {
    write: (chunk) => writing(path, () => file.writeFile(chunk)),
    close: () => writing(path, () => file.close()),
  };
}

/** The header of a capture, or one made of what a foreign capture says about its node. */
export function headerOf({ header, options }: Pick<Capture, "header" | "options">): CaptureHeader {
  return header ?? headerOfOptions(options);
}

/** The same header with the members of a configuration file in it. */
export function withConfiguration(
  header: CaptureHeader,
  configuration: Readonly<Record<string, unknown>> | null,
): CaptureHeader {
  return configuration === null ? header : { ...header, config: configuration };
}
