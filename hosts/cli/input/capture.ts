import { basename } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { type Capture, CaptureError } from "../../../analysis/read/capture/capture.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import { openCaptureFile, openPassingCapture } from "../../system/captureFile.ts";
import { findExample } from "../../system/examples.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import type { CaptureOptions, NamedCapture } from "./namedCapture.ts";

export interface CaptureReading {
  /** The engine that takes the steps. */
  readonly engine?: EvictionEngine;
  /** Each record is done with when the next is asked for: it may stand in the engine's memory. */
  readonly isPassing?: boolean;
}

export const CAPTURE_ARGUMENT = "a capture, plain or gzip; - is standard input";

/** The options that name bare documents; a shell's pattern may name several files. */
export function addPairOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--summary <files...>", "/stats/summary documents; may be repeated").argParser(
        listed,
      ),
    )
    .addOption(
      new Option(
        "--pods <files...>",
        "the pod lists of these documents, in the same order",
      ).argParser(listed),
    )
    .addOption(
      new Option(
        "--time <times...>",
        "the times of documents that have none, in the same order",
      ).argParser(timeOption),
    );
}

/** Collects the values of an option that may be repeated. */
export function listed(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

export async function openNamedCapture(
  path: string | undefined,
  options: CaptureOptions,
  io: Io,
  reading: CaptureReading = {},
): Promise<NamedCapture> {
  const { example, summary } = options;
  const given = [path, example, summary].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw usageFailure(
      given.length === 0
        ? "No capture is given; give a capture, --summary FILE --pods FILE, or --example NAME."
        : "Several captures are named; give one of a capture, --summary and --example.",
    );
  }
  const alone = (["pods", "time"] as const).find((name) => options[name] !== undefined);
  if (summary === undefined && alone !== undefined) {
    throw usageFailure(`--${alone} belongs to --summary; name the Summary as well.`);
  }
  if (summary !== undefined) {
    const { openPairs } = await import("./pairs.ts");
    return openPairs(summary, options, io);
  }
  if (example === undefined) return openFile(path ?? "-", reading);
  const found = await findExample(example);
  const opened = await openPath(found.path, reading);
  return { ...opened, name: found.name, title: found.title };
}

function openPath(path: string, { engine, isPassing = false }: CaptureReading): Promise<Capture> {
  if (engine === undefined) return openCaptureFile(path);
  return isPassing ? openPassingCapture(path, engine) : openCaptureFile(path, { engine });
}

async function openFile(path: string, reading: CaptureReading): Promise<NamedCapture> {
  try {
    const name = path === "-" ? nameOf(path) : basename(path);
    return { ...(await openPath(path, reading)), name };
  } catch (error) {
    const { bareDocumentSentence, refuseGiven } = await import("./givenInstead.ts");
    await refuseGiven(path, "capture");
    if (!(error instanceof CaptureError)) throw withPath(error, nameOf(path));
    throw inputFailure((await bareDocumentSentence(path)) ?? `${nameOf(path)}: ${error.message}`);
  }
}

function timeOption(text: string, before: readonly bigint[] | undefined): readonly bigint[] {
  const time = parseTime(text);
  if (time !== null) return [...(before ?? []), time];
  throw new InvalidArgumentError("Write it as 2026-11-20T10:04:40Z.");
}
