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
  /** Seconds of real time after which it stops; absent for none. */
  readonly limitSeconds?: number | undefined;
  /** Gets the lines of events; says how far it is, if it can say more than the moment. */
  take(lines: Uint8Array): Promise<string>;
}

/**
 * Simulates up to a moment, in seconds, and says on a terminal how far it has come. Answers where
 * the limit stopped it; null when it did not.
 */
export async function watchedSimulation(
  engine: SimulatorEngine,
  untilSeconds: number,
  { options, progress, io, limitSeconds, take }: Watched,
): Promise<number | null> {
  const isInSteps = io.stderr.isTerminal || limitSeconds !== undefined;
  const firstSeconds = isInSteps ? FIRST_SECONDS : untilSeconds;
  const end = performance.now() + (limitSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  let stoppedAt: number | null = null;
  const steps = inSteps(engine, untilSeconds, { firstSeconds, clock: Date.now });
  for (;;) {
    const step = next(steps, options);
    if (step === null) break;
    const told = await take(step.lines);
    await progress.show(`${virtualTime(step.at)} simulated${told}`);
    // Within a step nothing is known yet of what follows the lines.
    const isWhole = step.lines.length === 0 && step.at < untilSeconds;
    if (isWhole && performance.now() > end && isOpen(engine)) {
      stoppedAt = step.at;
      break;
    }
  }
  await progress.clear();
  return stoppedAt;
}

/** Whether going on could tell more. */
function isOpen(engine: SimulatorEngine): boolean {
  const { verdict } = engine.report().parse();
  return verdict !== "settles" && verdict !== "thrashes";
}

function next(steps: Iterator<Step, void>, options: SimulationOptions): Step | null {
  try {
    return steps.next().value ?? null;
  } catch (error) {
    throw refusedCourse(error, options);
  }
}
