import type { Decision } from "../../../../analysis/engine/decision.ts";
import { Comparing, type Comparison } from "../../../../analysis/questions/diff/difference.ts";
import { type ReplayStep, replay } from "../../../../analysis/questions/replay/replay.ts";
import { readable } from "../../../../analysis/read/readable.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import type { Session } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { Progress } from "../../screen/progress.ts";

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
  const comparing = new Comparing();
  const texts: [string, string][] = [];
  const take = ({ time, decisions, steps: [stepA, stepB] }: StepOfBoth) => {
    const differs = comparing.take({
      time,
      step: decisions?.[0].step ?? 0,
      decisions,
      inFull: () => decisionsOf(stepA, stepB, Detail.Arithmetic),
    });
    if (differs && keepTexts) {
      texts.push([stepA.decision()?.text ?? "null", stepB.decision()?.text ?? "null"]);
    }
  };
  await comparedSteps([a, b], take, io);
  return { ...comparing.comparison, texts };
}

/** A record under both policies. */
export interface StepOfBoth {
  /** RFC 3339, in UTC. */
  readonly time: string;
  readonly steps: readonly [ReplayStep, ReplayStep];
  readonly decisions: readonly [Decision, Decision] | null;
}

/** Hands each step of both sides to `take`; it is valid until the next. */
export async function comparedSteps(
  [a, b]: readonly [Session, Session],
  take: (step: StepOfBoth) => void,
  io: Io,
): Promise<void> {
  const progress = new Progress(io);
  const [left, right] = shared(a.capture.records);
  const pairs = sideBySide(stepsOf(a, io, left), replay(b.engine, b.json, right));
  for await (const steps of pairs) {
    const time = formatTime(steps[0].time);
    await progress.step(time);
    take({ time, steps, decisions: decisionsOf(...steps) });
  }
  await progress.clear();
}

/** Null when a side could not observe the record; both see the same one. */
function decisionsOf(a: ReplayStep, b: ReplayStep, detail?: Detail): [Decision, Decision] | null {
  const [left, right] = [a.decision(detail), b.decision(detail)];
  return left === null || right === null ? null : [readable(left), readable(right)];
}

/**
 * One stream for two readers that take turns: each item is read once and waits for the second
 * reader, so a capture of any length is compared in the memory of one record.
 */
export function shared<T>(items: AsyncIterator<T>): [AsyncGenerator<T>, AsyncGenerator<T>] {
  const waiting: [IteratorResult<T>[], IteratorResult<T>[]] = [[], []];

  async function* reader(own: 0 | 1): AsyncGenerator<T> {
    for (;;) {
      let next = waiting[own].shift();
      if (next === undefined) {
        next = await items.next();
        waiting[own === 0 ? 1 : 0].push(next);
      }
      if (next.done) return;
      yield next.value;
    }
  }

  return [reader(0), reader(1)];
}

/** What two generators of the same length yield, side by side. */
export async function* sideBySide<T>(
  left: AsyncGenerator<T>,
  right: AsyncGenerator<T>,
): AsyncGenerator<readonly [T, T]> {
  for (;;) {
    const a = await left.next();
    const b = await right.next();
    if (a.done || b.done) return;
    yield [a.value, b.value];
  }
}
