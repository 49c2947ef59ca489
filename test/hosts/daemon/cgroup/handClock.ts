import type { Clock } from "../../../../analysis/engine/clock.ts";

/** A clock that a test moves; anyone who sleeps long enough wakes. */
export class HandClock implements Clock {
  #now = 0n;
  #sleepers: { until: bigint; wake: () => void }[] = [];

  now(): bigint {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((wake) => {
      signal.addEventListener("abort", () => wake(), { once: true });
      const until = this.#now + BigInt(milliseconds) * 1_000_000n;
      if (until <= this.#now || signal.aborted) wake();
      else this.#sleepers.push({ until, wake });
    });
  }

  async forward(milliseconds: number): Promise<void> {
    this.#now += BigInt(milliseconds) * 1_000_000n;
    const awake = this.#sleepers.filter(({ until }) => until <= this.#now);
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#now);
    for (const { wake } of awake) wake();
    await settled();
  }
}

/** Everything that can go on without an event has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
