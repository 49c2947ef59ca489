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
  { configuration, steps, seconds, ahead = 0 }: KillerScenario,
  version: string | undefined,
  engine: OomdEngine,
  detail: Detail,
): Generator<KillerDecision> {
  const settings = { ...configuration, ...startOf(configuration, ahead) };
  refusing("", () =>
    engine.configure({ ...settings, ...(version === undefined ? {} : { version }) }),
  );
  const until = (at: number) => decisionsUntil(at, ahead, engine, detail);
  for (const [index, step] of steps.entries()) {
    // A step may begin after the end.
    if (step.at > seconds) break;
    yield* until(step.at);
    refusing(`step ${index + 1}: `, () =>
      engine.observe(ahead === 0 ? step : { ...step, at: step.at + ahead }),
    );
  }
  yield* until(seconds);
}

/** How long the machine ran when the killer began; not given where it is not known. */
function startOf({ uptime }: KillerScenario["configuration"], ahead: number): object {
  return typeof uptime === "number" && ahead > 0 ? { uptime: Math.max(0, uptime - ahead) } : {};
}

/** By the time of the steps. */
function* decisionsUntil(
  at: number,
  ahead: number,
  engine: OomdEngine,
  detail: Detail,
): Generator<KillerDecision> {
  const aheadMs = Math.round(ahead * SECOND_MS);
  for (const decision of engine.run(Math.round(at * SECOND_MS) + aheadMs, detail)) {
    const atMs = Math.round(decision.at * SECOND_MS) - aheadMs;
    yield aheadMs === 0 ? decision : { ...decision, at: atMs / SECOND_MS };
  }
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
