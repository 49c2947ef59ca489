import type { Signal } from "../../shared/decision.ts";

/** How an amount of a signal is written; a share of the capacity goes for every signal. */
export type Unit = "bytes" | "inodes" | "processes";

export interface SignalRow {
  readonly unit: Unit;
  readonly about: string;
  /** Nobody writes these down: the kubelet derives them from other members. */
  readonly derived?: true;
}

/** What the editor knows of each signal; what a value means is for the core to say. */
export const SIGNALS: Readonly<Record<Signal, SignalRow>> = {
  "memory.available": { unit: "bytes", about: "memory of the node that is no working set" },
  "allocatableMemory.available": { unit: "bytes", about: "memory left for pods", derived: true },
  "nodefs.available": { unit: "bytes", about: "space of the kubelet's filesystem" },
  "nodefs.inodesFree": { unit: "inodes", about: "inodes of the kubelet's filesystem" },
  "imagefs.available": { unit: "bytes", about: "space of the filesystem of images" },
  "imagefs.inodesFree": { unit: "inodes", about: "inodes of the filesystem of images" },
  "containerfs.available": { unit: "bytes", about: "space for containers", derived: true },
  "containerfs.inodesFree": { unit: "inodes", about: "inodes for containers", derived: true },
  "pid.available": { unit: "processes", about: "process numbers that are free" },
};

/** Amounts to begin with, by unit. */
export const AMOUNTS: Readonly<Record<Unit, readonly string[]>> = {
  bytes: ["100Mi", "500Mi", "1Gi", "5%", "10%", "15%"],
  inodes: ["5%", "10%", "100k"],
  processes: ["5%", "10%", "1000"],
};

/** What stands below or behind a member. */
export type Shape =
  | { readonly of: "amounts" } // signal: amount
  | { readonly of: "durations" } // signal: duration
  | { readonly of: "entries"; readonly names: readonly string[]; readonly values: Values }
  | { readonly of: "items"; readonly values: Values }
  | { readonly of: "value"; readonly values: Values };

export type Values = readonly string[];

export interface MemberRow {
  readonly name: string;
  readonly shape: Shape;
  readonly about: string;
}

export const DURATIONS: Values = ["30s", "1m30s", "2m0s", "5m0s"];
const BOOLEANS: Values = ["true", "false"];
const RESOURCES = ["memory", "ephemeral-storage", "cpu", "pid"];

/** The members of a KubeletConfiguration that bear on eviction. */
export const MEMBERS: readonly MemberRow[] = [
  member("evictionHard", { of: "amounts" }, "evicts at once below these amounts"),
  member("evictionSoft", { of: "amounts" }, "evicts when below these for a grace period"),
  member("evictionSoftGracePeriod", { of: "durations" }, "how long a soft threshold is borne"),
  member("evictionMinimumReclaim", { of: "amounts" }, "how far beyond a threshold to reclaim"),
  member(
    "evictionPressureTransitionPeriod",
    { of: "value", values: DURATIONS },
    "how long a node condition outlasts its cause",
  ),
  member(
    "evictionMaxPodGracePeriod",
    { of: "value", values: ["0", "30", "60"] },
    "seconds a pod gets at most when a soft threshold evicts it",
  ),
  member(
    "mergeDefaultEvictionSettings",
    { of: "value", values: BOOLEANS },
    "whether the defaults stay for signals that are not named",
  ),
  member("systemReserved", reserved(), "what the system keeps for itself"),
  member("kubeReserved", reserved(), "what the kubelet and the runtime keep for themselves"),
  member(
    "enforceNodeAllocatable",
    { of: "items", values: ["pods", "system-reserved", "kube-reserved", "none"] },
    "which of the reservations are enforced",
  ),
  member("cgroupsPerQOS", { of: "value", values: BOOLEANS }, "a cgroup for each class of service"),
  member(
    "localStorageCapacityIsolation",
    { of: "value", values: BOOLEANS },
    "whether limits of local storage are watched",
  ),
  member(
    "featureGates",
    { of: "entries", names: ["KubeletSeparateDiskGC"], values: BOOLEANS },
    "features switched on or off",
  ),
];

function member(name: string, shape: Shape, about: string): MemberRow {
  return { name, shape, about };
}

function reserved(): Shape {
  return { of: "entries", names: RESOURCES, values: ["500Mi", "1Gi"] };
}
