import type { WriteOptions } from "../../../../analysis/questions/capture/options.ts";
import type { CaptureHeader, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { Io } from "../../../system/io.ts";
import { openNamedCapture } from "../../input/capture.ts";
import { printWarnings } from "../../notes.ts";
import { headerOf, openSink, withConfiguration } from "./sink.ts";
import { configurationOf, printWritten } from "./written.ts";

/** Changes the parts of a capture on their way into another file. */
export interface Rewriter {
  header(header: CaptureHeader): CaptureHeader | Promise<CaptureHeader>;
  record(record: CaptureRecord): CaptureRecord | Promise<CaptureRecord>;
}

/** Copies a capture through a rewriter, one record at a time. */
export async function rewrite(
  path: string,
  options: WriteOptions,
  rewriter: Rewriter,
  io: Io,
): Promise<void> {
  const configuration = await configurationOf(options, io);
  const capture = await openNamedCapture(path, {}, io);
  const header = withConfiguration(headerOf(capture), configuration);
  const sink = await openSink(options.out, await rewriter.header(header), io);
  let records = 0;
  try {
    for await (const record of capture.records) {
      await sink.record(await rewriter.record(record));
      records += 1;
    }
  } finally {
    await sink.close();
  }
  await printWarnings(
    capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`),
    io,
  );
  await printWritten(options.out, records, io);
}
