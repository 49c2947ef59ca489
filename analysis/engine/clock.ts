/** What ends a wait early: any AbortSignal, and what is less than one. */
export interface Ending {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Where a host takes the time from; tests hand in a clock they move by hand. */
export interface Clock {
  /** Nanoseconds since the epoch. */
  now(): bigint;
  /** Resolves after `durationMilliseconds`, or at once when `signal` aborts; never rejects. */
  sleep(durationMilliseconds: number, signal: Ending): Promise<void>;
}
