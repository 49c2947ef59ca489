/** Events and verdict of a simulated cluster, as `schemas/simulate-1.schema.json` has them. */
import type { PodName, TriedNode } from "./schedulingDecision.ts";

export type SimulatorEventKind =
  | "Applied"
  | "Condition"
  | "Created"
  | "Deleted"
  | "Disconnected"
  | "Evicted"
  | "FailedScheduling"
  | "Killed"
  | "OOMKilled"
  | "Preempted"
  | "Reconnected"
  | "Rejected"
  | "Restarted"
  | "Scheduled"
  | "Started"
  | "Tainted"
  | "Terminating"
  | "Untainted";

/** What creates pods: a Deployment, StatefulSet, DaemonSet, Job or ReplicaSet. */
export interface OwnerName {
  readonly kind: string;
  readonly name: string;
}

export interface SimulatorEvent {
  /** Seconds since the start. */
  readonly time: number;
  readonly kind: SimulatorEventKind;
  readonly node?: string;
  readonly pod?: PodName;
  /** What a change of the scenario is about. */
  readonly object?: { readonly namespace?: string; readonly name: string };
  readonly owner?: OwnerName;
  readonly reason?: string;
  readonly message?: string;
}

export type VerdictName = "settles" | "thrashes" | "cascades" | "undecided";

export interface NodeAtEnd {
  readonly name: string;
  /** Such as `MemoryPressure`. */
  readonly conditions: readonly string[];
  readonly pods: number;
  /** Pods that were evicted from it. */
  readonly evicted: number;
  /** It came under pressure by pods that another node had evicted. */
  readonly pressure?: "cascaded";
}

export interface PodAtEnd extends PodName {
  readonly node?: string;
  readonly phase: string;
  /** The reason of a pod that has failed. */
  readonly reason?: string;
  readonly owner?: OwnerName;
}

export interface SimulatorVerdict {
  readonly plimsoll: "simulate/1";
  readonly verdict: VerdictName;
  /** Seconds since the start: when it was known. */
  readonly at: number;
  /** The period of a cycle, in seconds. */
  readonly period?: number;
  /** Evictions in one cycle. */
  readonly evictions?: number;
  readonly evictionsPerHour?: number;
  /** The first and the last event of the cycle, counted from 0. */
  readonly cycle?: readonly [number, number];
  /** The states are equal but for the phases of heartbeats and of eviction steps. */
  readonly apartFromPhases?: true;
  /** All lost pods: evicted by kubelets and for taints, rejected, and killed for memory. */
  readonly evictedPods: number;
  readonly nodes: readonly NodeAtEnd[];
  readonly assumptions: readonly string[];
  readonly digest: string;
  /** With a report of detail 1. */
  readonly pods?: readonly PodAtEnd[];
}

/** Why the scheduler finds no node for a pod. */
export interface RefusedPod {
  /** The message of the pod's Event; absent if a node can take the pod. */
  readonly message?: string;
  /** The nodes that reject the pod, in the order in which they were tried. */
  readonly nodes: readonly TriedNode[];
}

/** What a node's kubelet sees at a moment: the documents of its own engine. */
export interface Situation {
  /** Nanoseconds since the epoch. */
  readonly time: number;
  readonly pods: object;
  readonly summary: object;
  readonly configuration: object;
}
