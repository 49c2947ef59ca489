import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { packedAfter, packedCount } from "../../engine/packedSteps.ts";
import type { TakenSteps } from "../../engine/takenSteps.ts";
import type { RecordedEnd } from "../replay/parting.ts";
import type { SweptCell, SweptPart, SweptState } from "./cell.ts";
import { cellOf } from "./cellCounter.ts";
import type { PackedRun } from "./packedCapture.ts";

/** Decides every step of a capture under one configuration, and counts. */
export function sweepCell(
  engine: EvictionEngine,
  runs: readonly PackedRun[],
  configurationJson: string,
  recorded: readonly RecordedEnd[] = [],
): SweptCell {
  const [part] = sweepParts([engine], runs, [{ json: configurationJson, state: null }]);
  return cellOf(part === undefined ? [] : [part], recorded);
}

/**
 * The same for several configurations, an engine for each, run by run: its documents are then still
 * in the processor's cache for all but the first. A day's snapshots are larger than it.
 */
export function sweepParts(
  engines: readonly EvictionEngine[],
  runs: readonly PackedRun[],
  configurations: readonly SweptState[],
): SweptPart[] {
  const started = configurations.map((each, at) => {
    const engine = engines[at] as EvictionEngine;
    return { engine, taken: [] as TakenSteps[], refusal: startRefusal(engine, each.json) };
  });
  const counted = started.filter(({ refusal }) => refusal === null);
  for (const [index, { pods, steps }] of runs.entries()) {
    for (const each of counted) if (pods !== null) each.engine.thaw(pods);
    if (index === 0) restore(started, configurations);
    // Reading what threads share takes five times as long, so it is read once.
    const near = steps.slice();
    for (const { engine, taken } of counted) takeAll(engine, near, taken);
  }
  return started.map(({ engine, taken, refusal }) => ({
    taken,
    refusal,
    state: refusal === null ? engine.save() : null,
  }));
}

function restore(
  started: readonly { readonly engine: EvictionEngine; readonly refusal: string | null }[],
  configurations: readonly SweptState[],
): void {
  for (const [at, { engine, refusal }] of started.entries()) {
    const state = configurations[at]?.state ?? null;
    if (state !== null && refusal === null) engine.restore(state);
  }
}

/** Several calls where the tally of one is full. */
function takeAll(engine: EvictionEngine, steps: Uint8Array, taken: TakenSteps[]): void {
  for (let left = steps; packedCount(left) > 0; ) {
    const answer = engine.steps(left);
    taken.push(answer);
    if (answer.taken === packedCount(left)) return;
    left = packedAfter(left, answer.taken);
  }
}

function startRefusal(engine: EvictionEngine, json: string): string | null {
  try {
    engine.reconfigure(json);
    return null;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.message;
  }
}
