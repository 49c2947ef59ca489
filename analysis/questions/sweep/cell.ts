import type { Decision, NodeCondition } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { formatTime } from "../../text/time.ts";
import { Decisions } from "../replay/frozen/decisions.ts";
import type { FrozenCapture, FrozenStep } from "../replay/frozen/frozenCapture.ts";
import { Run } from "../replay/frozen/run.ts";
import { EMPTY_TALLY, evictionCount, type Tally, tallied } from "../replay/tally.ts";

/** The result of one configuration over a whole capture. */
export interface SweptCell {
  readonly evictions: number;
  readonly podsEvicted: number;
  readonly conditionSeconds: ReadonlyMap<NodeCondition, number>;
  /** Why there is nothing to count; null for a configuration that is in order. */
  readonly refusal: string | null;
}

/** Decides every step under one configuration, in the form the module takes, and counts. */
export function sweepCell(
  engine: EvictionEngine,
  capture: FrozenCapture,
  configurationJson: string,
): SweptCell {
  const [cell] = sweepCells([engine], capture, [configurationJson]);
  return cell as SweptCell;
}

/**
 * The same for several configurations, an engine for each, step by step: a step's snapshot is then
 * still in the processor's cache for all but the first. A day's snapshots are larger than it.
 */
export function sweepCells(
  engines: readonly EvictionEngine[],
  capture: FrozenCapture,
  configurationJsons: readonly string[],
): SweptCell[] {
  // A snapshot that one engine reads is read once either way.
  const near = configurationJsons.length > 1 ? new NearCapture(capture) : null;
  const counting = configurationJsons.map((json, index) =>
    startedCell(engines[index] as EvictionEngine, near ?? capture, json),
  );
  for (let index = 0; index < capture.steps.length; index++) {
    near?.bring(index);
    for (const each of counting) if (each instanceof CountedRun) each.take(index);
  }
  return counting.map((each) => (each instanceof CountedRun ? each.cell : each));
}

/**
 * A capture whose present snapshot is in memory of its own: reading what threads share takes five
 * times as long.
 */
class NearCapture implements FrozenCapture {
  readonly header: FrozenCapture["header"];
  readonly options: FrozenCapture["options"];
  readonly podLists: FrozenCapture["podLists"];
  readonly evictions: FrozenCapture["evictions"];
  readonly problems: FrozenCapture["problems"];
  readonly steps: FrozenStep[];
  readonly #far: FrozenCapture["steps"];
  readonly #bytes: Uint8Array;

  constructor({ header, options, podLists, evictions, problems, steps }: FrozenCapture) {
    this.header = header;
    this.options = options;
    this.podLists = podLists;
    this.evictions = evictions;
    this.problems = problems;
    this.steps = [...steps];
    this.#far = steps;
    const longest = steps.reduce((most, { summary }) => Math.max(most, summary?.length ?? 0), 0);
    this.#bytes = new Uint8Array(longest);
  }

  /** The step before is again what it was: its snapshot is overwritten. */
  bring(index: number): void {
    const [before, step] = [this.#far[index - 1], this.#far[index]];
    if (before !== undefined) this.steps[index - 1] = before;
    if (!step?.summary) return;
    this.#bytes.set(step.summary);
    this.steps[index] = { ...step, summary: this.#bytes.subarray(0, step.summary.length) };
  }
}

/** A configuration that is refused is counted already. */
function startedCell(
  engine: EvictionEngine,
  capture: FrozenCapture,
  json: string,
): CountedRun | SweptCell {
  try {
    return new CountedRun(new Run(engine, capture, json), capture);
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
class CountedRun {
  readonly #decisions: Decisions;
  readonly #steps: FrozenCapture["steps"];
  #tally = EMPTY_TALLY;
  #seen: Decision | null = null;

  constructor(run: Run, { steps }: FrozenCapture) {
    this.#decisions = new Decisions(run);
    this.#steps = steps;
  }

  take(index: number): void {
    const time = this.#steps[index]?.time ?? 0n;
    const decision = this.#decisions.next();
    const isNews = decision !== null && (decision !== this.#seen || decision.evictions.length > 0);
    if (isNews || index === this.#steps.length - 1) {
      const counts = isNews ? decision : null;
      this.#tally = tallied(this.#tally, { time: formatTime(time), decision: counts });
    }
    this.#seen = decision ?? this.#seen;
  }

  get cell(): SweptCell {
    return counted(this.#tally);
  }
}
