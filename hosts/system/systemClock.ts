import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock, Ending } from "../../analysis/engine/clock.ts";

/** A clock that also measures elapsed time, independent of the time of day. */
export interface SteadyClock extends Clock {
  /** Nanoseconds since some moment in the past; never goes back and never jumps. */
  elapsed(): bigint;
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
/** The longest a timer can run: Node takes more than this for one millisecond. */
export const TIMER_MAX_MILLISECONDS = 2 ** 31 - 1;

export const SYSTEM_CLOCK: SteadyClock = {
  now: () => BigInt(Date.now()) * NANOSECONDS_PER_MILLISECOND,
  elapsed: () => process.hrtime.bigint(),
  async sleep(durationMilliseconds, signal) {
    let left = durationMilliseconds;
    for (; left > TIMER_MAX_MILLISECONDS && !signal.aborted; left -= TIMER_MAX_MILLISECONDS) {
      await slept(TIMER_MAX_MILLISECONDS, signal);
    }
    // No time at all still lets signals and sockets have their turn.
    return left <= 0 ? nextTurn() : slept(left, signal);
  },
};

function slept(milliseconds: number, signal: Ending): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    if (signal.aborted) wake();
    else signal.addEventListener("abort", wake);
  });
}
