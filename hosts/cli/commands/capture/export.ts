import type { Command } from "commander";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { inOneLine } from "../../../../analysis/present/terminal/controls.ts";
import { EXPORT, type ExportOptions } from "../../../../analysis/questions/capture/options.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { optionsOfHeader } from "../../../../analysis/read/capture/header.ts";
import { toModuleConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { nodeNameOfSummary } from "../../../../analysis/read/objects/nodePods.ts";
import { ExposedCapture, type SummaryStats } from "../../../../analysis/read/prometheus/exposed.ts";
import type { ListedPod } from "../../../../analysis/read/prometheus/exposedPod.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { commandOf } from "../../command.ts";
import { inputFailure } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { printWarnings } from "../../notes.ts";
import { openText } from "./sink.ts";

export function exportCommand(io: Io): Command {
  return commandOf(EXPORT, ({ capture }, options) => runExport(capture, options, io));
}

async function runExport(path: string | undefined, options: ExportOptions, io: Io): Promise<void> {
  const { example } = options;
  const engine = new EvictionEngine(await loadModule("eviction"));
  const given = example === undefined ? {} : { example };
  const capture = await openNamedCapture(path, given, io, { engine, isPassing: true });
  const exposed = await exposedCapture(capture, options, engine);
  const { exposition } = exposed;
  const text = await openText(options.out, io);
  try {
    for (const chunk of exposition.text()) await text.write(chunk);
  } finally {
    await text.close();
  }
  const sentences = capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`);
  await printWarnings(sentences, io);
  const name = options.out === "-" ? "standard output" : options.out;
  const written = `${name}: ${plural(exposition.sampleCount, "sample")}`;
  await io.stderr.write(`${inOneLine(written)}\n`);
}

async function exposedCapture(
  capture: NamedCapture,
  options: ExportOptions,
  engine: EvictionEngine,
): Promise<ExposedCapture> {
  const header = capture.header ?? { plimsoll: "capture/1" as const };
  const loaded = { configuration: header.config ?? {}, replacedByFlags: [] };
  const configuration = toModuleConfiguration(loaded, {
    ...capture.options,
    ...optionsOfHeader(header),
  });
  const documents = new Documents();
  const scrapes = new Scrapes(options);
  let exposed: ExposedCapture | null = null;
  for await (const step of replay(engine, configuration, documents.of(capture.records))) {
    const { pods, summary } = documents;
    const node = options.node ?? header.node ?? documents.node;
    if (node === null) {
      throw inputFailure(`${capture.name}: nothing in it names the node; name it with --node.`);
    }
    exposed ??= new ExposedCapture(header, node);
    const time = Number(step.time / 1_000_000n);
    for (const due of scrapes.before(time)) exposed.scrape(due);
    exposed.step({ time, pods, summary, decision: step.decision()?.parse() ?? null });
    for (const due of scrapes.at(time)) exposed.scrape(due);
  }
  if (exposed !== null && exposed.exposition.sampleCount > 0) return exposed;
  throw inputFailure(`${capture.name}: it has no record that can be exported.`);
}

/** The documents in force during a replay. */
class Documents {
  pods: readonly ListedPod[] = [];
  summary: SummaryStats | null = null;
  node: string | null = null;

  async *of(records: AsyncIterable<CaptureRecord>): AsyncGenerator<CaptureRecord, void, undefined> {
    for await (const record of records) {
      const { pods, summary } = record;
      if (pods !== undefined) this.pods = parsed<{ items?: ListedPod[] }>(pods)?.items ?? [];
      this.summary = summary === null ? null : parsed<SummaryStats>(summary);
      if (summary !== null) this.node ??= nodeNameOfSummary(summary);
      yield record;
    }
  }
}

const decoder = new TextDecoder();

/** Null for what is not JSON: the replay reports it. */
function parsed<T>(document: Uint8Array): T | null {
  try {
    return JSON.parse(decoder.decode(document)) as T;
  } catch {
    return null;
  }
}

/** When scrapes are due: at every record, or at an interval from the first one on. */
class Scrapes {
  readonly #interval: number | null;
  readonly #offset: number;
  #next: number | null = null;

  constructor({ scrapeInterval, scrapeOffset }: ExportOptions) {
    this.#interval = scrapeInterval === undefined ? null : scrapeInterval * 1000;
    this.#offset = scrapeOffset * 1000;
  }

  /** Those between the record before and this one. */
  before(time: number): readonly number[] {
    return this.#due(time - 1);
  }

  at(time: number): readonly number[] {
    if (this.#interval === null) return [time];
    this.#next ??= time + this.#offset;
    return this.#due(time);
  }

  #due(until: number): readonly number[] {
    const due: number[] = [];
    while (this.#interval !== null && this.#next !== null && this.#next <= until) {
      due.push(this.#next);
      this.#next += this.#interval;
    }
    return due;
  }
}
