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

/**
 * Takes every step of a run and keeps what came of it. A day has thousands of steps and few
 * different outcomes: a decision is parsed only when its bytes differ from the step's before.
 */
export async function decideAll(
  run: Run,
  { count, position, turns }: Extent,
): Promise<{ readonly timeline: Timeline; readonly decision: Decision | null }> {
  let decision: Decision | null = null;
  const conditions = new Uint8Array(count);
  const acts = new Uint8Array(count);
  const events: StepEvent[] = [];
  let bytes = new Uint8Array(0);
  let outcome: Outcome = { conditions: 0, acts: 0, event: null };
  for (let index = 0; index < count; index++) {
    // Without a Summary a kubelet goes on reporting what it reported.
    conditions[index] = outcome.conditions;
    if (run.step() !== null) {
      const written = withoutTime(run.decision(Detail.Decision)?.bytes ?? bytes);
      if (!isEqual(written, bytes)) {
        bytes = written as Uint8Array<ArrayBuffer>;
        outcome = outcomeOf(run.decision(Detail.Decision)?.parse());
      }
      conditions[index] = outcome.conditions;
      acts[index] = outcome.acts;
      if (outcome.event !== null) events.push({ step: index, ...outcome.event });
    }
    if (index === position) decision = run.decision(Detail.Arithmetic)?.parse() ?? null;
    if (turns.isOver) await turns.rest();
  }
  return { timeline: { conditions, acts, events }, decision };
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

function outcomeOf(decision: Decision | undefined): Outcome {
  if (decision === undefined) return { conditions: 0, acts: 0, event: null };
  const { nodeConditions, reclaim, evictions, signal } = decision;
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
