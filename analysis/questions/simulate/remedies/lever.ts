/** What can be changed about a cluster, by how much, and what the change is called. */
import type { Draft } from "./draft.ts";

/** How far a change reaches: the smallest first. */
export enum Reach {
  /** Numbers and rules of one workload. */
  Workload = 0,
  /** The kubelet's configuration on some nodes. */
  Kubelet = 1,
  /** How many pods a workload has. */
  Replicas = 2,
  /** Which pods a node takes. */
  Placement = 3,
  /** Machines. */
  Nodes = 4,
}

export type LeverName =
  | "affinity"
  | "cordon"
  | "evictionHard"
  | "evictionPressureTransitionPeriod"
  | "evictionSoft"
  | "evictionSoftGracePeriod"
  | "limits"
  | "node"
  | "nodeName"
  | "nodeSelector"
  | "nodeSize"
  | "replicas"
  | "requests"
  | "systemReserved"
  | "taint"
  | "toleration"
  | "topologySpread";

/** What a change is about, in words for programs. */
export interface EndFacts {
  readonly lever: LeverName;
  /** `Deployment shop/cart`, `Node worker-1`. */
  readonly objects: readonly string[];
  /** Such as `memory`, `memory.available`, `spec.nodeName`. */
  readonly member?: string;
  readonly container?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface Trial {
  /** A sentence. */
  readonly change: string;
  readonly facts: EndFacts;
  readonly draft: Draft;
}

/** One thing that can be changed, by a number or altogether. */
export interface Lever {
  readonly reach: Reach;
  /** What it is now; 0 for what is not a number. */
  readonly now: number;
  /** The mildest change first. */
  readonly ladder: readonly number[];
  /** The nearest value that people would write. */
  readonly rounded: (value: number) => number;
  /** A change that leaves a pod without a node is not named: one that is there for room. */
  readonly placesAll?: true;
  /** Null for a value that makes no change, or none that may be made. */
  readonly at: (value: number) => Trial | null;
}

/** A change without a number. */
export function single(reach: Reach, trial: () => Trial | null): Lever {
  return { reach, now: 0, ladder: [1], rounded: (value) => value, at: trial };
}

/** The lever's values are multiples of what it is now. */
export function multiples(now: number, factors: readonly number[]): readonly number[] {
  return factors.map((factor) => now * factor);
}

const MEBIBYTE = 2 ** 20;
/** Bytes up to which amounts are rounded to so many. */
const QUANTA: readonly (readonly [below: number, quantum: number])[] = [
  [64 * MEBIBYTE, MEBIBYTE],
  [512 * MEBIBYTE, 16 * MEBIBYTE],
  [4096 * MEBIBYTE, 64 * MEBIBYTE],
  [Number.POSITIVE_INFINITY, 256 * MEBIBYTE],
];

export function roundedBytes(bytes: number): number {
  const quantum = QUANTA.find(([below]) => bytes < below)?.[1] ?? MEBIBYTE;
  return Math.max(quantum, Math.round(bytes / quantum) * quantum);
}

/** Two sides of a list: `a, b and c`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
