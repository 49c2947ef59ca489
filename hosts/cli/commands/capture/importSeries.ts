import type { Decision } from "../../../../analysis/engine/decision.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { takeStep } from "../../../../analysis/engine/step.ts";
import type { ImportOptions } from "../../../../analysis/questions/capture/options.ts";
import { NO_CONFIGURATION } from "../../../../analysis/questions/capture/seriesDocument.ts";
import { SeriesEvictions } from "../../../../analysis/questions/replay/seriesEvictions.ts";
import type { CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { optionsOfHeader } from "../../../../analysis/read/capture/header.ts";
import { toModuleConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import type { SeriesCapture } from "../../../../analysis/read/prometheus/seriesCapture.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { inputFailure } from "../../exitCode.ts";
import { seriesOfNode } from "../../input/prometheus/seriesOfNode.ts";
import { printNotes } from "../../notes.ts";
import { seriesLines } from "./seriesLines.ts";
import { openSink, withConfiguration } from "./sink.ts";
import { configurationOf, printWritten } from "./written.ts";

export async function importSeries(node: string, options: ImportOptions, io: Io): Promise<void> {
  const configuration = await configurationOf(options, io);
  const capture = await seriesOfNode(node, options, Date.now(), io);
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
  await io.stderr.write(seriesLines(report, told.comparison.lines(), unmeasured, io));
  await printWritten(options.out, records, io);
}

/** Takes the steps of a capture while it is written, for what is to be said of it. */
class Told {
  readonly comparison: SeriesEvictions;
  readonly notes: string[] = [];
  readonly #engine: EvictionEngine;

  private constructor(engine: EvictionEngine, comparison: SeriesEvictions) {
    this.#engine = engine;
    this.comparison = comparison;
  }

  static async of(header: CaptureHeader, { report }: SeriesCapture): Promise<Told> {
    const engine = new EvictionEngine(await loadModule("eviction"));
    const loaded = { configuration: header.config ?? {}, replacedByFlags: [] };
    const told = new Told(engine, new SeriesEvictions(report.happened, report.intervalSeconds));
    if (header.config === undefined) told.notes.push(NO_CONFIGURATION);
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
    this.comparison.step(this.#engine.report<Decision>(Detail.Arithmetic).parse());
  }
}
