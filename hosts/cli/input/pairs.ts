/** Bare documents as a capture: Summaries, each with the list of pods that belongs to it. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { CaptureOptions } from "../../../analysis/questions/options/capture.ts";
import type { CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import {
  inOrderOfTime,
  isInOrderOfTime,
  NoTimeError,
  timeOfSummary,
} from "../../../analysis/read/capture/pairs.ts";
import { nodeNameOfSummary } from "../../../analysis/read/objects/nodePods.ts";
import { DocumentError, wantedDocument } from "../../../analysis/read/recognize/wanted.ts";
import { nameOf, readDocument } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes } from "../notes.ts";
import type { NamedCapture } from "./namedCapture.ts";

/** Bare documents that belong to the options of a command. */
export async function openPairs(
  summaries: readonly string[],
  options: CaptureOptions,
  io: Io,
  given?: EvictionEngine,
): Promise<NamedCapture> {
  const { pods: podLists = [], time: times = [] } = options;
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
  const engine = given ?? new EvictionEngine(await loadModule("eviction"));
  const { capture, isSorted } = await readPairs(summaries, options, engine, io).catch((error) => {
    if (!(error instanceof NoTimeError)) throw error;
    throw inputFailure(`${error.problem}; give its time with --time.`);
  });
  if (isSorted) {
    const sentence = "The Summaries are sorted by their times, which is not the order given.";
    await printNotes([sentence], io);
  }
  return capture;
}

/** `isSorted`: the order of their times is not the order given. */
export async function readPairs(
  summaries: readonly string[],
  { pods: podLists = [], time: times = [] }: CaptureOptions,
  engine: EvictionEngine,
  io: Io,
): Promise<{ readonly capture: NamedCapture; readonly isSorted: boolean }> {
  const records: CaptureRecord[] = [];
  for (const [index, path] of summaries.entries()) {
    const [list, time] = [podLists[index], times[index]];
    const summary = await readWanted(path, "Summary", engine, io);
    records.push({
      time: time ?? timeOfSummary(nameOf(path), summary),
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
    throw inputFailure(`The Summaries are from several nodes (${names}); give those of one.`);
  }
  const capture = {
    header: null,
    options: {},
    problems: [],
    records: each(inOrderOfTime(records)),
    name: nameOfSeveral(summaries),
    ...(node === undefined ? {} : { node }),
  };
  return { capture, isSorted: !isInOrderOfTime(records) };
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
  engine: EvictionEngine,
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
  engine: EvictionEngine,
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

async function* each(
  records: readonly CaptureRecord[],
): AsyncGenerator<CaptureRecord, void, undefined> {
  yield* records;
}
