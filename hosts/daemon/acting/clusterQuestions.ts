import type { Eviction } from "../../../analysis/engine/decision.ts";

/** A measurement just before an act, and what decided on it. */
export interface Measured {
  readonly configurationJson: string;
  readonly summary: Uint8Array;
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
}

/**
 * What only a cluster and its kubelet can say. Each answers why an eviction must not be made now,
 * null when it may; what cannot be asked is a reason too.
 */
export interface ClusterQuestions {
  /** Whether it would come no earlier than the kubelet's own. */
  lateness(eviction: Eviction, measured: Measured): Promise<string | null>;
  /** Whether the kubelet is at its own thresholds, or was within its transition period. */
  kubeletPressure(measured: Measured): Promise<string | null>;
  namespaceOptOut(namespace: string): Promise<string | null>;
  /** The breaker of the whole fleet. */
  stop(): Promise<string | null>;
  /** Whether another daemon acts on this node, or could within so many nanoseconds before now. */
  otherDaemon(within?: bigint): Promise<string | null>;
  /** Whether as many nodes act already as may. */
  fleetBound(): Promise<string | null>;
  /**
   * This process is about to end: no act begins from now on. An eviction that was sent and is not
   * answered may still happen, so the successor must not act yet.
   */
  end(isSent: boolean): void;
}
