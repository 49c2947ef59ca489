import type { Clock } from "../../../analysis/engine/clock.ts";
import type { DaemonStep, Observer } from "../step.ts";

const NANOSECONDS = 1_000_000_000n;

/** Whether the daemon still sees its node. */
export class Freshness implements Observer {
  readonly #clock: Clock;
  readonly #seconds: number;
  #observedAt: bigint | null = null;

  /** `seconds`: how long after the last observation the daemon counts as seeing. */
  constructor(clock: Clock, seconds: number) {
    this.#clock = clock;
    this.#seconds = seconds;
  }

  /** By our own clock: a capture's times are those of its recording. */
  step({ observed }: DaemonStep): void {
    if (observed) this.#observedAt = this.#clock.now();
  }

  /** Why the daemon does not see the node, in one sentence; null when it does. */
  unreadyReason(): string | null {
    if (this.#observedAt === null) return "Nothing has been observed yet.";
    const seconds = (this.#clock.now() - this.#observedAt) / NANOSECONDS;
    if (Number(seconds) <= this.#seconds) return null;
    return `The last observation was ${seconds} s ago.`;
  }
}
