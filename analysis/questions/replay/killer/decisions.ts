/** What a killer decides in a scenario. */

import type { Detail } from "../../../../assembly/abi.ts";
import { EngineError } from "../../../engine/engineError.ts";
import type { KillerDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import type { KillerScenario } from "../../../read/killer/scenario.ts";
import { UnreadableError } from "../../../read/unreadable.ts";

const SECOND_MS = 1000;

/** What is replayed, in the line about sources. */
export function subjectText({ killer, isCapture = false }: KillerScenario): string {
  return isCapture ? `samples, replayed for ${killer}` : `scenario of ${killer}`;
}

/** Throws an UnreadableError that names the step which the module refuses. */
export function* killerDecisions(
  { configuration, steps, seconds }: KillerScenario,
  version: string | undefined,
  engine: OomdEngine,
  detail: Detail,
): Generator<KillerDecision> {
  refusing("", () =>
    engine.configure({ ...configuration, ...(version === undefined ? {} : { version }) }),
  );
  for (const [index, step] of steps.entries()) {
    // A step may begin after the end.
    if (step.at > seconds) break;
    yield* engine.run(Math.round(step.at * SECOND_MS), detail);
    refusing(`step ${index + 1}: `, () => engine.observe(step));
  }
  yield* engine.run(Math.round(seconds * SECOND_MS), detail);
}

function refusing(place: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    // What is written as JSON for the module may be nested a million times.
    if (error instanceof RangeError) throw new UnreadableError(`${place}it is nested too deeply.`);
    if (!(error instanceof EngineError)) throw error;
    const path = error.path === undefined ? "" : `${error.path}: `;
    throw new UnreadableError(`${place}${path}${error.reason}.`);
  }
}
