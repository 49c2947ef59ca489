import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { INPUT_CAPACITY_BYTES } from "../../../assembly/abi.ts";
import {
  inOrderOfTime,
  isInOrderOfTime,
  NoTimeError,
  timeOfSummary,
} from "../../shared/capture/pairs.ts";
import { type Capture, CaptureError, type CaptureRecord } from "../../shared/capture.ts";
import { identify } from "../../shared/documents/identify.ts";
import { DocumentError, wantedDocument } from "../../shared/documents/wanted.ts";
import { Engine } from "../../shared/engine.ts";
import { EngineError } from "../../shared/engineError.ts";
import { nodeNameOfSummary } from "../../shared/nodePods.ts";
import { parseTime } from "../../shared/time.ts";
import { openCaptureFile, openPassingCapture } from "../../system/captureFile.ts";
import { loadCore } from "../../system/core.ts";
import { findExample } from "../../system/examples.ts";
import { nameOf, readDocument, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes } from "../notes.ts";
import { refuseGiven } from "./givenInstead.ts";

export interface CaptureOptions {
  readonly example?: string;
  readonly summary?: readonly string[];
  readonly pods?: readonly string[];
  /** Nanoseconds since the epoch. */
  readonly time?: readonly bigint[];
}

export interface CaptureReading {
  /** The engine that takes the steps. */
  readonly engine?: Engine;
  /** Each record is done with when the next is asked for: it may stand in the engine's memory. */
  readonly isPassing?: boolean;
}

/** A capture and what people call it. */
export interface NamedCapture extends Capture {
  readonly name: string;
  /** One sentence about an example. */
  readonly title?: string;
  /** What a bare Summary calls its node. */
  readonly node?: string;
  /** The v1 Node, where it was read as well. */
  readonly nodeObject?: object;
  /** What its configuration is called in sentences. Default: the capture's own. */
  readonly origin?: string;
}

export const CAPTURE_ARGUMENT = "a capture, plain or gzip; - is standard input";

/** The options that name a capture, for every command that replays one. */
export function addCaptureOptions(command: Command): Command {
  return addPairOptions(command.argument("[capture]", CAPTURE_ARGUMENT)).option(
    "--example <name>",
    "use an example capture that ships with plimsoll",
  );
}

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
  if (summary !== undefined) return openPairs(summary, options, io);
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
    await refuseGiven(path, "capture");
    if (!(error instanceof CaptureError)) throw withPath(error, nameOf(path));
    throw inputFailure((await bareDocumentSentence(path)) ?? `${nameOf(path)}: ${error.message}`);
  }
}

/** What to do with a bare document that was given as a capture; null for anything else. */
async function bareDocumentSentence(path: string): Promise<string | null> {
  if (path === "-" || (await stat(path)).size > INPUT_CAPACITY_BYTES) return null;
  const { kind, words } = identify(await readFile(path));
  const what = `${path}: this is ${words}, not a capture`;
  if (kind === "Summary") return `${what}; give it as --summary ${path}, and its pods as --pods.`;
  if (kind === "PodList") return `${what}; give it as --pods ${path}, with --summary beside it.`;
  return kind === "configuration" ? `${what}; give it as --config ${path}.` : null;
}

async function openPairs(
  summaries: readonly string[],
  { pods: podLists = [], time: times = [] }: CaptureOptions,
  io: Io,
): Promise<NamedCapture> {
  for (const [option, given] of Object.entries({ "--pods": podLists, "--time": times })) {
    if (given.length <= summaries.length) continue;
    throw usageFailure(
      `${option} is given ${given.length} times and --summary ${summaries.length} times; ` +
        "each belongs to a Summary.",
    );
  }
  if (podLists.length === 0) {
    await printNotes(["No --pods was given, so there are no pods to rank or evict."], io);
  }
  const engine = new Engine(await loadCore());
  const records: CaptureRecord[] = [];
  for (const [index, path] of summaries.entries()) {
    const [list, time] = [podLists[index], times[index]];
    const summary = await readWanted(path, "Summary", engine, io);
    records.push({
      time: time ?? timeOf(path, summary),
      summary,
      ...(list === undefined ? {} : { pods: await readWanted(list, "PodList", engine, io) }),
      others: new Map(),
      line: 0,
    });
  }
  const nodes = new Set(records.map(({ summary }) => summary && nodeNameOfSummary(summary)));
  const [node, ...others] = [...nodes].filter((name) => name !== null);
  if (others.length > 0) {
    const names = [node, ...others].join(", ");
    throw inputFailure(`The Summaries are of several nodes (${names}); give those of one.`);
  }
  if (!isInOrderOfTime(records)) {
    const sentence = "The Summaries are put in the order of their times, which is not that given.";
    await printNotes([sentence], io);
  }
  return {
    header: null,
    options: {},
    problems: [],
    records: each(inOrderOfTime(records)),
    name: nameOfSeveral(summaries),
    ...(node === undefined ? {} : { node }),
  };
}

function nameOfSeveral([first = "", second, ...others]: readonly string[]): string {
  if (second === undefined) return nameOf(first);
  if (others.length === 0) return `${nameOf(first)}, ${nameOf(second)}`;
  return `${nameOf(first)} and ${others.length + 1} more Summaries`;
}

/** A document of the kind an option names, as JSON that the engine takes. */
async function readWanted(
  path: string,
  wanted: keyof typeof OTHER,
  engine: Engine,
  io: Io,
): Promise<Uint8Array> {
  try {
    const document = wantedDocument(nameOf(path), await readDocument(path, io), wanted);
    refuseUnreadable(path, document, wanted, engine);
    return document;
  } catch (error) {
    const swapped = error instanceof DocumentError && error.found === OTHER[wanted];
    if (!swapped) throw error;
    throw inputFailure(`${error.problem}; did you swap --summary and --pods?`);
  }
}

const OTHER = { Summary: "PodList", PodList: "Summary" } as const;

/** A document that the engine refuses is an error: nothing is decided without it. */
function refuseUnreadable(
  path: string,
  document: Uint8Array,
  kind: keyof typeof OTHER,
  engine: Engine,
): void {
  engine.configure("{}");
  try {
    if (kind === "PodList") engine.pods(document);
    else engine.observe(document, 0n);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw inputFailure(`${nameOf(path)}: ${error.message}.`);
  }
}

function timeOf(path: string, summary: Uint8Array): bigint {
  try {
    return timeOfSummary(nameOf(path), summary);
  } catch (error) {
    if (!(error instanceof NoTimeError)) throw error;
    throw inputFailure(`${error.problem}; give its time with --time.`);
  }
}

function timeOption(text: string, before: readonly bigint[] | undefined): readonly bigint[] {
  const time = parseTime(text);
  if (time !== null) return [...(before ?? []), time];
  throw new InvalidArgumentError("Write it as 2026-11-20T10:04:40Z.");
}

async function* each(
  records: readonly CaptureRecord[],
): AsyncGenerator<CaptureRecord, void, undefined> {
  yield* records;
}
