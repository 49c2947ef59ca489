/**
 * A scenario in steps of virtual time, for a user who waits: the module answers when it has written
 * some thousand events or the time is up, which may be minutes apart. Steps get longer and shorter
 * with what they take by the clock; what happens is the same in steps as at once.
 */

import type { SimulatorEngine } from "../../engine/simulatorEngine.ts";
import { formatSeconds } from "../../text/amount.ts";
import { nanosecondsOf } from "../../text/duration.ts";

export interface Step {
  /** Lines of events; none where nothing happened. */
  readonly lines: Uint8Array;
  /** Seconds since the start, up to which it was simulated at least. */
  readonly at: number;
}

export interface Pace {
  /** Seconds of virtual time. */
  readonly firstSeconds: number;
  /** Milliseconds, from any moment on. */
  readonly clock: () => number;
}

/** What a step should take by the clock. */
const STEP_MILLISECONDS = 150;
/** Rejections follow each other within milliseconds. */
const SECONDS_MIN = 0.001;
const NO_LINES = new Uint8Array(0);

/** Goes on to a moment, or to where the verdict is known. */
export function* inSteps(
  engine: SimulatorEngine,
  untilSeconds: number,
  { firstSeconds, clock }: Pace,
): Generator<Step, void, undefined> {
  let seconds = firstSeconds;
  for (let at = 0; at < untilSeconds; ) {
    const began = clock();
    const end = Math.min(at + seconds, untilSeconds);
    for (const lines of engine.run(nanosecondsOf(end))) yield { lines, at };
    at = end;
    yield { lines: NO_LINES, at };
    const { verdict } = engine.report().parse();
    if (verdict === "settles" || verdict === "thrashes") return;
    const took = clock() - began;
    if (took < STEP_MILLISECONDS) seconds *= 2;
    else if (took > 2 * STEP_MILLISECONDS) seconds = Math.max(seconds / 2, SECONDS_MIN);
  }
}

/** What is to be known about an answer where a limit of real time ended the simulation. */
export function stoppedNote(stoppedAt: number, asked: number): string {
  const reached = `${formatSeconds(stoppedAt)} of ${formatSeconds(asked)}`;
  return (
    `The time limit ended the simulation at ${reached}: the answer is about that time alone, and ` +
    "fixes were not searched for. Give a longer --time-limit, or a shorter --until."
  );
}
