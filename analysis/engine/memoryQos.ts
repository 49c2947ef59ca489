/** The question and the answer of `memoryQos`, a verb of the admission module. */

export interface MemoryQosQuestion {
  /** Such as `1.37`; the release that is followed by default when left out. */
  readonly kubeletVersion?: string;
  /** A KubeletConfiguration. */
  readonly configuration?: object;
  /** What pods may use of the node's memory, where no Node says it. */
  readonly allocatableBytes?: number;
  /** 4096 when left out. */
  readonly pageBytes?: number;
}

/** Files of a cgroup; one that the kubelet does not write is absent. */
export interface MemoryFiles {
  readonly min?: number;
  readonly low?: number;
  readonly high?: number | "max";
  readonly max?: number;
}

/** Where a cgroup is throttled, and what happens above that. */
export interface Throttling {
  /** From memory.high to the limit. */
  readonly marginBytes?: number;
  /** How long a thread that charges a batch right below the limit sleeps, in a kernel of 6.1. */
  readonly sleepMilliseconds?: number;
  readonly sentence: string;
}

export interface ContainerMemory extends MemoryFiles, Throttling {
  readonly name: string;
  readonly init?: boolean;
  readonly sidecar?: boolean;
}

export interface PodMemory extends MemoryFiles, Throttling {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly qosClass?: string;
  /** `void`: a file says so that has no effect below a cgroup without it. */
  readonly protection: "hard" | "soft" | "void" | "none";
  readonly containers: readonly ContainerMemory[];
}

export interface MemoryQos {
  readonly plimsoll: "memory-qos/1";
  readonly kubelet: string;
  readonly node?: string;
  readonly enabled: boolean;
  readonly throttlingFactor?: number;
  readonly reservationPolicy?: "None" | "TieredReservation";
  /** Without it, containers without a limit have no memory.high here. */
  readonly allocatableBytes?: number;
  readonly pageBytes: number;
  readonly kubepods: MemoryFiles;
  readonly burstable: MemoryFiles;
  readonly pods: readonly PodMemory[];
}
