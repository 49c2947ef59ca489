import { Detail } from "../../../assembly/abi.ts";
import type { Decision } from "../../shared/decision.ts";
import { EVICTED, NODE_CONDITIONS, RECLAIMED, type StepEvent, type Timeline } from "../protocol.ts";
import type { Run } from "./run.ts";
import type { Turns } from "./turns.ts";

const encoder = new TextEncoder();
/** Before `action` stand the time and the step's number, behind the last comma the digest. */
const ACTION = encoder.encode('"action"');
const DIGEST_BYTES = ',"digest":"0123456789abcdef"}'.length;

interface Outcome {
  readonly conditions: number;
  readonly acts: number;
  readonly event: Omit<StepEvent, "step"> | null;
}

interface Extent {
  readonly count: number;
  /** The step whose decision is wanted in full. */
  readonly position: number;
  readonly turns: Turns;
}

/** Takes every step of a run and keeps what came of it. */
export async function decideAll(
  run: Run,
  { count, position, turns }: Extent,
): Promise<{ readonly timeline: Timeline; readonly decision: Decision | null }> {
  let decision: Decision | null = null;
  const decisions = new Decisions(run);
  const recorder = new TimelineRecorder(count);
  for (let index = 0; index < count; index++) {
    recorder.take(index, decisions.next());
    if (index === position) decision = run.decision(Detail.Arithmetic)?.parse() ?? null;
    if (turns.isOver) await turns.rest();
  }
  return { timeline: recorder.timeline, decision };
}

/**
 * What a run decides, step by step. A day has thousands of steps and few different outcomes: a
 * decision is parsed only when its bytes differ from the step's before, else it is the same object,
 * with the time and the number of the step that first read so.
 */
export class Decisions {
  readonly #run: Run;
  #bytes: Uint8Array = new Uint8Array(0);
  #decision: Decision | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Takes the next step; null when nothing was observed in it. */
  next(): Decision | null {
    if (this.#run.step() === null) return null;
    const answer = this.#run.decision(Detail.Decision);
    if (answer === null) return null;
    const written = withoutTime(answer.bytes);
    if (this.#decision === null || !isEqual(written, this.#bytes)) {
      this.#bytes = written;
      this.#decision = answer.parse();
    }
    return this.#decision;
  }
}

/** Conditions, acts and events of every step, as the page draws them. */
export class TimelineRecorder {
  readonly #conditions: Uint8Array;
  readonly #acts: Uint8Array;
  readonly #events: StepEvent[] = [];
  #seen: Decision | null = null;
  #outcome: Outcome = { conditions: 0, acts: 0, event: null };

  constructor(count: number) {
    this.#conditions = new Uint8Array(count);
    this.#acts = new Uint8Array(count);
  }

  take(index: number, decision: Decision | null): void {
    if (decision !== null && decision !== this.#seen) {
      this.#seen = decision;
      this.#outcome = outcomeOf(decision);
    }
    // Without a Summary a kubelet goes on reporting what it reported.
    this.#conditions[index] = this.#outcome.conditions;
    if (decision === null) return;
    this.#acts[index] = this.#outcome.acts;
    if (this.#outcome.event !== null) this.#events.push({ step: index, ...this.#outcome.event });
  }

  get timeline(): Timeline {
    return { conditions: this.#conditions, acts: this.#acts, events: this.#events };
  }
}

/** The part of a decision that two steps of the same outcome have in common. */
function withoutTime(decision: Uint8Array): Uint8Array {
  let start = decision.indexOf(ACTION[0] ?? 0);
  while (start >= 0 && !ACTION.every((byte, at) => decision[start + at] === byte)) {
    start = decision.indexOf(ACTION[0] ?? 0, start + 1);
  }
  return decision.subarray(Math.max(start, 0), decision.length - DIGEST_BYTES);
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function outcomeOf({ nodeConditions, reclaim, evictions, signal }: Decision): Outcome {
  const conditions = nodeConditions.reduce((bits, name) => bits | bitOf(name), 0);
  const acts = (reclaim.length > 0 ? RECLAIMED : 0) | (evictions.length > 0 ? EVICTED : 0);
  if (acts === 0) return { conditions, acts, event: null };
  const evicted = evictions.map(({ namespace, name, uid }) => ({ namespace, name, uid }));
  return {
    conditions,
    acts,
    event: { reclaim, evicted, ...(signal === undefined ? {} : { signal }) },
  };
}

function bitOf(condition: Decision["nodeConditions"][number]): number {
  return 1 << NODE_CONDITIONS.indexOf(condition);
}
