/** Where a host takes the time from; tests hand in a clock they move by hand. */
export interface Clock {
  /** Nanoseconds since the epoch. */
  now(): bigint;
  /** Resolves after `durationMilliseconds`, or at once when `signal` aborts; never rejects. */
  sleep(durationMilliseconds: number, signal: AbortSignal): Promise<void>;
}
