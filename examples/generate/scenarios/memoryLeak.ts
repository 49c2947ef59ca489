import type { Scenario } from "../scenario.ts";
import { growth, KIB, MIB, steady } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, RESERVED, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

const CART: PodPlan = {
  namespace: "shop",
  name: "cart",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("cart", "ghcr.io/shop/cart:4.2.0", 190),
      requests: { cpu: "200m", memory: "256Mi" },
      memory: growth(190 * MIB, 3.4 * MIB, { fromSeconds: 55, jitter: 900 * KIB }),
    },
  ],
};

const REPORT: PodPlan = {
  namespace: "batch",
  name: "report",
  owner: "Job",
  containers: [
    { ...quiet("report", "ghcr.io/shop/report:2.0.1", 130), memory: steady(130 * MIB, MIB) },
  ],
};

export const MEMORY_LEAK: Scenario = {
  name: "memory-leak",
  title: "A leak runs into the hard threshold",
  description:
    "The cart service leaks 3.4 MiB a second. When less than 100Mi are left on the node, " +
    "the kubelet evicts it: it is the pod furthest above its request. The database uses " +
    "more memory, but no more than it requests; the BestEffort report exceeds its " +
    "request by less.",
  lookAt: [
    "The step in which memory.available falls below 100Mi, and the order of the pods there.",
    "MemoryPressure, which stays for five minutes after the memory is free again.",
  ],
  seed: 1,
  steps: 112,
  node: SMALL_NODE,
  config: RESERVED,
  pods: [...SYSTEM_PODS, database(3400, 4), WEB, WEB, REPORT, CART],
  events: [{ step: 74, kind: "evicted", pod: "cart" }],
};
