import type { Decision } from "../shared/decision.ts";
import { Detail } from "../shared/index.ts";
import { type ReplayStep, replay } from "../shared/replay.ts";
import { formatTime } from "../shared/time.ts";
import { shared, sideBySide } from "./lockstep.ts";
import type { Progress } from "./progress.ts";
import type { Session } from "./session.ts";
import {
  type DifferentRun,
  type DifferentStep,
  outcomeKey,
  outcomeWords,
} from "./terminal/difference.ts";
import { readable } from "./terminal/moment.ts";
import { EMPTY_TALLY, type Tally, tallied } from "./terminal/tally.ts";

/** Two policies over the same capture. */
export interface Comparison {
  readonly steps: number;
  readonly first: DifferentStep | null;
  readonly runs: readonly DifferentRun[];
  /** The differing decisions as the core wrote them, A and B. */
  readonly texts: readonly (readonly [string, string])[];
  readonly tallies: readonly [Tally, Tally];
}

export interface ComparisonOptions {
  /** Keeps the decisions' own texts, for JSON. */
  readonly texts: boolean;
}

/** Drives two engines over the capture, side by side, and collects where they part. */
export async function compare(
  [a, b]: readonly [Session, Session],
  { texts: keepTexts }: ComparisonOptions,
  progress: Progress,
): Promise<Comparison> {
  const [left, right] = shared(a.capture.records);
  const pairs = sideBySide(replay(a.engine, a.json, left), replay(b.engine, b.json, right));
  let steps = 0;
  let first: DifferentStep | null = null;
  let before: DifferentStep["before"] = [null, null];
  let tallies: Comparison["tallies"] = [EMPTY_TALLY, EMPTY_TALLY];
  const runs: DifferentRun[] = [];
  const texts: [string, string][] = [];
  for await (const [stepA, stepB] of pairs) {
    const time = formatTime(stepA.time);
    await progress.step(time);
    const after = decisionsOf(stepA, stepB);
    tallies = [added(tallies[0], stepA, after?.[0]), added(tallies[1], stepB, after?.[1])];
    if (after === null) continue;
    steps += 1;
    if (outcomeKey(after[0]) !== outcomeKey(after[1])) {
      first ??= { time, before, after: inFull(stepA, stepB) ?? after };
      addRun(runs, time, after);
      if (keepTexts)
        texts.push([stepA.decision()?.text ?? "null", stepB.decision()?.text ?? "null"]);
    }
    before = after;
  }
  await progress.clear();
  return { steps, first, runs, texts, tallies };
}

function added(tally: Tally, step: ReplayStep, decision: Decision | undefined): Tally {
  const time = formatTime(step.time);
  return tallied(tally, { time, line: step.line, decision: decision ?? null, problems: [] });
}

/** Null when a side could not observe the record; both see the same one. */
function decisionsOf(a: ReplayStep, b: ReplayStep, detail?: Detail): [Decision, Decision] | null {
  const [left, right] = [a.decision(detail), b.decision(detail)];
  return left === null || right === null ? null : [readable(left), readable(right)];
}

function inFull(a: ReplayStep, b: ReplayStep): [Decision, Decision] | null {
  return decisionsOf(a, b, Detail.Arithmetic);
}

/** Lengthens the last run when it reads the same and ended in the step before. */
function addRun(runs: DifferentRun[], time: string, [a, b]: readonly [Decision, Decision]): void {
  const outcomes = outcomeWords(a, b);
  const last = runs.at(-1);
  const continues =
    last !== undefined &&
    last.step + last.steps === a.step &&
    last.outcomes.every((words, index) => words === outcomes[index]);
  if (continues) runs[runs.length - 1] = { ...last, steps: last.steps + 1 };
  else runs.push({ time, step: a.step, steps: 1, outcomes });
}
