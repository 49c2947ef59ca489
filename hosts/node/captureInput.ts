import { basename } from "node:path";
import { type Command, Option } from "commander";
import { pairsToCapture } from "../shared/capture/pairs.ts";
import {
  type Capture,
  CaptureError,
  type CaptureReadOptions,
  type CaptureRecord,
} from "../shared/capture.ts";
import { openCaptureFile } from "./captureFile.ts";
import { nameOf, readDocument, withPath } from "./documents.ts";
import { findExample } from "./examples.ts";
import { inputFailure, usageFailure } from "./exitCode.ts";
import type { Io } from "./io.ts";
import { printNotes } from "./notes.ts";

export interface CaptureOptions {
  readonly example?: string;
  readonly summary?: readonly string[];
  readonly pods?: readonly string[];
}

/** A capture and what people call it. */
export interface NamedCapture extends Capture {
  readonly name: string;
  /** One sentence about an example. */
  readonly title?: string;
}

export const CAPTURE_ARGUMENT = "a capture, plain or gzip; - is standard input";

/** For a replay, which reads a record again when the engine refuses it: half the time. */
export const FOR_REPLAY: CaptureReadOptions = { trustSummaryLast: true };

/** The options that name a capture, for every command that replays one. */
export function addCaptureOptions(command: Command): Command {
  return command
    .argument("[capture]", CAPTURE_ARGUMENT)
    .addOption(
      new Option("--summary <file>", "a bare stats Summary; may be repeated").argParser(listed),
    )
    .addOption(
      new Option("--pods <file>", "the PodList of the Summary at the same place").argParser(listed),
    )
    .option("--example <name>", "an example capture that comes with plimsoll");
}

/** Collects the values of an option that may be repeated. */
export function listed(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

export async function openNamedCapture(
  path: string | undefined,
  options: CaptureOptions,
  io: Io,
  reading: CaptureReadOptions = {},
): Promise<NamedCapture> {
  const { example, summary } = options;
  const given = [path, example, summary].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw usageFailure(
      given.length === 0
        ? "No capture is named; give a capture, --summary FILE --pods FILE, or --example NAME."
        : "Several captures are named; give one of a capture, --summary and --example.",
    );
  }
  if (summary === undefined && options.pods !== undefined) {
    throw usageFailure("--pods belongs to --summary; name the Summary as well.");
  }
  if (summary !== undefined) return openPairs(summary, options.pods ?? [], io);
  if (example === undefined) return openFile(path ?? "-", reading);
  const found = await findExample(example);
  const opened = await openCaptureFile(found.path, reading);
  return { ...opened, name: found.name, title: found.title };
}

async function openFile(path: string, reading: CaptureReadOptions): Promise<NamedCapture> {
  try {
    const name = path === "-" ? nameOf(path) : basename(path);
    return { ...(await openCaptureFile(path, reading)), name };
  } catch (error) {
    if (error instanceof CaptureError) throw inputFailure(`${nameOf(path)}: ${error.message}`);
    throw withPath(error, nameOf(path));
  }
}

async function openPairs(
  summaries: readonly string[],
  podLists: readonly string[],
  io: Io,
): Promise<NamedCapture> {
  if (podLists.length > summaries.length) {
    throw usageFailure(
      `--pods is given ${podLists.length} times and --summary ${summaries.length} times; ` +
        "each PodList needs its Summary.",
    );
  }
  if (podLists.length === 0) {
    await printNotes(["No --pods is given: there is no pod to rank or to evict."], io);
  }
  const pairs = await Promise.all(
    summaries.map(async (path, index) => {
      const pods = podLists[index];
      const summary = await readDocument(path, io);
      return { summary, ...(pods === undefined ? {} : { pods: await readDocument(pods, io) }) };
    }),
  );
  const records = pairs.flatMap((pair, index) => recordsOfPair(pair, summaries[index] ?? ""));
  return {
    header: null,
    options: {},
    problems: [],
    records: inOrder(records),
    name: summaries.map((path) => nameOf(path)).join(", "),
  };
}

/** One pair at a time, so that an error names its file. */
function recordsOfPair(pair: Parameters<typeof pairsToCapture>[0][number], path: string) {
  try {
    return pairsToCapture([pair]);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    throw inputFailure(`${nameOf(path)}: ${error.message}`);
  }
}

async function* inOrder(
  records: readonly CaptureRecord[],
): AsyncGenerator<CaptureRecord, void, undefined> {
  yield* records;
}
