/** Rules of drains: the eviction subresource, budgets and owners. */
import type { Rule } from "./rule.ts";

export const DRAIN: readonly Rule[] = [
  {
    name: "desired-healthy",
    rule: "a budget that wants no healthy pod spares none that is not ready (eviction)",
    file: "drain/stages/evict.ts",
    right: "budget.desiredHealthy > 0 && budget.currentHealthy",
    wrong: "budget.currentHealthy",
  },
  {
    name: "always-allow",
    rule: "unhealthyPodEvictionPolicy AlwaysAllow evicts each pod that is not ready",
    file: "drain/stages/evict.ts",
    right: "if ((budgetRow(row).flags & ObjectFlag.AlwaysAllow) != 0) return true;",
    wrong: "",
  },
  {
    name: "pending",
    rule: "no budget guards a pod that is pending (eviction)",
    file: "drain/stages/evict.ts",
    right: 'return pod.phase == internLiteral("Pending");',
    wrong: "return false;",
  },
];
