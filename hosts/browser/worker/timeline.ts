import type { Decision } from "../../../analysis/engine/decision.ts";
import { Decisions } from "../../../analysis/questions/replay/frozen/decisions.ts";
import type { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import { Detail } from "../../../assembly/abi.ts";
import { EVICTED, RECLAIMED, type StepEvent, type Timeline } from "../session/protocol.ts";
import type { Turns } from "../session/turns.ts";
import { conditionBits } from "./signals.ts";

interface Outcome {
  readonly conditions: number;
  readonly acts: number;
  readonly event: Omit<StepEvent, "step"> | null;
}

interface Extent {
  readonly count: number;
  /** The step whose decision is wanted in full; null for the first in which something happens. */
  readonly position: number | null;
  /** The step to be shown where nothing happens in any. */
  readonly otherwise?: number;
  readonly turns: Turns;
}

/** What comes of every step, and one of them in full. */
export interface AllDecided {
  readonly timeline: Timeline;
  readonly position: number;
  readonly decision: Decision | null;
}

/** Takes every step of a run and keeps what came of it. */
export async function decideAll(run: Run, extent: Extent): Promise<AllDecided> {
  const { count, position, otherwise = 0, turns } = extent;
  let wanted = position ?? otherwise;
  let isFound = position !== null;
  let decision: Decision | null = null;
  const decisions = new Decisions(run);
  const recorder = new TimelineRecorder(count);
  for (let index = 0; index < count; index++) {
    recorder.take(index, decisions.next());
    if (!isFound && recorder.timeline.events.length > 0) [wanted, isFound] = [index, true];
    if (index === wanted) decision = run.decision(Detail.Counterfactuals)?.parse() ?? null;
    if (turns.isOver) await turns.rest();
  }
  return { timeline: recorder.timeline, position: wanted, decision };
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

function outcomeOf({ nodeConditions, reclaim, evictions, signal }: Decision): Outcome {
  const conditions = conditionBits(nodeConditions);
  const acts = (reclaim.length > 0 ? RECLAIMED : 0) | (evictions.length > 0 ? EVICTED : 0);
  if (acts === 0) return { conditions, acts, event: null };
  const evicted = evictions.map(({ namespace, name, uid }) => ({ namespace, name, uid }));
  return {
    conditions,
    acts,
    event: { reclaim, evicted, ...(signal === undefined ? {} : { signal }) },
  };
}
