/** The documents kept of a node. */
export type DocumentName =
  | "configuration"
  | "pods"
  | "frozenPods"
  | "podsPut"
  | "position"
  | "reported";

export interface HistoryEntry {
  /** As `formatTime` writes it, so texts sort as times do. */
  readonly time: string;
  /** The decision as the core wrote it. */
  readonly decision: Uint8Array;
  /** What was posted, and the list of pods when it had come by itself; absent when it is large. */
  readonly record?: Uint8Array;
}

export interface Changes {
  /** Written in this order; null removes. */
  readonly documents: readonly (readonly [DocumentName, Uint8Array | null])[];
  readonly entry?: HistoryEntry;
  /** How many entries are kept, the newest ones. */
  readonly historyMax: number;
}

/**
 * What is kept of one node. Every call is done when it returns, and a change is there as a whole
 * before an answer leaves; a storage of several files ends with the position, which says how far
 * the node has come.
 */
export interface NodeStorage {
  get(name: DocumentName): Uint8Array | null;
  change(changes: Changes): void;
  /** The newest entries first, from before a time when one is given. */
  history(before: string | null, limit: number): readonly HistoryEntry[];
  /** Whether a record of this time would be kept as long as a position that is stored with it. */
  keepsRecord(time: string): boolean;
  /** The record of a time; null when there is none. */
  record(time: string): Uint8Array | null;
  /** How many bytes `records` has. */
  recordBytes(): number;
  /** The records that are kept, the oldest first. */
  records(): readonly Uint8Array[];
  clear(): void;
}
