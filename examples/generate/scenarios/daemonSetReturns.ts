import type { Scenario } from "../scenario.ts";
import { growth, KIB, MIB } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, RESERVED, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

const LOG_AGENT: PodPlan = {
  namespace: "logging",
  name: "log-agent",
  owner: "DaemonSet",
  priorityClassName: "platform",
  priority: 100_000,
  containers: [
    {
      ...quiet("agent", "ghcr.io/platform/log-agent:3.1.4", 120),
      requests: { cpu: "100m", memory: "200Mi" },
      memory: growth(140 * MIB, 9.4 * MIB, { fromSeconds: 20, jitter: MIB + 4 * KIB }),
    },
  ],
};

export const DAEMONSET_RETURNS: Scenario = {
  name: "daemonset-returns",
  title: "The pod that comes back",
  description:
    "The log agent leaks and is evicted. Its DaemonSet replaces it immediately, on the " +
    "same node, because a DaemonSet's pods tolerate MemoryPressure. The new pod has " +
    "another uid and the same leak, and five minutes later it is evicted again, and " +
    "again. Its priority of 100000 does not help: it is the only ordinary pod above its " +
    "request, and that is compared first.",
  lookAt: [
    "Three evictions of three pods, and a MemoryPressure that never ends between them.",
    "The ranking: above the request first, priority second.",
  ],
  seed: 8,
  steps: 112,
  node: SMALL_NODE,
  config: RESERVED,
  pods: [...SYSTEM_PODS, database(3500, 4), WEB, WEB, LOG_AGENT],
  events: [28, 57, 86].flatMap((step) => [
    { step, kind: "evicted", pod: "log-agent" },
    { step: step + 1, kind: "deleted", pod: "log-agent" },
    { step: step + 1, kind: "created", pod: "log-agent" },
  ]),
};
