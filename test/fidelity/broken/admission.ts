/** Rules of a kubelet's admission, and of its preemption for critical pods. */
import type { Rule } from "./rule.ts";

export const ADMISSION: readonly Rule[] = [
  {
    name: "static-taints",
    rule: "a static pod is not rejected for a taint",
    file: "admission/stages/admit.ts",
    right: "if (!isStatic(pod)) {",
    wrong: "if (true) {",
  },
  {
    name: "critical-failures",
    rule: "nothing is preempted for a pod that another filter rejects",
    file: "admission/stages/admit.ts",
    right: "decision.isCritical != 0 && decision.failures == 0",
    wrong: "decision.isCritical != 0",
  },
  {
    name: "residents",
    rule: "a pod that has ended takes no room",
    file: "admission/stages/residents.ts",
    right: "if (podHas(pod, PodFlag.Terminated)) return false;",
    wrong: "",
  },
  {
    name: "classes",
    rule: "of the Guaranteed pods goes only what all others would not free",
    file: "admission/stages/preempt.ts",
    right: "subtract(REQUIRED, BEST_EFFORT | BURSTABLE, 0);",
    wrong: "subtract(REQUIRED, 0, 0);",
  },
  {
    name: "distance",
    rule: "the pod nearest to what is required goes, by the sum of squares",
    file: "admission/stages/preempt.ts",
    right: "distance += share * share;",
    wrong: "distance += share;",
  },
  {
    name: "equals",
    rule: "of pods as near the one that requests less goes",
    file: "admission/stages/preempt.ts",
    right: "return left.memory < right.memory ? -1 : 1;",
    wrong: "return left.memory < right.memory ? 1 : -1;",
  },
  {
    name: "freed",
    rule: "overhead is freed only on top of a request",
    file: "admission/stages/residents.ts",
    right: "let rules: u32 = RequestRule.OverheadOnRequests;",
    wrong: "let rules: u32 = 0;",
  },
];
