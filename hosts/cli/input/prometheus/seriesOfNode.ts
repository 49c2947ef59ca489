import { requirement } from "../../../../analysis/questions/options/refusal.ts";
import type { SeriesOptions, TimeChoice } from "../../../../analysis/questions/options/series.ts";
import type { CaptureHeader, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { optionsOfHeader } from "../../../../analysis/read/capture/header.ts";
import { AnswerError } from "../../../../analysis/read/prometheus/answer.ts";
import { DIRECTORIES, type Directories } from "../../../../analysis/read/prometheus/nodeFigures.ts";
import { NodeNames } from "../../../../analysis/read/prometheus/nodeNames.ts";
import {
  NoFiguresError,
  SeriesCapture,
} from "../../../../analysis/read/prometheus/seriesCapture.ts";
import type { SeriesStore } from "../../../../analysis/read/prometheus/store.ts";
import { formatNames } from "../../../../analysis/text/names.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import { configzOf } from "../../../daemon/kubernetes/nodes.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { printWarnings } from "../../notes.ts";
import type { NamedCapture } from "../namedCapture.ts";
import { accessOf } from "./access.ts";
import { readDump } from "./dump.ts";
import { nodesOf, readServer, type Span } from "./readServer.ts";
import { PrometheusServer } from "./server.ts";

const SPAN_MILLISECONDS_MAX = 31 * 86_400_000;
const CLUSTERS_NAMED = 5;
const NODES_NAMED = 10;

/** The series of a node, of a server or of saved answers, as a capture; `now` in milliseconds. */
export async function seriesOfNode(
  node: string,
  options: SeriesOptions,
  now: number,
  io: Io,
): Promise<SeriesCapture> {
  const { nodeLabel, matcher } = options;
  const names = new NodeNames({
    node,
    ...(nodeLabel === undefined ? {} : { nodeLabel }),
    ...(matcher === undefined ? {} : { matchers: matcher }),
  });
  try {
    const store = await storeOf(options, names, now, io);
    refuseSeveralClusters(names);
    return captureOf(store, options, now);
  } catch (error) {
    if (error instanceof NoFiguresError) throw inputFailure(error.message);
    if (!(error instanceof AnswerError)) throw error;
    throw inputFailure(`The series of node ${node}: ${error.message}.`);
  }
}

/** The same as any capture that is read; `known` is what the node itself says, and counts first. */
export function namedSeries(
  series: SeriesCapture,
  node: string,
  known: Partial<CaptureHeader> = {},
): NamedCapture {
  const header = { ...series.header(), ...known };
  return {
    header,
    options: optionsOfHeader(header),
    problems: [],
    records: recordsOf(series),
    name: `series of ${node}`,
    ...(known.config === undefined ? {} : { origin: configzOf(node) }),
  };
}

async function* recordsOf(series: SeriesCapture): AsyncGenerator<CaptureRecord, void, undefined> {
  for (const record of series.records()) yield { ...record, others: new Map(), line: 0 };
}

async function storeOf(
  options: SeriesOptions,
  names: NodeNames,
  now: number,
  io: Io,
): Promise<SeriesStore> {
  const { prometheusDump, nodeLabel, matcher = [], requestTimeout } = options;
  if (prometheusDump !== undefined) return readDump(prometheusDump, names);
  const span = spanOf(options, now);
  const server = new PrometheusServer(await accessOf(options), requestTimeout);
  const label = nodeLabel === undefined ? {} : { nodeLabel };
  try {
    const wanted = { names, span, matchers: matcher, ...label };
    const store = await readServer(server, wanted);
    if (store.sampleCount === 0) refuseUnknownNode(names.node, await nodesOf(server, wanted));
    await printWarnings(
      [...server.warnings].map((words) => `The server warns: ${words}`),
      io,
    );
    return store;
  } finally {
    server.close();
  }
}

/** For a server that knows other nodes; one that knows none may lack kube-state-metrics. */
function refuseUnknownNode(node: string, known: readonly string[]): void {
  if (known.length === 0 || known.includes(node)) return;
  const named = formatNames(known, { max: NODES_NAMED });
  throw inputFailure(
    `The server has no series of node ${node} in this span, but of ${named}; check --node.`,
  );
}

function spanOf({ from, to }: SeriesOptions, now: number): Span {
  if (from === undefined) throw usageFailure(requirement("--prometheus", ["--from"]));
  const span = { from: instantOf(from, now), to: to === undefined ? now : instantOf(to, now) };
  if (span.from >= span.to) throw usageFailure("--from is not before --to; give an earlier time.");
  if (span.to - span.from <= SPAN_MILLISECONDS_MAX) return span;
  throw usageFailure("--from is more than 31 days before --to; give a shorter span.");
}

function refuseSeveralClusters({ node, clusters }: NodeNames): void {
  const [first = ""] = clusters;
  if (clusters.length < 2) return;
  const named = formatNames(clusters, { max: CLUSTERS_NAMED });
  throw inputFailure(
    `Several clusters have a node ${node}: ${named}; ` +
      `choose one, as --matcher ${shellWord(first)}.`,
  );
}

function captureOf(store: SeriesStore, options: SeriesOptions, now: number): SeriesCapture {
  const { from, to, priorityClass } = options;
  return new SeriesCapture(store, {
    directories: directoriesOf(options),
    mayRepeat: options.prometheusDump !== undefined,
    ...(priorityClass === undefined ? {} : { priorityClasses: Object.fromEntries(priorityClass) }),
    ...(from === undefined ? {} : { from: instantOf(from, now) }),
    ...(to === undefined ? {} : { to: instantOf(to, now) }),
  });
}

function instantOf(choice: TimeChoice, now: number): number {
  return "milliseconds" in choice ? choice.milliseconds : now - choice.secondsAgo * 1000;
}

function directoriesOf({ rootDir, imageDir }: SeriesOptions): Directories {
  return {
    rootDirectory: rootDir ?? DIRECTORIES.rootDirectory,
    imageDirectories: imageDir === undefined ? DIRECTORIES.imageDirectories : [imageDir],
  };
}
