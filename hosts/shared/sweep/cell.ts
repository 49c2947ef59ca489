import type { Decision, NodeCondition } from "../decision.ts";
import type { Engine } from "../engine.ts";
import { EngineError } from "../engineError.ts";
import { Decisions } from "../frozen/decisions.ts";
import type { FrozenCapture } from "../frozen/frozenCapture.ts";
import { Run } from "../frozen/run.ts";
import { EMPTY_TALLY, evictionCount, type Tally, tallied } from "../tally.ts";
import { formatTime } from "../time.ts";

/** What one configuration comes to over a whole capture. */
export interface SweptCell {
  readonly evictions: number;
  readonly podsEvicted: number;
  readonly conditionSeconds: ReadonlyMap<NodeCondition, number>;
  /** Why there is nothing to count; null for a configuration that is in order. */
  readonly refusal: string | null;
}

/** Decides every step under one configuration, in the form the module takes, and counts. */
export function sweepCell(
  engine: Engine,
  capture: FrozenCapture,
  configurationJson: string,
): SweptCell {
  try {
    return counted(talliedRun(new Run(engine, capture, configurationJson), capture));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refusedCell(error.message);
  }
}

export function refusedCell(refusal: string): SweptCell {
  return { evictions: 0, podsEvicted: 0, conditionSeconds: new Map(), refusal };
}

function counted(tally: Tally): SweptCell {
  const { evictions, conditionSeconds } = tally;
  const podsEvicted = new Set(evictions.map(({ uid }) => uid)).size;
  return { evictions: evictionCount(tally), podsEvicted, conditionSeconds, refusal: null };
}

/** Between two changes nothing is counted but time, which one addition counts as well. */
function talliedRun(run: Run, { steps }: FrozenCapture): Tally {
  const decisions = new Decisions(run);
  let tally = EMPTY_TALLY;
  let seen: Decision | null = null;
  for (const [index, { time }] of steps.entries()) {
    const decision = decisions.next();
    const counts = decision !== null && (decision !== seen || decision.evictions.length > 0);
    if (counts) tally = tallied(tally, { time: formatTime(time), decision });
    else if (index === steps.length - 1) {
      tally = tallied(tally, { time: formatTime(time), decision: null });
    }
    seen = decision ?? seen;
  }
  return tally;
}
