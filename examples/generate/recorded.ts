/** An example that was recorded from a real kubelet; `test/recorded` says how. */
export interface RecordedExample {
  /** Also the name of its file. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly lookAt: readonly string[];
  /** Passes of the kubelet's eviction loop. */
  readonly steps: number;
}

/** The release that was recorded. */
export const RECORDED_KUBELET = "v1.35.8";

export const RECORDED: readonly RecordedExample[] = [
  {
    name: "recorded-memory-hard",
    title: "Recorded: a real kubelet runs out of pods to evict",
    description:
      "A kubelet v1.35.8 in a small guest, recorded. Pods grow, and so do processes " +
      "outside of pods, which no kubelet can evict. Pods above their requests are evicted " +
      "first, lowest priority first, among them a pod with a sidecar. Then the critical " +
      "node-agent is the only one left above its request: the kubelet skips it and evicts " +
      "two pods that are within theirs. Every step has the messages of that kubelet, byte " +
      "for byte.",
    lookAt: [
      "The two evictions in which node-agent stands first and is skipped.",
      "Passes follow evictions after a few seconds, otherwise after ten.",
    ],
    steps: 28,
  },
  {
    name: "recorded-memory-soft",
    title: "Recorded: the first dip passes, the second evicts",
    description:
      "A kubelet v1.35.8, recorded. memory.available falls below the soft threshold of " +
      "800Mi twice, with 20 seconds of grace. The first dip ends in time. In the second, " +
      "the kubelet evicts until 60Mi more than the threshold are free, as the minimum " +
      "reclaim requires.",
    lookAt: [
      "The clock of the grace period, which starts again with the second dip.",
      "The last eviction: above the threshold, and still below the minimum reclaim.",
      "Grace periods of the evicted pods: the maximum of 6 seconds, or their own where it is less.",
    ],
    steps: 21,
  },
  {
    name: "recorded-disk-nodefs",
    title: "Recorded: images first, then pods",
    description:
      "A kubelet v1.35.8, recorded, whose only disk fills. Two pods exceed their own " +
      "limits and are evicted immediately. When less than 500Mi are left, deleting two " +
      "unused images is enough for a while. Then pods above their request for ephemeral " +
      "storage are evicted, lowest priority first, so idle with 4Ki is evicted before the " +
      "pod that has written half a gigabyte. A pod that requests 600Mi is not evicted.",
    lookAt: [
      "The step in which node-level reclaim suffices, and the ones in which it finds nothing.",
      "The ranking that has idle before writes-layer.",
    ],
    steps: 19,
  },
];
