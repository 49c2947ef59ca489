import type { Policy } from "../../../../analysis/engine/decision.ts";
import { documentLines, sectionsLines } from "../../../../analysis/present/terminal/blocks.ts";
import { printed, withoutControls } from "../../../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, styleOf } from "../../../../analysis/present/terminal/style.ts";
import { TimelineLines } from "../../../../analysis/present/terminal/timelineLines.ts";
import { closing } from "../../../../analysis/questions/replay/closing.ts";
import { comparedEvents } from "../../../../analysis/questions/replay/comparedEvents.ts";
import type { RecordedAndDecided } from "../../../../analysis/questions/replay/happened.ts";
import { opening, type Subject } from "../../../../analysis/questions/replay/opening.ts";
import type { ReplayStep } from "../../../../analysis/questions/replay/replay.ts";
import { EMPTY_TALLY, tallied } from "../../../../analysis/questions/replay/tally.ts";
import {
  type Moment,
  problemSentence,
  Timeline,
} from "../../../../analysis/questions/replay/timeline.ts";
import { asLogged } from "../../../../analysis/read/journal/logged.ts";
import { readable, withoutRanking } from "../../../../analysis/read/readable.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { dateOf } from "../../../../analysis/text/utc.ts";
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
  /** What the capture records of evictions; null where that is not looked for. */
  readonly happened: RecordedAndDecided | null;
}

/** Prints a replay for people: opening, timeline, closing. */
export async function printTimeline(
  steps: AsyncIterable<ReplayStep>,
  inputs: TimelineInputs,
  progress: Progress,
  io: Io,
): Promise<void> {
  const style = styleOf(io);
  const view = { all: true };
  const { subject, policy, happened, input, inputTwice } = inputs;
  const timeline = new Timeline(inputs);
  const drawn = new TimelineLines(style, Math.min(style.columns, COLUMNS_MAX), null);
  let tally = EMPTY_TALLY;
  let isOpen = false;

  async function print(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await progress.clear();
    await io.stdout.write(printed(lines, style.isAscii));
  }

  for await (const moment of moments(steps, inputs.isOfLog)) {
    await progress.step(moment.time);
    tally = tallied(tally, moment);
    const { decision } = moment;
    if (!isOpen && decision !== null) {
      isOpen = true;
      await print([...documentLines(opening(subject, policy, decision), view, style), ""]);
    }
    await print(drawn.of(timeline.step(moment)));
  }
  await print(drawn.of(timeline.rest()));
  if (!isOpen) return;
  const program = style.program === undefined ? {} : { program: style.program };
  const { thresholds } = policy;
  const candidate = inputs.candidate();
  const day = tally.firstTime === null ? null : dateOf(tally.firstTime);
  const ending = [
    // What happened comes before what the policy alone decides.
    ...(happened === null ? [] : comparedEvents(happened.lines(), day, happened.notes())),
    ...closing(tally, { input, inputTwice, thresholds, candidate, ...program }),
  ];
  await print(sectionsLines(ending, view, style));
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
    decision: answer === null ? null : isQuiet ? withoutRanking(answer) : readable(answer),
    problems: step.problems.map((problem) => withoutControls(problemSentence(problem))),
  };
}
