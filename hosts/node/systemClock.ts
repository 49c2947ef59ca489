import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../shared/clock.ts";

/** A clock that also tells how much time has passed, whatever becomes of the time of day. */
export interface SteadyClock extends Clock {
  /** Nanoseconds since some moment in the past; never goes back and never jumps. */
  elapsed(): bigint;
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

export const SYSTEM_CLOCK: SteadyClock = {
  now: () => BigInt(Date.now()) * NANOSECONDS_PER_MILLISECOND,
  elapsed: () => process.hrtime.bigint(),
  sleep(durationMilliseconds, signal) {
    // No time at all still lets signals and sockets have their turn.
    if (durationMilliseconds <= 0) return nextTurn();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, durationMilliseconds);
      if (signal.aborted) wake();
      else signal.addEventListener("abort", wake);
    });
  },
};
