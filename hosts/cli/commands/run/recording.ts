import { CaptureShelf } from "../../../daemon/recording/captureShelf.ts";
import { Recorder, type RecorderParts } from "../../../daemon/recording/recorder.ts";
import { makeWritableDirectory } from "../../../system/directory.ts";
import type { RecordingOptions } from "./recordingOptions.ts";

/** Null when nothing is to be recorded. Rejects when nothing can be written there. */
export async function openRecorder(
  options: RecordingOptions,
  node: string,
  parts: Pick<RecorderParts, "history" | "waits" | "reportError">,
): Promise<Recorder | null> {
  if (options.record === undefined) return null;
  await makeWritableDirectory(options.record);
  const bounds = { bytes: options.recordMaxSize, seconds: options.recordMaxAge };
  return new Recorder({
    ...parts,
    shelf: new CaptureShelf(options.record, node, bounds),
    aroundSeconds: options.recordAll ? null : options.recordAround,
  });
}
