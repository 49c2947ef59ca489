import type { NodeCondition } from "../../engine/decision.ts";
import type { TakenSteps } from "../../engine/takenSteps.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import { formatTime, parseTime } from "../../text/time.ts";
import { partingOf, type RecordedEnd } from "../replay/parting.ts";
import { CLASSES, type QosClass, type SweptCell, type SweptPart } from "./cell.ts";

const CHAIN_PRIME = 0x100000001b3n;

/** Adds up what parts of one node's history amount to, in the order of time. */
export class CellCounter {
  readonly #nanoseconds = new Map<NodeCondition, bigint>();
  readonly #evictions = new Map<string, Map<QosClass, number>>();
  readonly #uids = new Set<string>();
  readonly #headroom = { hard: new Map<string, bigint>(), soft: new Map<string, bigint>() };
  #steps = 0n;
  #missed = 0n;
  #firstEviction: string | null = null;
  #chain = 0n;
  #refusal: string | null;
  readonly #recorded: readonly RecordedEnd[];

  /** `recorded`: the evictions that the history records. */
  constructor(recorded: readonly RecordedEnd[] = [], refusal: string | null = null) {
    this.#recorded = recorded;
    this.#refusal = refusal;
  }

  add({ taken, refusal }: Pick<SweptPart, "taken" | "refusal">): void {
    this.#refusal ??= refusal;
    for (const each of taken) this.#take(each);
  }

  #take(taken: TakenSteps): void {
    this.#steps += taken.steps;
    this.#missed += taken.missed;
    for (const condition of NODE_CONDITIONS) {
      const more = taken.conditionNanoseconds[condition];
      if (more !== undefined) {
        this.#nanoseconds.set(condition, (this.#nanoseconds.get(condition) ?? 0n) + more);
      }
    }
    for (const { uid, qosClass, signal, cause, count } of taken.evictions) {
      this.#uids.add(uid);
      const by = signal ?? cause ?? "";
      const classes = this.#evictions.get(by) ?? new Map<QosClass, number>();
      classes.set(qosClass, (classes.get(qosClass) ?? 0) + Number(count));
      this.#evictions.set(by, classes);
    }
    const first = parseTime(taken.firstEviction ?? "");
    if (first !== null) this.#firstEviction ??= formatTime(first);
    for (const { signal, hard, amount } of taken.headroom) {
      const least = hard ? this.#headroom.hard : this.#headroom.soft;
      const before = least.get(signal);
      if (before === undefined || amount < before) least.set(signal, amount);
    }
    const chained = this.#chain * chainFactor(taken.steps) + BigInt(`0x${taken.chain}`);
    this.#chain = BigInt.asUintN(64, chained);
  }

  get cell(): SweptCell {
    const evictionsBy = new Map(
      [...this.#evictions]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([by, classes]) => [by, inOrder(classes)]),
    );
    const counts = [...evictionsBy.values()].flatMap((classes) => [...classes.values()]);
    return {
      steps: this.#steps,
      missed: this.#missed,
      conditionNanoseconds: this.#nanoseconds,
      evictions: counts.reduce((sum, count) => sum + count, 0),
      evictionsBy,
      podsEvicted: this.#uids.size,
      firstEviction: this.#firstEviction,
      headroom: { hard: sorted(this.#headroom.hard), soft: sorted(this.#headroom.soft) },
      chain: this.#chain.toString(16).padStart(16, "0"),
      refusal: this.#refusal,
      parting: this.#refusal === null ? partingOf(this.#recorded, this.#uids) : null,
    };
  }
}

/** The cell that parts of one node's history make, in the order of time. */
export function cellOf(
  parts: readonly Pick<SweptPart, "taken" | "refusal">[],
  recorded: readonly RecordedEnd[] = [],
): SweptCell {
  const counter = new CellCounter(recorded);
  for (const part of parts) counter.add(part);
  return counter.cell;
}

/** The uids of the pods that a part evicts. */
export function evictedIn(part: SweptPart | undefined): readonly string[] {
  const taken = part?.taken ?? [];
  return taken.flatMap(({ evictions }) => evictions.map(({ uid }) => uid));
}

export function refusedCell(refusal: string): SweptCell {
  return new CellCounter([], refusal).cell;
}

/** The chain of two runs is that of the first, times the prime for each step of the second. */
function chainFactor(steps: bigint): bigint {
  let factor = 1n;
  let power = CHAIN_PRIME;
  for (let left = steps; left > 0n; left >>= 1n) {
    if (left & 1n) factor = BigInt.asUintN(64, factor * power);
    power = BigInt.asUintN(64, power * power);
  }
  return factor;
}

function inOrder(classes: ReadonlyMap<QosClass, number>): ReadonlyMap<QosClass, number> {
  return new Map(
    CLASSES.filter((each) => classes.has(each)).map((each) => [each, classes.get(each) ?? 0]),
  );
}

function sorted(amounts: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
  return new Map([...amounts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
