import { optionsOfHeader } from "../../../shared/capture/header.ts";
import type { CaptureHeader } from "../../../shared/capture.ts";
import { toModuleConfiguration } from "../../../shared/configuration.ts";
import type { Decision } from "../../../shared/decision.ts";
import { Engine } from "../../../shared/engine.ts";
import { EngineError } from "../../../shared/engineError.ts";
import { Detail } from "../../../shared/index.ts";
import { AnswerError } from "../../../shared/series/answer.ts";
import { NodeNames } from "../../../shared/series/nodeNames.ts";
import { NoFiguresError, SeriesCapture } from "../../../shared/series/seriesCapture.ts";
import type { SeriesStore } from "../../../shared/series/store.ts";
import { Story } from "../../../shared/series/story.ts";
import { takeStep } from "../../../shared/step.ts";
import { loadCore } from "../../../system/core.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { accessOf } from "../../input/prometheus/access.ts";
import { readDump } from "../../input/prometheus/dump.ts";
import {
  directoriesOf,
  instantOf,
  type SeriesImportOptions,
  type Span,
} from "../../input/prometheus/options.ts";
import { readServer } from "../../input/prometheus/readServer.ts";
import { PrometheusServer } from "../../input/prometheus/server.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { configurationOf, printWritten, type WriteOptions } from "./options.ts";
import { seriesLines } from "./seriesLines.ts";
import { openSink, withConfiguration } from "./sink.ts";

type Options = SeriesImportOptions & WriteOptions;

export async function importSeries(options: Options, io: Io): Promise<void> {
  const { node, nodeLabel, matcher } = options;
  if (node === undefined) throw usageFailure("Series are of many nodes: name one with --node.");
  const names = new NodeNames({
    node,
    ...(nodeLabel === undefined ? {} : { nodeLabel }),
    ...(matcher === undefined ? {} : { matchers: matcher }),
  });
  const configuration = await configurationOf(options, io);
  const now = Date.now();
  const store = await storeOf(options, names, now, io);
  refuseSeveralClusters(names);
  const capture = captureOf(store, options, now);
  const header = withConfiguration(capture.header(), configuration);
  const told = await Told.of(header, capture);
  const sink = await openSink(options.out, header, io);
  let records = 0;
  try {
    for (const record of capture.records()) {
      told.step(record);
      await sink.record(record);
      records += 1;
    }
  } finally {
    await sink.close();
  }
  const { report, unmeasured } = capture;
  await printNotes([...report.notes, ...told.notes], io);
  await io.stderr.write(seriesLines(report, told.story.lines(), unmeasured, io));
  await printWritten(options.out, records, io);
}

async function storeOf(
  options: Options,
  names: NodeNames,
  now: number,
  io: Io,
): Promise<SeriesStore> {
  const { prometheusDump } = options;
  try {
    if (prometheusDump !== undefined) return await readDump(prometheusDump, names);
    return await storeOfServer(options, names, spanOf(options, now), io);
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    throw inputFailure(`The series of node ${names.node}: ${error.message}.`);
  }
}

async function storeOfServer(
  options: Options,
  names: NodeNames,
  span: Span,
  io: Io,
): Promise<SeriesStore> {
  const { nodeLabel, matcher = [], requestTimeout } = options;
  const server = new PrometheusServer(await accessOf(options), requestTimeout);
  const label = nodeLabel === undefined ? {} : { nodeLabel };
  try {
    const store = await readServer(server, { names, span, matchers: matcher, ...label });
    await printWarnings(
      [...server.warnings].map((words) => `The server warns: ${words}`),
      io,
    );
    return store;
  } finally {
    server.close();
  }
}

const SPAN_MILLISECONDS_MAX = 31 * 86_400_000;

function spanOf({ from, to }: Options, now: number): Span {
  if (from === undefined) {
    throw usageFailure("--prometheus needs a span: give --from, as --from 2h.");
  }
  const span = { from: instantOf(from, now), to: to === undefined ? now : instantOf(to, now) };
  if (span.from >= span.to) throw usageFailure("--from is not before --to; give an earlier time.");
  if (span.to - span.from <= SPAN_MILLISECONDS_MAX) return span;
  throw usageFailure("--from is more than 31 days before --to; give a shorter span.");
}

function refuseSeveralClusters({ node, clusters }: NodeNames): void {
  if (clusters.length < 2) return;
  throw inputFailure(
    `Several clusters have a node ${node}: ${clusters.join(", ")}; ` +
      `choose one, as --matcher ${clusters[0]}.`,
  );
}

function captureOf(store: SeriesStore, options: Options, now: number): SeriesCapture {
  const { from, to, priorityClass } = options;
  try {
    return new SeriesCapture(store, {
      directories: directoriesOf(options),
      mayRepeat: options.prometheusDump !== undefined,
      ...(priorityClass === undefined ? {} : { priorityClasses: priorityClass }),
      ...(from === undefined ? {} : { from: instantOf(from, now) }),
      ...(to === undefined ? {} : { to: instantOf(to, now) }),
    });
  } catch (error) {
    if (!(error instanceof NoFiguresError)) throw error;
    throw inputFailure(error.message);
  }
}

/** Takes the steps of a capture while it is written, for what is to be said of it. */
class Told {
  readonly story: Story;
  readonly notes: string[] = [];
  readonly #engine: Engine;

  private constructor(engine: Engine, story: Story) {
    this.#engine = engine;
    this.story = story;
  }

  static async of(header: CaptureHeader, { report }: SeriesCapture): Promise<Told> {
    const engine = new Engine(await loadCore());
    const loaded = { configuration: header.config ?? {}, replacedByFlags: [] };
    const told = new Told(engine, new Story(report.happened, report.intervalSeconds));
    if (header.config === undefined) {
      told.notes.push(
        "No series has the kubelet's configuration: its defaults are assumed; give --config.",
      );
    }
    try {
      engine.configure(toModuleConfiguration(loaded, optionsOfHeader(header)));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw inputFailure(`--config: the kubelet would not start with it: ${error.message}.`);
    }
    return told;
  }

  step(record: Parameters<typeof takeStep>[1]): void {
    const { action } = takeStep(this.#engine, record);
    if (action === null) return;
    this.story.step(this.#engine.report<Decision>(Detail.Arithmetic).parse());
  }
}
