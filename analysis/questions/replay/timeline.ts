/** What happened in a capture, step by step. */
import type { Decision, Signal } from "../../engine/decision.ts";
import type { TimelineLine } from "../../text/document.ts";
import { actOf, isNews, signalsOf } from "../../text/outcome.ts";
import { gaugeOf } from "./gauges.ts";
import type { ReplayProblem } from "./replay.ts";
import { type StepEvent, stepEvents } from "./stepEvents.ts";
import { extended, type Stretch, stretchLine } from "./stretch.ts";

/** One record of a capture after its step. */
export interface Moment {
  /** RFC 3339, in UTC. */
  readonly time: string;
  /** Null when nothing was observed. */
  readonly decision: Decision | null;
  /** What was wrong with the record, one sentence each. */
  readonly problems: readonly string[];
}

export interface TimelineOptions {
  /** Leaves the folded stretches out. */
  readonly onlyChanges: boolean;
}

/**
 * Follows a capture: a step that differs from the one before it has lines, the others are folded
 * into one line a stretch.
 */
export class Timeline {
  readonly #onlyChanges: boolean;
  #before: Decision | null = null;
  #stretch: Stretch | null = null;
  #followed: Signal | null = null;
  #problem = "";

  constructor({ onlyChanges }: TimelineOptions) {
    this.#onlyChanges = onlyChanges;
  }

  step(moment: Moment): readonly TimelineLine[] {
    const { decision, problems } = moment;
    const before = this.#before;
    const happened = decision === null || !isNews(before, decision) ? null : decision;
    const events = happened === null ? [] : eventLines(before, happened);
    const said = [...problems, ...(decision?.warnings ?? []).map(({ rule }) => rule)].join(" ");
    const newProblems = said === this.#problem ? [] : problemLines(moment);
    this.#problem = said;
    const isNew = events.length + newProblems.length > 0;
    const stretch = this.#stretch;
    const goesOn = decision === null || stretch === null || continues(stretch, decision);
    const lines = [...(isNew || !goesOn ? this.rest() : []), ...newProblems, ...events];
    if (decision === null) return lines;
    if (events.length === 0) this.#stretch = extended(this.#stretch, decision);
    else this.#followed = signalsOf(before, decision)[0] ?? this.#followed;
    this.#before = decision;
    return lines;
  }

  /** The steps since the last line. */
  rest(): readonly TimelineLine[] {
    const stretch = this.#stretch;
    this.#stretch = null;
    return stretch === null || this.#onlyChanges ? [] : [stretchLine(stretch, this.#followed)];
  }
}

/** What happened in a step. */
export function eventLines(before: Decision | null, after: Decision): readonly TimelineLine[] {
  return stepEvents(before, after).map((event) => lineOf(after, event));
}

function lineOf(after: Decision, event: StepEvent): TimelineLine {
  const { time } = after;
  if (event.signal !== undefined) {
    const { signal, state } = event;
    return { time, gauge: gaugeOf(after, signal), text: `${signal} ${state}` };
  }
  const { mark, text, tone, rest = "", message, why } = event;
  const details = [
    ...(message === undefined ? [] : [["", message] as const]),
    ...(why === undefined ? [] : [["why", why] as const]),
  ];
  return { time, mark, text: text + rest, ...(tone === null ? {} : { tone }), details };
}

/** What was wrong with the record, and what is odd about the time of its step. */
function problemLines({ time, decision, problems }: Moment): readonly TimelineLine[] {
  const odd = (decision?.warnings ?? []).map(({ message }) => message);
  const tone = "low";
  return [
    ...problems.map((text): TimelineLine => ({ time, text, tone })),
    ...odd.map((text): TimelineLine => ({ time, mark: "!", text, tone })),
  ];
}

/** A refusal by the core names its document; the reason for a missing one does not. */
export function problemSentence({ document, sentence, refusal }: ReplayProblem): string {
  return refusal?.document === document ? sentence : `${document}: ${sentence}`;
}

/** Steps that evict the same pod again are not in one stretch with steps that do not. */
function continues(stretch: Stretch, decision: Decision): boolean {
  return (actOf(stretch.last) === null) === (actOf(decision) === null);
}
