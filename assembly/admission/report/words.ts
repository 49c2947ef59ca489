/** The kubelet's reasons and messages, to the letter. */
import { addInteger, addLiteral } from "../../base/json/write.ts";
import { NODE_AFFINITY_REASON, NODE_NAME_REASON } from "../../filters/nodeAffinity.ts";
import { PORTS_REASON } from "../../filters/ports.ts";
import { insufficiencyAt } from "../../filters/resourcesFit.ts";
import { addResource, addResourceMessage, addResourceReason } from "../../filters/resourceWords.ts";
import { decision, Verdict } from "../model/decision.ts";
import { behavesAs } from "../model/kubelet.ts";
import { Behavior } from "../model/releaseTable.ts";
import {
  amountAt,
  requirementCount,
  requirementKind,
  requirementName,
} from "../model/requirement.ts";
import { UNMET } from "../stages/preempt.ts";
import { addPressureMessage } from "./pressure.ts";

/** In the kubelet's order, as the bits of `Failure` are. */
const FILTERS: StaticArray<string> = ["NodeAffinity", "NodeName", "NodePorts", "TaintToleration"];
const FILTER_REASONS: StaticArray<string> = [
  NODE_AFFINITY_REASON,
  NODE_NAME_REASON,
  PORTS_REASON,
  "node(s) had taints that the pod didn't tolerate",
];
export const FILTER_COUNT = 4;

export function filterName(filter: i32): string {
  return unchecked(FILTERS[filter]);
}

/** Whether the first reason is one of resources: a critical pod is never rejected for those. */
export function isResourceFirst(): bool {
  if (decision.insufficient == 0) return false;
  return decision.isCritical == 0 || decision.failures == 0;
}

function firstFilter(): i32 {
  return ctz(decision.failures);
}

export function addReason(): void {
  switch (decision.verdict) {
    case Verdict.Pressure:
      return addLiteral("Evicted");
    case Verdict.OSLabel:
      return addLiteral("PodOSSelectorNodeLabelDoesNotMatch");
    case Verdict.OSField:
      return addLiteral("PodOSNotSupported");
    case Verdict.SupplementalGroupsPolicy:
      return addLiteral("SupplementalGroupsPolicyNotSupported");
    case Verdict.NothingToPreempt:
      return addLiteral("UnexpectedAdmissionError");
    default:
      if (isResourceFirst()) addResourceReason(insufficiencyAt(0));
      else addLiteral(filterName(firstFilter()));
  }
}

export function addMessage(): void {
  switch (decision.verdict) {
    case Verdict.Pressure:
      return addPressureMessage(decision.conditions);
    case Verdict.OSLabel:
      return addLiteral(
        "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
      );
    case Verdict.OSField:
      return addLiteral("Failed to admit pod as the OS field doesn't match node OS");
    case Verdict.SupplementalGroupsPolicy:
      return addLiteral("SupplementalGroupsPolicy=Strict is not supported in this node");
    case Verdict.NothingToPreempt:
      addLiteral("Unexpected error while attempting to recover from admission failure: ");
      addLiteral("preemption: error finding a set of pods to preempt: ");
      addLiteral("no set of running pods found to reclaim resources: ");
      return addUnmet();
    default:
      if (isResourceFirst()) addResourceMessage(insufficiencyAt(0));
      else addFilterMessage(firstFilter());
  }
}

export function addFilterMessage(filter: i32): void {
  addLiteral("Predicate ");
  addLiteral(filterName(filter));
  addLiteral(" failed");
  if (!behavesAs(Behavior.PredicateSaysWhy)) return;
  addLiteral(": ");
  addLiteral(unchecked(FILTER_REASONS[filter]));
}

export function hasFailed(filter: i32): bool {
  return (decision.failures & (1 << u32(filter))) != 0;
}

function addUnmet(): void {
  addLiteral("[");
  for (let index: u32 = 0; index < requirementCount; index++) {
    const amount = amountAt(UNMET, index);
    if (amount <= 0) continue;
    addLiteral("(res: ");
    addResource(requirementKind(index), requirementName(index));
    addLiteral(", q: ");
    addInteger(amount);
    addLiteral("), ");
  }
  addLiteral("]");
}
