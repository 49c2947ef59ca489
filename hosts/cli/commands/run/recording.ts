import { type Command, Option } from "commander";
import { CaptureShelf } from "../../../daemon/recording/captureShelf.ts";
import { Recorder, type RecorderParts } from "../../../daemon/recording/recorder.ts";
import { makeWritableDirectory } from "../../../system/directory.ts";
import { bytesOf, durationOption } from "../../input/optionValues.ts";
import type { RecordingOptions } from "./runOptions.ts";

export function addRecordingOptions(command: Command): Command {
  return command
    .optionsGroup("Recording:")
    .option("--record <dir>", "write a capture around each eviction to this directory")
    .addOption(
      new Option("--record-form <form>", "reduced keeps only what eviction depends on")
        .choices(["full", "reduced"])
        .default("reduced"),
    )
    .addOption(
      durationOption(
        "--record-around <duration>",
        "how much to keep before and after an eviction",
        "5m",
      ),
    )
    .option("--record-all", "record continuously, not only around evictions")
    .addOption(
      new Option("--record-max-size <size>", "total size of all captures; the oldest are deleted")
        .argParser(bytesOf)
        .default(bytesOf("256Mi"), "256Mi"),
    )
    .addOption(
      durationOption("--record-max-age <duration>", "delete captures older than this", "7d"),
    );
}

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
