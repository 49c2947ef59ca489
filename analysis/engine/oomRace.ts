/** What goes into `race` of the kernel's module, and what it answers. */

export interface RaceDocument {
  readonly observations: readonly { readonly time: string; readonly availableBytes: number }[];
  readonly thresholds: readonly {
    readonly limitBytes: number;
    readonly gracePeriodSeconds: number;
    readonly graceRemainingMilliseconds?: number;
  }[];
  /** How long a pod may take to end that a soft threshold evicts. */
  readonly maxPodGracePeriodSeconds?: number;
  /** The step evicts, and this is what the pod has to end. */
  readonly evictionGracePeriodSeconds?: number;
  readonly kernelMemcgNotification?: boolean;
  readonly cgroupVersion?: 1 | 2;
  /** With it, the answer has a lane for each that may act. */
  readonly node?: RaceNode;
  /** memory.high of a cgroup, and what it used at the two observations. */
  readonly throttle?: {
    readonly highBytes: number;
    readonly firstBytes: number;
    readonly secondBytes: number;
  };
}

export interface RaceNode {
  readonly capacityBytes: number;
  /** What the kubelet counts as used, and the kernel may still free. */
  readonly cacheBytes: number;
  /** Absent where swap is not known. */
  readonly swapBytes?: number;
  readonly swapFreeBytes?: number;
}

/** When one would act, from the second observation on; a span is what samples cannot tell. */
export interface RaceLane {
  readonly who: string;
  /** Absent where it would not act, as far as is known. */
  readonly earliestMilliseconds?: number;
  /** Absent where nothing says that it has to act. */
  readonly latestMilliseconds?: number;
  readonly sentence: string;
}

export interface Race {
  readonly plimsoll: "race/1";
  /** `either`: the kubelet decides first, and the pod may take longer to end than memory lasts. */
  readonly first: "nobody" | "kubelet" | "kernel" | "either";
  readonly elapsedMilliseconds: number;
  readonly fellBytes: number;
  readonly bytesPerSecond: number;
  readonly availableBytes: number;
  /** Times from the second observation until no memory is left, the kubelet acts, the pod ended. */
  readonly emptyMilliseconds?: number;
  readonly actsMilliseconds?: number;
  readonly endedMilliseconds?: number;
  readonly byNotification: boolean;
  readonly hardThresholdBytes?: number;
  /** The lowest threshold that such a fall meets in time, whenever the kubelet looks. */
  readonly neededBytes?: number;
  readonly thresholdSuffices: boolean;
  /** By their earliest moments; only with a node, while memory falls. */
  readonly lanes?: readonly RaceLane[];
  readonly sentences: readonly string[];
}
