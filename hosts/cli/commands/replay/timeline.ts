import type { Policy } from "../../../../analysis/engine/decision.ts";
import { closing } from "../../../../analysis/present/terminal/closing.ts";
import { comparedEventLines } from "../../../../analysis/present/terminal/comparedEvents.ts";
import { printed, withoutControls } from "../../../../analysis/present/terminal/controls.ts";
import type { Moment } from "../../../../analysis/present/terminal/moment.ts";
import { opening, type Subject } from "../../../../analysis/present/terminal/opening.ts";
import { styleOf } from "../../../../analysis/present/terminal/style.ts";
import { timeline } from "../../../../analysis/present/terminal/timeline.ts";
import type { ReplayProblem, ReplayStep } from "../../../../analysis/questions/replay/replay.ts";
import { EMPTY_TALLY, tallied } from "../../../../analysis/questions/replay/tally.ts";
import { asLogged } from "../../../../analysis/read/journal/logged.ts";
import type { EventComparison } from "../../../../analysis/read/prometheus/eventComparison.ts";
import { readable, withoutRanking } from "../../../../analysis/read/readable.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { Action, Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import type { Progress } from "../../screen/progress.ts";

export interface TimelineInputs {
  readonly subject: Subject;
  readonly policy: Policy;
  /** The words that name the same capture and policy on another command line, if there are any. */
  readonly input: string | null;
  /** The same for `diff`, with this policy on both sides. */
  readonly inputTwice: string | null;
  readonly onlyChanges: boolean;
  /** The capture was made of a kubelet's log. */
  readonly isOfLog?: boolean;
  /** Asked for after the last step. */
  readonly candidate: () => string | null;
  /** What a capture of series says that happened; null for any other. */
  readonly comparison: EventComparison | null;
}

/** Prints a replay for people: opening, timeline, closing. */
export async function printTimeline(
  steps: AsyncIterable<ReplayStep>,
  inputs: TimelineInputs,
  progress: Progress,
  io: Io,
): Promise<void> {
  const style = styleOf(io);
  let tally = EMPTY_TALLY;
  let opened = false;

  async function* watched(): AsyncGenerator<Moment, void, undefined> {
    for await (const moment of moments(steps, inputs.isOfLog)) {
      await progress.step(moment.time);
      tally = tallied(tally, moment);
      if (moment.decision !== null) inputs.comparison?.step(moment.decision);
      if (!opened && moment.decision !== null) {
        opened = true;
        await print([...opening(inputs.subject, inputs.policy, moment.decision, style), ""]);
      }
      yield moment;
    }
  }

  async function print(lines: readonly string[]): Promise<void> {
    await progress.clear();
    await io.stdout.write(printed(lines, style.isAscii));
  }

  for await (const line of timeline(watched(), inputs, style)) await print([line]);
  if (!opened) return;
  const { input, inputTwice, policy } = inputs;
  const parts = { input, inputTwice, thresholds: policy.thresholds, candidate: inputs.candidate() };
  const told = comparedEventLines(inputs.comparison?.lines() ?? [], tally.firstTime, style);
  await print(["", ...closing(tally, parts, style), ...(told.length > 0 ? ["", ...told] : [])]);
}

/** The steps of a replay as the renderings read them, with arithmetic and ranking. */
async function* moments(
  steps: AsyncIterable<ReplayStep>,
  ofLog = false,
): AsyncGenerator<Moment, void, undefined> {
  for await (const step of steps) {
    const moment = momentOf(step);
    const { decision } = moment;
    yield ofLog && decision !== null ? { ...moment, decision: asLogged(decision) } : moment;
  }
}

function momentOf(step: ReplayStep): Moment {
  const answer = step.decision(Detail.Arithmetic);
  const isQuiet = step.action === Action.None && !step.changed;
  return {
    time: formatTime(step.time),
    line: step.line,
    decision: answer === null ? null : isQuiet ? withoutRanking(answer) : readable(answer),
    problems: step.problems.map((problem) => withoutControls(sentenceOf(problem))),
  };
}

/** A refusal by the core names its document; the reason for a missing one does not. */
function sentenceOf({ document, sentence, refusal }: ReplayProblem): string {
  return refusal?.document === document ? sentence : `${document}: ${sentence}`;
}
