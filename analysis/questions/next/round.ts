import type { NodeOutlook, UnreadNode } from "./nodeOutlook.ts";

/** All nodes, asked once. */
export interface Round {
  /** The number of the round, from 1. */
  readonly round: number;
  /** Nanoseconds since the epoch, when it began. */
  readonly time: bigint;
  /** Nearest to its line first. */
  readonly nodes: readonly NodeOutlook[];
  /** By name. */
  readonly unread: readonly UnreadNode[];
}
