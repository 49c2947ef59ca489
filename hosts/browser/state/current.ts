/** What the other policies are asked about: the decision on show. */
import { effect } from "@preact/signals";
import { rankedResource } from "../../../analysis/text/rankingKeys.ts";
import type { Store } from "./store.ts";

/** Whether its ranking is of memory, which the other judges go by. */
export function ranksMemory({ decision }: Store): boolean {
  return decision.value !== null && rankedResource(decision.value) === "memory";
}

/** Asks when there is a decision: the signals come when nothing is being dragged any more. */
export function whenDecided({ capture, signals, position }: Store, ask: () => void): void {
  effect(() => {
    const isDecided = capture.value !== null && signals.value.length > 0;
    if (isDecided && position.value >= 0) ask();
  });
}

/** Says later whether the decision is still the one that is on show now. */
export function stillCurrent({ position, signals }: Store): () => boolean {
  const [then, columns] = [position.peek(), signals.peek()];
  return () => then === position.peek() && columns === signals.peek();
}
