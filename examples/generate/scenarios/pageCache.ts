import type { Scenario } from "../scenario.ts";
import { growth, KIB, MIB, steady } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, RESERVED, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

/** Reads the same large files again and again. */
const ARCHIVER: PodPlan = {
  namespace: "batch",
  name: "archiver",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("archiver", "ghcr.io/shop/archiver:5.0.4", 180),
      requests: { cpu: "500m", memory: "1Gi" },
      memory: steady(180 * MIB, 256 * KIB),
      activeCache: growth(40 * MIB, 5.8 * MIB, { fromSeconds: 30, jitter: 700 * KIB }),
      inactiveCache: steady(220 * MIB, MIB),
    },
  ],
};

export const PAGE_CACHE: Scenario = {
  name: "page-cache",
  title: "Evicted with gigabytes to spare",
  description:
    "The archiver holds 180 MiB of its own and reads the same large files again and " +
    "again. The kernel keeps them in its file cache, marks them active, and would give " +
    "them back at any time: MemAvailable stays above 4 GiB. But the kubelet counts " +
    "active file cache as used, for the node and for the pod, so the node runs into " +
    "MemoryPressure and the archiver is evicted although memory was not short.",
  lookAt: [
    "memory.available against the MemAvailable that is next to each Summary in the capture.",
    "The usage the archiver is ranked and blamed for: its working set, file cache included.",
  ],
  seed: 7,
  steps: 105,
  meminfo: true,
  node: SMALL_NODE,
  config: RESERVED,
  pods: [...SYSTEM_PODS, database(1800, 2), WEB, WEB, ARCHIVER],
  events: [{ step: 73, kind: "evicted", pod: "archiver" }],
};
