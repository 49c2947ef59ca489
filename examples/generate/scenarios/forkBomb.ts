import type { Scenario } from "../scenario.ts";
import { doubling, GIB, KIB, MIB, steady } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

const PROCESSES = doubling(8, 45, { fromSeconds: 120, ceiling: 31_000 });

/** Guaranteed, and never above what it asked for. */
const RUNNER: PodPlan = {
  namespace: "ci",
  name: "runner",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("runner", "ghcr.io/shop/ci-runner:12.4.0", 240),
      requests: { cpu: "2", memory: "5Gi" },
      limits: { cpu: "2", memory: "5Gi" },
      memory: (elapsed, random) => 240 * MIB + PROCESSES(elapsed, random) * 120 * KIB,
      processes: PROCESSES,
    },
  ],
};

export const FORK_BOMB: Scenario = {
  name: "fork-bomb",
  title: "A fork bomb runs into pid.available",
  description:
    "A build script starts itself twice and doubles every 45 seconds. Memory and disk " +
    "are fine, but process IDs run out, and the configuration has a threshold for them: " +
    "pid.available below 10%. The runner is Guaranteed and within its requests, which " +
    "does not count here: under PIDPressure pods are ordered by priority, then by the " +
    "number of processes.",
  lookAt: [
    "maxpid less curproc against 10% of maxpid.",
    "The threshold adds to the defaults only because mergeDefaultEvictionSettings is on.",
  ],
  seed: 6,
  steps: 100,
  node: {
    ...SMALL_NODE,
    memoryCapacityBytes: 16_381_864 * KIB,
    podsLimitBytes: 16_381_864 * KIB - GIB,
    systemTasks: steady(438, 9),
  },
  config: {
    systemReserved: { memory: "512Mi" },
    kubeReserved: { memory: "512Mi" },
    mergeDefaultEvictionSettings: true,
    evictionHard: { "pid.available": "10%" },
  },
  pods: [...SYSTEM_PODS, database(2900, 3), WEB, WEB, RUNNER],
  events: [{ step: 65, kind: "evicted", pod: "runner" }],
};
