import type { Scenario } from "../scenario.ts";
import { growth, KIB, MIB, sawtooth } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, RESERVED, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

const RESIZER: PodPlan = {
  namespace: "shop",
  name: "image-resizer",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("resizer", "ghcr.io/shop/image-resizer:1.9.3", 1300),
      requests: { cpu: "1", memory: "2560Mi" },
      memory: sawtooth(1300 * MIB, 2450 * MIB, 130, 600 * KIB),
      processes: () => 9,
    },
  ],
};

const INDEXER: PodPlan = {
  namespace: "batch",
  name: "indexer",
  owner: "Job",
  terminationGracePeriodSeconds: 30,
  containers: [
    {
      ...quiet("indexer", "ghcr.io/shop/indexer:0.8.0", 980),
      requests: { cpu: "500m", memory: "1Gi" },
      memory: growth(980 * MIB, 0.8 * MIB, { jitter: 300 * KIB }),
    },
  ],
};

export const SOFT_OSCILLATION: Scenario = {
  name: "soft-oscillation",
  title: "Up and down around the soft threshold",
  description:
    "The image resizer needs a lot of memory every two minutes, and each time " +
    "memory.available dips below the soft threshold of 1Gi. The node is under " +
    "MemoryPressure immediately, but one good sample restarts the grace period of 90 " +
    "seconds, so no pod is evicted. Meanwhile the indexer grows, the dips get longer, " +
    "and the seventh outlasts the grace period.",
  lookAt: [
    "How long each dip lasts against the grace period, and when the clock starts again.",
    "The grace period that the evicted pod gets: its own, because it is below the maximum.",
  ],
  seed: 2,
  steps: 110,
  node: SMALL_NODE,
  config: {
    ...RESERVED,
    evictionSoft: { "memory.available": "1Gi" },
    evictionSoftGracePeriod: { "memory.available": "1m30s" },
    evictionMaxPodGracePeriod: 60,
    evictionPressureTransitionPeriod: "2m",
  },
  pods: [...SYSTEM_PODS, database(1950, 2), WEB, WEB, RESIZER, INDEXER],
  events: [{ step: 90, kind: "evicted", pod: "indexer" }],
};
