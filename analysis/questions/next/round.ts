import type { NodeOutlook, UnreadNode } from "./nodeOutlook.ts";

/** All nodes, asked once. */
export interface Round {
  /** From 1. */
  readonly round: number;
  /** Nanoseconds since the epoch, when it began. */
  readonly time: bigint;
  /** Nearest to its line first. */
  readonly nodes: readonly NodeOutlook[];
  /** By name. */
  readonly unread: readonly UnreadNode[];
}
