import type { SteadyClock } from "../../system/systemClock.ts";
import type { LoopPart } from "../step.ts";

const NANOSECONDS = 1_000_000_000n;

/** How long a part of the loop may take. */
export type PartSeconds = Readonly<Record<LoopPart, number>>;

/**
 * Whether the daemon's loop still turns: restarting helps against a loop that is stuck, and not
 * against a node that cannot be read, which is for readiness to say.
 */
export class Liveness {
  readonly #clock: Pick<SteadyClock, "elapsed">;
  readonly #seconds: PartSeconds | null;
  #turnedAt: bigint;
  #part: LoopPart = "step";

  /** `seconds`: how long a part may take; null when a recording sets the pace. */
  constructor(clock: Pick<SteadyClock, "elapsed">, seconds: PartSeconds | null) {
    this.#clock = clock;
    this.#seconds = seconds;
    this.#turnedAt = clock.elapsed();
  }

  /** The loop has reached its next part. */
  turned(part: LoopPart): void {
    this.#part = part;
    this.#turnedAt = this.#clock.elapsed();
  }

  /** Why the loop counts as standing still, in one sentence; null while it turns. */
  standstill(): string | null {
    const seconds = (this.#clock.elapsed() - this.#turnedAt) / NANOSECONDS;
    if (this.#seconds === null || Number(seconds) <= this.#seconds[this.#part]) return null;
    return `The loop has been stuck for ${seconds} s.`;
  }
}
