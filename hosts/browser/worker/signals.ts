import { SIGNAL_ROWS } from "../../../analysis/engine/contract/signals.ts";
import type {
  Decision,
  NodeCondition,
  Signal,
  ThresholdArithmetic,
} from "../../../analysis/engine/decision.ts";
import type { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import { NODE_CONDITIONS } from "../../../analysis/text/outcome.ts";
import { Detail } from "../../../assembly/abi.ts";
import type { SignalColumn, ThresholdColumn } from "../session/protocol.ts";
import type { Turns } from "../session/turns.ts";

/** What every signal had at every step, and which conditions were true without a threshold. */
export interface ReadSignals {
  readonly signals: readonly SignalColumn[];
  readonly held: Uint8Array;
}

/** Reads what every signal had available at every step, and the limits it was held against. */
export async function readSignals(
  run: Run,
  count: number,
  turns: Turns,
  progress: (done: number) => void,
): Promise<ReadSignals> {
  const columns = new Columns(count);
  for (let index = 0; index < count; index++) {
    run.goTo(index);
    const decision = run.decision(Detail.Arithmetic)?.parse();
    if (decision !== undefined) columns.take(index, decision);
    if (!turns.isOver) continue;
    progress(index + 1);
    await turns.rest();
  }
  return { signals: columns.all(), held: columns.held };
}

class Columns {
  /** Bits by `NODE_CONDITIONS`: true in the step, and none of its thresholds met or unresolved. */
  readonly held: Uint8Array;
  readonly #count: number;
  readonly #signals = new Map<Signal, Omit<SignalColumn, "thresholds">>();
  readonly #thresholds = new Map<string, ThresholdColumn & { readonly signal: Signal }>();

  constructor(count: number) {
    this.#count = count;
    this.held = new Uint8Array(count);
  }

  take(index: number, { observations = [], thresholds = [], nodeConditions }: Decision): void {
    const behind = thresholds.filter(({ met, unresolved }) => met || unresolved);
    const reported = conditionBits(nodeConditions);
    this.held[index] = reported & ~conditionBits(behind.map(({ signal }) => conditionOf(signal)));
    for (const { signal, available, capacity } of observations) {
      const column = this.#signalColumn(signal);
      column.available[index] = available;
      column.capacity[index] = capacity;
    }
    for (const threshold of thresholds) {
      if (threshold.limit === undefined) continue;
      const column = this.#thresholdColumn(threshold);
      column.limit[index] = threshold.limit;
      column.minReclaim[index] = threshold.minReclaimAmount ?? 0;
      column.grace[index] = graceOf(threshold);
    }
  }

  all(): SignalColumn[] {
    const thresholds = [...this.#thresholds.values()];
    return [...this.#signals.values()].map((column) => ({
      ...column,
      thresholds: thresholds.filter(({ signal }) => signal === column.signal),
    }));
  }

  #signalColumn(signal: Signal) {
    const known = this.#signals.get(signal);
    if (known !== undefined) return known;
    const column = { signal, available: this.#empty(), capacity: this.#empty() };
    this.#signals.set(signal, column);
    return column;
  }

  #thresholdColumn(threshold: ThresholdArithmetic) {
    const { signal, hard, value, origin, gracePeriodSeconds } = threshold;
    const key = `${signal} ${hard}`;
    const found = this.#thresholds.get(key);
    if (found !== undefined) return found;
    const [limit, minReclaim] = [this.#empty(), this.#empty()];
    const grace = new Float64Array(this.#count);
    const known = { signal, hard, value, origin, gracePeriodSeconds };
    const column = { ...known, limit, minReclaim, grace };
    this.#thresholds.set(key, column);
    return column;
  }

  #empty(): Float64Array {
    return new Float64Array(this.#count).fill(Number.NaN);
  }
}

/** How much of its grace period a threshold has behind it; 0 while none is under way. */
function graceOf(threshold: ThresholdArithmetic): number {
  const { gracePeriodSeconds, graceRemainingSeconds, since, gracePeriodSatisfied } = threshold;
  if (gracePeriodSeconds === 0 || since === undefined) return 0;
  if (gracePeriodSatisfied) return 1;
  return graceRemainingSeconds === undefined ? 0 : 1 - graceRemainingSeconds / gracePeriodSeconds;
}

export function conditionBits(conditions: readonly (NodeCondition | undefined)[]): number {
  return conditions.reduce((bits, name) => {
    const place = name === undefined ? -1 : NODE_CONDITIONS.indexOf(name);
    return place < 0 ? bits : bits | (1 << place);
  }, 0);
}

function conditionOf(signal: Signal): NodeCondition | undefined {
  return SIGNAL_ROWS.find(({ name }) => name === signal)?.condition;
}
