import { plural } from "../../text/amount.ts";
import { containerText } from "./oomWords.ts";
import type { ContainerEnd } from "./terminations.ts";

/** Sentences that are shown; the marks in the timeline have all of them. */
const SENTENCES_MAX = 3;

/** What the capture says of it, without its time. */
export function endText({ isOom, ...end }: ContainerEnd): string {
  return isOom
    ? `the kernel killed ${containerText(end)} for memory (OOMKilled)`
    : `${containerText(end)} ended by SIGKILL (exit code 137); ` +
        "the capture does not say who sent it";
}

/** For the story: each with its time. */
export function endSentences(ends: readonly ContainerEnd[]): readonly string[] {
  const oom = ends.filter(({ isOom }) => isOom);
  const told = oom.length > 0 ? oom : ends;
  const shown = told.slice(0, SENTENCES_MAX).map((end) => {
    const time = end.finishedAt === null ? "" : ` at ${end.finishedAt}`;
    return `In this capture ${endText(end)}${time}.`;
  });
  const further = told.length - shown.length;
  if (further === 0) return shown;
  return [...shown, `And ${plural(further, "more like this", "more like these")}.`];
}
