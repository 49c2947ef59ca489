import type { SteadyClock } from "../../system/systemClock.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** Less is a correction, which a grace period does not notice. */
const JUMP = 5n * NANOSECONDS_PER_SECOND;

/** Compares the time of day with the time that has passed. */
export class ClockWatch {
  readonly #clock: SteadyClock;
  #offset: bigint;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
    this.#offset = clock.now() - clock.elapsed();
  }

  /** By how many nanoseconds the clock went forward since it was last asked; 0n if it did not. */
  jump(): bigint {
    const offset = this.#clock.now() - this.#clock.elapsed();
    const jump = offset - this.#offset;
    this.#offset = offset;
    return jump > JUMP || jump < -JUMP ? jump : 0n;
  }
}

export function jumpSentence(jump: bigint): string {
  const direction = jump > 0n ? "forward" : "back";
  const seconds = (jump > 0n ? jump : -jump) / NANOSECONDS_PER_SECOND;
  return (
    `The clock went ${direction} by ${seconds} s, or the machine slept: grace periods ` +
    "start over, as in a restarted kubelet."
  );
}
