import { Action, Detail } from "../../../shared/index.ts";
import type { ReplayStep } from "../../../shared/replay.ts";
import { formatTime } from "../../../shared/time.ts";
import { withoutControls } from "../../terminal/controls.ts";
import { type Moment, readable, withoutRanking } from "../../terminal/moment.ts";

/** The steps of a replay as the renderings read them, with arithmetic and ranking. */
export async function* moments(
  steps: AsyncIterable<ReplayStep>,
): AsyncGenerator<Moment, void, undefined> {
  for await (const step of steps) yield momentOf(step);
}

export function momentOf(step: ReplayStep): Moment {
  const answer = step.decision(Detail.Arithmetic);
  const isQuiet = step.action === Action.None && !step.changed;
  return {
    time: formatTime(step.time),
    line: step.line,
    decision: answer === null ? null : isQuiet ? withoutRanking(answer) : readable(answer),
    problems: step.problems.map(({ document, sentence }) =>
      withoutControls(sentenceOf(document, sentence)),
    ),
  };
}

/** The core names the document already; a recorder's own words may not. */
function sentenceOf(document: string, sentence: string): string {
  return sentence.startsWith(document) ? sentence : `${document}: ${sentence}`;
}
