/** The members of Kubernetes' documents that the fused implementation reads. */

export interface FsStats {
  readonly time?: string;
  readonly availableBytes?: number;
  readonly capacityBytes?: number;
  readonly usedBytes?: number;
  readonly inodesFree?: number;
  readonly inodes?: number;
  readonly inodesUsed?: number;
}

export interface MemoryStats {
  readonly time?: string;
  readonly availableBytes?: number;
  readonly workingSetBytes?: number;
}

export interface ContainerStats {
  readonly name: string;
  readonly memory?: MemoryStats;
  readonly rootfs?: FsStats;
  readonly logs?: FsStats;
}

export interface PodStats {
  readonly podRef: { readonly name: string; readonly namespace: string; readonly uid: string };
  readonly containers?: readonly ContainerStats[] | null;
  readonly memory?: MemoryStats;
  readonly volume?: readonly (FsStats & { readonly name: string })[];
  readonly process_stats?: { readonly process_count?: number };
}

export interface Summary {
  readonly node: {
    readonly systemContainers?: readonly ContainerStats[];
    readonly memory?: MemoryStats;
    readonly fs?: FsStats;
    readonly runtime?: { readonly imageFs?: FsStats; readonly containerFs?: FsStats };
    readonly rlimit?: {
      readonly time?: string;
      readonly maxpid?: number;
      readonly curproc?: number;
    };
  };
  readonly pods?: readonly PodStats[];
}

type ResourceList = Readonly<Record<string, string>>;

export interface ContainerSpec {
  readonly name: string;
  readonly resources?: { readonly requests?: ResourceList };
}

export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly annotations?: ResourceList;
  };
  readonly spec: {
    readonly priority?: number;
    readonly containers: readonly ContainerSpec[];
    readonly volumes?: readonly {
      readonly name: string;
      readonly emptyDir?: { readonly medium?: string };
      readonly hostPath?: object;
      readonly configMap?: object;
    }[];
  };
  readonly status?: { readonly phase?: string };
}

export interface PodList {
  readonly items: readonly Pod[];
}
