import type { Level } from "./level.ts";

/** Quantities under their names, such as `{"memory": "256Mi"}`. */
export type Quantities = Readonly<Partial<Record<"cpu" | "memory" | "ephemeral-storage", string>>>;

/** Files, counted both ways. */
export interface FilesPlan {
  readonly bytes: Level;
  readonly inodes: Level;
}

export interface ContainerPlan {
  readonly name: string;
  readonly image: string;
  readonly requests?: Quantities;
  readonly limits?: Quantities;
  /** Anonymous memory, in bytes. */
  readonly memory: Level;
  /** File cache touched again, in bytes: part of the working set. */
  readonly activeCache?: Level;
  /** File cache touched once, in bytes: not part of the working set. */
  readonly inactiveCache?: Level;
  /** The writable layer. */
  readonly rootfs?: FilesPlan;
  /** Bytes of the container's log file. */
  readonly logs?: Level;
  readonly processes?: Level;
}

export interface VolumePlan {
  readonly name: string;
  /** As in the pod's spec, such as `{"emptyDir": {}}`. */
  readonly source: Readonly<Record<string, unknown>>;
  /** Absent for a volume that the kubelet does not measure, such as a hostPath. */
  readonly files?: FilesPlan;
}

/** What created a pod: it decides the form of the name, and whether the pod comes back. */
export type Owner = "ReplicaSet" | "DaemonSet" | "StatefulSet" | "Job" | "Node";

export interface PodPlan {
  readonly namespace: string;
  /** The name without what its owner adds. */
  readonly name: string;
  readonly owner: Owner;
  readonly priority?: number;
  readonly priorityClassName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly ContainerPlan[];
  readonly volumes?: readonly VolumePlan[];
}

/** An image that no pod of the node uses, or will use again. */
export interface UnusedImage {
  readonly name: string;
  readonly bytes: number;
  readonly inodes: number;
}

/** A file system: its size, and what lies on it that is neither images nor pods. */
export interface FileSystemPlan {
  readonly capacityBytes: number;
  readonly inodes: number;
  readonly otherBytes: number;
  readonly otherInodes: number;
}

export interface NodePlan {
  readonly name: string;
  readonly memoryCapacityBytes: number;
  /** Limit of the cgroup of all pods: capacity less system-reserved and kube-reserved. */
  readonly podsLimitBytes: number;
  /** Working set outside pods: kubelet, runtime, system services. */
  readonly systemMemory: Level;
  readonly systemInactiveCache: Level;
  readonly nodeFs: FileSystemPlan;
  /** Absent when images and writable layers lie on `nodeFs`. */
  readonly imageFs?: FileSystemPlan;
  readonly maxpid: number;
  /** Tasks outside pods. */
  readonly systemTasks: Level;
  readonly unusedImages: readonly UnusedImage[];
}
