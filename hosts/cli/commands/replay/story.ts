import type { Policy } from "../../../shared/decision.ts";
import type { ReplayStep } from "../../../shared/replay.ts";
import { EMPTY_TALLY, tallied } from "../../../shared/tally.ts";
import type { Io } from "../../../system/io.ts";
import { closing } from "../../terminal/closing.ts";
import { printed } from "../../terminal/controls.ts";
import type { Moment } from "../../terminal/moment.ts";
import { opening, type Subject } from "../../terminal/opening.ts";
import type { Progress } from "../../terminal/progress.ts";
import { styleOf } from "../../terminal/style.ts";
import { timeline } from "../../terminal/timeline.ts";
import { moments } from "./moments.ts";

export interface Story {
  readonly subject: Subject;
  readonly policy: Policy;
  /** The words that name the same capture and policy on another command line, if there are any. */
  readonly input: string | null;
  /** The same for `diff`, with this policy on both sides. */
  readonly inputTwice: string | null;
  readonly onlyChanges: boolean;
  /** Asked for after the last step. */
  readonly candidate: () => string | null;
}

/** Prints a replay for people: opening, timeline, closing. */
export async function printStory(
  steps: AsyncIterable<ReplayStep>,
  story: Story,
  progress: Progress,
  io: Io,
): Promise<void> {
  const style = styleOf(io);
  let tally = EMPTY_TALLY;
  let opened = false;

  async function* watched(): AsyncGenerator<Moment, void, undefined> {
    for await (const moment of moments(steps)) {
      await progress.step(moment.time);
      tally = tallied(tally, moment);
      if (!opened && moment.decision !== null) {
        opened = true;
        await print([...opening(story.subject, story.policy, moment.decision, style), ""]);
      }
      yield moment;
    }
  }

  async function print(lines: readonly string[]): Promise<void> {
    await progress.clear();
    await io.stdout.write(printed(lines, style.isAscii));
  }

  for await (const line of timeline(watched(), story, style)) await print([line]);
  if (!opened) return;
  const { input, inputTwice, policy } = story;
  const parts = { input, inputTwice, thresholds: policy.thresholds, candidate: story.candidate() };
  await print(["", ...closing(tally, parts, style)]);
}
