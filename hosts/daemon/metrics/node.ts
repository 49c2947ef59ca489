import { Gauge, type Registry } from "prom-client";
import type { Policy } from "../../../analysis/engine/decision.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { NODE_CONDITIONS } from "../../../analysis/text/outcome.ts";
import type { DaemonStep, Observer } from "../step.ts";

/** The node, its conditions, and the policy it is evaluated by. */
export function nodeMetrics(registry: Registry): Observer {
  const registers = [registry];
  const name = new Gauge({
    name: "kubelet_node_name",
    help: "The node's name; the value is always 1.",
    labelNames: ["node"] as const,
    registers,
  });
  const condition = new Gauge({
    name: "plimsoll_node_condition",
    help: "1 while the node reports the condition.",
    labelNames: ["condition"] as const,
    registers,
  });
  const ranked = new Gauge({
    name: "plimsoll_ranked_pods",
    help: "Pods in the ranking of the last decision that chose a threshold; 0 when none is chosen.",
    registers,
  });
  const policy = new Gauge({
    name: "plimsoll_policy_info",
    help: "The policy in force; the value is always 1.",
    labelNames: ["profile", "kubelet_version"] as const,
    registers,
  });
  const warnings = new Gauge({
    name: "plimsoll_policy_warnings",
    help: "Risky settings in the configuration in force, which plimsoll check explains.",
    registers,
  });
  return {
    configured(inForce: Policy, _origins: readonly string[], { node }: CaptureHeader) {
      name.reset();
      if (node !== undefined) name.set({ node }, 1);
      policy.reset();
      policy.set({ profile: inForce.profile, kubelet_version: inForce.kubeletVersion }, 1);
      warnings.set(inForce.warnings.length);
    },
    step({ decision }: DaemonStep) {
      if (decision === null) return;
      for (const each of NODE_CONDITIONS) {
        condition.set({ condition: each }, Number(decision.nodeConditions.includes(each)));
      }
      ranked.set(decision.signal === undefined ? 0 : (decision.ranking?.length ?? 0));
    },
  };
}
