/** What a node served at one moment. */
export interface Snapshot {
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  /** A v1 PodList as it came; absent when it is byte for byte the one before. */
  readonly pods?: Uint8Array;
  /** A stats Summary as it came; null when it could not be read. */
  readonly summary: Uint8Array | null;
  /** Why `summary` is null, in one sentence. */
  readonly summaryError?: string;
}

/** Brings snapshots of one node: a kubelet, an API server, this machine, or a capture. */
export interface Source {
  readonly name: string;
  /**
   * The next snapshot, or null at the end of the source. A missing Summary
   * is a snapshot with `summaryError`; only a source that is no longer usable rejects.
   */
  next(signal: AbortSignal): Promise<Snapshot | null>;
  /**
   * The node once more, just before acting on what `next` brought. A source that reads at each
   * `next` leaves it out; a capture has nothing newer than the record it is at.
   */
  again?(signal: AbortSignal): Promise<Snapshot | null>;
  /** A Summary taken after node-level reclaim; null when none could be read. Spec 3.10. */
  summaryAfterReclaim(signal: AbortSignal): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
