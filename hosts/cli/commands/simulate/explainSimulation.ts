/** One kubelet at a moment of a scenario, explained by the node's own engine. */

import type { Decision } from "../../../../analysis/engine/decision.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import { explainDocument } from "../../../../analysis/questions/explain/document.ts";
import type { ExplainSimulationOptions } from "../../../../analysis/questions/simulate/options.ts";
import {
  load,
  momentInCycle,
  sameMomentNote,
} from "../../../../analysis/questions/simulate/simulation.ts";
import { explainedSituation } from "../../../../analysis/questions/simulate/situation.ts";
import { readable } from "../../../../analysis/read/readable.ts";
import { Status } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { inputFailure } from "../../exitCode.ts";
import { readSimulation } from "../../input/simulation.ts";
import { printNotes } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";
import { watchedSimulation } from "./watchedSimulation.ts";

export async function explainSimulation(options: ExplainSimulationOptions, io: Io): Promise<void> {
  const progress = new Progress(io);
  const { engine, cluster } = await readSimulation(options, progress, io);
  const watched = { options, progress, io, take: async () => "" };
  await watchedSimulation(engine, options.at, watched);
  const verdict = engine.report().parse();
  const moment = momentInCycle(verdict, options.at);
  if (moment < options.at) {
    await printNotes([sameMomentNote(options.at, moment)], io);
    load(engine, cluster);
    await watchedSimulation(engine, moment, watched);
  }
  const situation = situationOf(engine, options.node);
  const answer = explainedSituation(
    new EvictionEngine(await loadModule("eviction")),
    situation.bytes,
  );
  if (options.output === "json") return io.stdout.write(`${answer.text}\n`);
  const document = explainDocument({ decision: readable<Decision>(answer), memory: null });
  return printDocument(document, { output: options.output, all: options.all ?? false }, io);
}

function situationOf(engine: SimulatorEngine, node: string) {
  try {
    return engine.situation(node);
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== Status.NotFound) throw error;
    throw inputFailure(`--node ${node}: ${error.reason}; check its name.`);
  }
}
