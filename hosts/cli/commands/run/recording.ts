import { type Command, Option } from "commander";
import type { Dropping } from "../../../daemon/boundedOutput.ts";
import { QueuedObserver } from "../../../daemon/loop/queuedObserver.ts";
import { CaptureShelf } from "../../../daemon/recording/captureShelf.ts";
import { Recorder } from "../../../daemon/recording/recorder.ts";
import type { Observer } from "../../../daemon/step.ts";
import { makeWritableDirectory } from "../../../system/directory.ts";
import { bytesOf, durationOption } from "../../input/optionValues.ts";
import type { RecordingOptions } from "./runOptions.ts";

/** A recorder, and who tells it what it records. */
export interface OpenedRecording {
  readonly recorder: Recorder;
  readonly observer: Observer;
  readonly droppings: readonly Dropping[];
}

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
export async function openRecording(
  options: RecordingOptions,
  node: string,
  isLive: boolean,
  trouble: (sentence: string) => Promise<void>,
): Promise<OpenedRecording | null> {
  if (options.record === undefined) return null;
  await makeWritableDirectory(options.record);
  const bounds = { bytes: options.recordMaxSize, seconds: options.recordMaxAge };
  const recorder = new Recorder({
    shelf: new CaptureShelf(options.record, node, bounds),
    form: options.recordForm,
    aroundSeconds: options.recordAll ? null : options.recordAround,
    trouble,
  });
  if (!isLive) return { recorder, observer: recorder, droppings: [] };
  const queued = new QueuedObserver(recorder, { name: "recorder", trouble });
  return { recorder, observer: queued, droppings: [queued] };
}
