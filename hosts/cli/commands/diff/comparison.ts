import type { Decision } from "../../../shared/decision.ts";
import { Comparing, type Comparison } from "../../../shared/difference.ts";
import { Detail } from "../../../shared/index.ts";
import { type ReplayStep, replay } from "../../../shared/replay.ts";
import { formatTime } from "../../../shared/time.ts";
import type { Io } from "../../../system/io.ts";
import type { Session } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { readable } from "../../terminal/moment.ts";
import { Progress } from "../../terminal/progress.ts";
import { shared, sideBySide } from "./lockstep.ts";

export interface ComparedReplays extends Comparison {
  /** The differing decisions as the core wrote them, A and B. */
  readonly texts: readonly (readonly [string, string])[];
}

export interface ComparisonOptions {
  /** Keeps the decisions' own texts, for JSON. */
  readonly texts: boolean;
}

/** Drives two engines over the capture, side by side, and collects where they part. */
export async function compare(
  [a, b]: readonly [Session, Session],
  { texts: keepTexts }: ComparisonOptions,
  io: Io,
): Promise<ComparedReplays> {
  const progress = new Progress(io);
  const [left, right] = shared(a.capture.records);
  const pairs = sideBySide(stepsOf(a, io, left), replay(b.engine, b.json, right));
  const comparing = new Comparing();
  const texts: [string, string][] = [];
  for await (const [stepA, stepB] of pairs) {
    const time = formatTime(stepA.time);
    await progress.step(time);
    const decisions = decisionsOf(stepA, stepB);
    const differs = comparing.take({
      time,
      step: decisions?.[0].step ?? 0,
      decisions,
      inFull: () => decisionsOf(stepA, stepB, Detail.Arithmetic),
    });
    if (differs && keepTexts) {
      texts.push([stepA.decision()?.text ?? "null", stepB.decision()?.text ?? "null"]);
    }
  }
  await progress.clear();
  return { ...comparing.comparison, texts };
}

/** Null when a side could not observe the record; both see the same one. */
function decisionsOf(a: ReplayStep, b: ReplayStep, detail?: Detail): [Decision, Decision] | null {
  const [left, right] = [a.decision(detail), b.decision(detail)];
  return left === null || right === null ? null : [readable(left), readable(right)];
}
