import { plural } from "../../text/amount.ts";
import { containerText } from "./oomWords.ts";
import type { ContainerTermination } from "./terminations.ts";

/** Sentences that are shown; the marks in the timeline have all of them. */
const SENTENCES_MAX = 3;

/** What the capture says of it, without its time. */
export function terminationText({ isOom, ...termination }: ContainerTermination): string {
  return isOom
    ? `the kernel killed ${containerText(termination)} for memory (OOMKilled)`
    : `${containerText(termination)} ended by SIGKILL (exit code 137); ` +
        "the capture does not say who sent it";
}

/** The sentences for the timeline, each with its time. */
export function terminationSentences(
  terminations: readonly ContainerTermination[],
): readonly string[] {
  const oom = terminations.filter(({ isOom }) => isOom);
  const listed = oom.length > 0 ? oom : terminations;
  const shown = listed.slice(0, SENTENCES_MAX).map((termination) => {
    const time = termination.finishedAt === null ? "" : ` at ${termination.finishedAt}`;
    return `In this capture ${terminationText(termination)}${time}.`;
  });
  const further = listed.length - shown.length;
  if (further === 0) return shown;
  return [...shown, `And ${plural(further, "more like this", "more like these")}.`];
}
