import type { Decision, Signal } from "../../engine/decision.ts";
import { actOf, isNews, signalsOf } from "../../text/outcome.ts";
import { clockOf } from "../../text/utc.ts";
import { Days } from "./days.ts";
import { events } from "./events.ts";
import type { Moment } from "./moment.ts";
import { extended, type Stretch, stretchLine } from "./stretch.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

export interface TimelineOptions {
  /** Leaves the folded stretches out. */
  readonly onlyChanges: boolean;
}

const INDENT = " ".repeat("10:04:40  ".length);

/**
 * The timeline of a capture, line by line as the steps come: a step that differs from the one
 * before it is printed, the others are folded into one line a stretch.
 */
export async function* timeline(
  moments: AsyncIterable<Moment>,
  options: TimelineOptions,
  style: Style,
): AsyncGenerator<string, void, undefined> {
  let before: Decision | null = null;
  let isFirst = true;
  let stretch: Stretch | null = null;
  let followed: Signal | null = null;
  let problem = "";
  const days = new Days(style);
  const folded = (steps: Stretch) => {
    const { time, line } = stretchLine(steps, followed, style);
    return [...days.before(time), line];
  };
  for await (const { time, decision, problems } of moments) {
    const lines = eventLines(before, decision, style);
    const said = [...problems, ...(decision?.warnings ?? []).map(({ rule }) => rule)].join(" ");
    const newProblems = said === problem ? [] : problemLines(problems, decision, style);
    const goesOn = decision === null || stretch === null || continues(stretch, decision);
    if (stretch !== null && (lines.length + newProblems.length > 0 || !goesOn)) {
      if (!options.onlyChanges) yield* folded(stretch);
      stretch = null;
    }
    if (isFirst || newProblems.length + lines.length > 0) yield* days.before(time);
    isFirst = false;
    yield* beside(time, newProblems);
    yield* beside(time, lines);
    problem = said;
    if (decision === null) continue;
    if (lines.length === 0) stretch = extended(stretch, decision);
    else followed = signalsOf(before, decision)[0] ?? followed;
    before = decision;
  }
  if (stretch !== null && !options.onlyChanges) yield* folded(stretch);
}

/** What was wrong with the record, and what is odd about the time of its step. */
function problemLines(
  problems: readonly string[],
  decision: Decision | null,
  style: Style,
): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX) - INDENT.length;
  const odd = (decision?.warnings ?? []).flatMap(({ message }) => hang("! ", message, width));
  return [...problems, ...odd].map(style.paint.low);
}

/** Empty for a step that says the same as the one before it, and for a quiet first step. */
function eventLines(before: Decision | null, after: Decision | null, style: Style): string[] {
  return after === null || !isNews(before, after) ? [] : events(before, after, style);
}

/** Steps that evict the same pod again are not in one stretch with steps that do not. */
function continues(stretch: Stretch, decision: Decision): boolean {
  return (actOf(stretch.last) === null) === (actOf(decision) === null);
}

function beside(time: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? `${clockOf(time)}  ${line}` : INDENT + line));
}
