import { Detail } from "../../../assembly/abi.ts";
import type { Decision, Signal, ThresholdArithmetic } from "../../shared/decision.ts";
import type { Run } from "../../shared/frozen/run.ts";
import type { SignalColumn, ThresholdColumn } from "../protocol.ts";
import type { Turns } from "./turns.ts";

/** Reads what every signal had available at every step, and the limits it was held against. */
export async function readSignals(
  run: Run,
  count: number,
  turns: Turns,
  progress: (done: number) => void,
): Promise<SignalColumn[]> {
  const columns = new Columns(count);
  for (let index = 0; index < count; index++) {
    run.goTo(index);
    const decision = run.decision(Detail.Arithmetic)?.parse();
    if (decision !== undefined) columns.take(index, decision);
    if (!turns.isOver) continue;
    progress(index + 1);
    await turns.rest();
  }
  return columns.all();
}

class Columns {
  readonly #count: number;
  readonly #signals = new Map<Signal, Omit<SignalColumn, "thresholds">>();
  readonly #thresholds = new Map<string, ThresholdColumn & { readonly signal: Signal }>();

  constructor(count: number) {
    this.#count = count;
  }

  take(index: number, { observations = [], thresholds = [] }: Decision): void {
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

  #thresholdColumn({ signal, hard, value, origin }: ThresholdArithmetic) {
    const key = `${signal} ${hard}`;
    const known = this.#thresholds.get(key);
    if (known !== undefined) return known;
    const column = { signal, hard, value, origin, limit: this.#empty(), minReclaim: this.#empty() };
    this.#thresholds.set(key, column);
    return column;
  }

  #empty(): Float64Array {
    return new Float64Array(this.#count).fill(Number.NaN);
  }
}
