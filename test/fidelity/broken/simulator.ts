/** Rules of the controllers, of which the simulator's module has one after the other. */
import type { Rule } from "./rule.ts";

export const SIMULATOR: readonly Rule[] = [
  {
    name: "missed",
    rule: "a node that loses the network again before a heartbeat keeps its clock (NodeLifecycle)",
    file: "simulator/control/nodes.ts",
    right: "if (isMissed || kubelet.hasReturned != 0) return;",
    wrong: "if (kubelet.hasReturned != 0) return;",
  },
  {
    name: "returned",
    rule: "a node lost again after a heartbeat is examined at the next look (NodeLifecycle)",
    file: "simulator/control/nodes.ts",
    right: "if (isMissed || kubelet.hasReturned != 0) return;",
    wrong: "if (isMissed) return;",
  },
  {
    name: "full-disruption",
    rule: "where no node is heard, none keeps the taint for which pods are evicted (NodeLifecycle)",
    file: "simulator/control/zone.ts",
    right: "if (found == Disruption.Full) return Verdict.Stay;",
    wrong: "",
  },
  {
    name: "no-grace",
    rule: "a pod whose grace period is 0 is gone as soon as it is deleted",
    file: "simulator/control/pods.ts",
    right: "!isBound || specHas(podAt(row).spec, SpecFlag.HasNoGrace)",
    wrong: "!isBound",
  },
  {
    name: "toleration-seconds",
    rule: "a toleration lasts as long as it says (TaintEviction)",
    file: "simulator/control/taintEviction.ts",
    right: "return seconds == LASTS ? NEVER : i64(seconds - 1) * SECOND;",
    wrong: "return NEVER;",
  },
  {
    name: "job-backoff",
    rule: "a Job waits after a failure, twice as long each time (Job)",
    file: "simulator/control/jobs.ts",
    right: "if (owner.recentFailures > 0 && wait > 0) return",
    wrong: "if (false) return",
  },
  {
    name: "ordinals",
    rule: "a StatefulSet makes the next pod when the one before is available (StatefulSet)",
    file: "simulator/control/stateful.ts",
    right: "if (link == 0 || !isAvailable(row, owner, link - 1)) return;",
    wrong: "if (link == 0) return;",
  },
  {
    name: "taint-retries",
    rule: "since 1.37 a change of taints retries no pod that only something else has kept out",
    file: "simulator/control/queue.ts",
    right: "if ((plugins & OF_TAINTS) == 0) return false;",
    wrong: "if ((plugins & OF_TAINTS) == 0) return true;",
  },
  {
    name: "deletion-order",
    rule: "a ReplicaSet deletes pods without a node before others (ReplicaSet)",
    file: "simulator/control/scaleDownOrder.ts",
    right: "if ((one.node == 0) != (other.node == 0)) return one.node == 0;",
    wrong: "if ((one.node == 0) != (other.node == 0)) return one.node != 0;",
  },
  {
    name: "job-status",
    rule: "the status that a Job's controller writes counts the pods that it has just made",
    file: "simulator/control/jobs.ts",
    right: "  owner.status = statusOf(owner);\n",
    wrong: "",
  },
];
