import type { Decision } from "../../../../analysis/engine/decision.ts";
import { Comparing, type Comparison } from "../../../../analysis/questions/diff/difference.ts";
import { decisionsOf, shared, sideBySide } from "../../../../analysis/questions/diff/sideBySide.ts";
import { RecordedEnds } from "../../../../analysis/questions/replay/recordedEnds.ts";
import { type ReplayStep, replay } from "../../../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
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
  const ends = new RecordedEnds();
  let latest: CaptureRecord | null = null;
  const take = ({ time, decisions, steps: [stepA, stepB] }: StepOfBoth) => {
    const differs = comparing.take({
      time,
      step: decisions?.[0].step ?? 0,
      decisions,
      inFull: () => decisionsOf(stepA, stepB, Detail.Arithmetic),
    });
    if (latest !== null) ends.take(latest, comparing.parted, time);
    if (differs && keepTexts) {
      texts.push([stepA.decision()?.text ?? "null", stepB.decision()?.text ?? "null"]);
    }
  };
  const watched: Served = async function* (records) {
    for await (const record of records) {
      latest = record;
      yield record;
    }
  };
  await comparedSteps([a, b], take, io, [watched, asRecorded]);
  return { ...comparing.comparison, recorded: ends.all, texts };
}

/** A record under both policies. */
export interface StepOfBoth {
  /** RFC 3339, in UTC. */
  readonly time: string;
  readonly steps: readonly [ReplayStep, ReplayStep];
  readonly decisions: readonly [Decision, Decision] | null;
}

type Served = (records: AsyncIterable<CaptureRecord>) => AsyncIterable<CaptureRecord>;
const asRecorded: Served = (records) => records;

/** Hands each step of both sides to `take`; it is valid until the next. `served`: to each side. */
export async function comparedSteps(
  [a, b]: readonly [Session, Session],
  take: (step: StepOfBoth) => void,
  io: Io,
  served: readonly [Served, Served] = [asRecorded, asRecorded],
): Promise<void> {
  const progress = new Progress(io);
  const [left, right] = shared(a.capture.records);
  const pairs = sideBySide(
    stepsOf(a, io, served[0](left)),
    replay(b.engine, b.json, served[1](right)),
  );
  for await (const steps of pairs) {
    const time = formatTime(steps[0].time);
    await progress.step(time);
    take({ time, steps, decisions: decisionsOf(...steps) });
  }
  await progress.clear();
}
