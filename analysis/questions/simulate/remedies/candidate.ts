/** What can be changed about a cluster, by how much, and what the change is called. */
import type { RemedyChange } from "../../remedy.ts";
import type { CandidateChange } from "../../search.ts";
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

export type SimulateChangeKind =
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

export type SimulateChange = RemedyChange<SimulateChangeKind>;

/** What is about to be simulated after a change. */
export interface ChangedDraft {
  readonly change: SimulateChange;
  readonly draft: Draft;
}

/** One thing that can be changed, by a number or altogether. */
export interface Candidate extends Omit<CandidateChange<never>, "apply"> {
  readonly cost: Reach;
  /** A change that leaves a pod without a node is not named: one that is there for room. */
  readonly placesAll?: true;
  /** Null for a value that makes no change, or none that may be made. */
  readonly changed: (value: number) => ChangedDraft | null;
}

/** A change without a number. */
export function single(cost: Reach, changed: () => ChangedDraft | null): Candidate {
  return { cost, values: [1], changed };
}

/** Multiples of what the value is now. */
export function multiples(now: number, factors: readonly number[]): readonly number[] {
  return factors.map((factor) => now * factor);
}

const MEBIBYTE = 2 ** 20;
/** Amounts below `below` bytes are rounded to multiples of `quantum`. */
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
