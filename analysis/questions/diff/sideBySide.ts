/** One capture under two policies, record by record. */
import type { Detail } from "../../../assembly/abi.ts";
import type { Decision } from "../../engine/decision.ts";
import { readable } from "../../read/readable.ts";
import type { ReplayStep } from "../replay/replay.ts";

/** Null when a side could not observe the record; both see the same one. */
export function decisionsOf(
  a: ReplayStep,
  b: ReplayStep,
  detail?: Detail,
): [Decision, Decision] | null {
  const [left, right] = [a.decision(detail), b.decision(detail)];
  return left === null || right === null ? null : [readable(left), readable(right)];
}

/**
 * One stream for two readers that take turns: each item is read once and waits for the second
 * reader, so a capture of any length is compared in the memory of one record.
 */
export function shared<T>(items: AsyncIterator<T>): [AsyncGenerator<T>, AsyncGenerator<T>] {
  const waiting: [IteratorResult<T>[], IteratorResult<T>[]] = [[], []];

  async function* reader(own: 0 | 1): AsyncGenerator<T> {
    for (;;) {
      let next = waiting[own].shift();
      if (next === undefined) {
        next = await items.next();
        waiting[own === 0 ? 1 : 0].push(next);
      }
      if (next.done) return;
      yield next.value;
    }
  }

  return [reader(0), reader(1)];
}

/** What two generators of the same length yield, side by side. */
export async function* sideBySide<T>(
  left: AsyncGenerator<T>,
  right: AsyncGenerator<T>,
): AsyncGenerator<readonly [T, T]> {
  for (;;) {
    const a = await left.next();
    const b = await right.next();
    if (a.done || b.done) return;
    yield [a.value, b.value];
  }
}
