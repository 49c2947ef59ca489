/** A simulation that shows its progress to a waiting user. */

import type { SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import { inSteps, type Step } from "../../../../analysis/questions/simulate/inSteps.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import type { Io } from "../../../system/io.ts";
import { refusedCourse, type SimulationOptions } from "../../input/simulation.ts";
import type { Progress } from "../../screen/progress.ts";

/** Seconds of virtual time; the first step shows how long a step takes. */
const FIRST_SECONDS = 1;

export interface Watched {
  /** Where the scenario comes from. */
  readonly options: SimulationOptions;
  readonly progress: Progress;
  readonly io: Io;
  /** Gets the lines of events; says how far it is, if it can say more than the moment. */
  take(lines: Uint8Array): Promise<string>;
}

/** Simulates up to a moment, in seconds, and says on a terminal how far it has come. */
export async function watchedSimulation(
  engine: SimulatorEngine,
  untilSeconds: number,
  { options, progress, io, take }: Watched,
): Promise<void> {
  const firstSeconds = io.stderr.isTerminal ? FIRST_SECONDS : untilSeconds;
  const steps = inSteps(engine, untilSeconds, { firstSeconds, clock: Date.now });
  for (;;) {
    const step = next(steps, options);
    if (step === null) break;
    const told = await take(step.lines);
    await progress.show(`${virtualTime(step.at)} simulated${told}`);
  }
  await progress.clear();
}

function next(steps: Iterator<Step, void>, options: SimulationOptions): Step | null {
  try {
    return steps.next().value ?? null;
  } catch (error) {
    throw refusedCourse(error, options);
  }
}
