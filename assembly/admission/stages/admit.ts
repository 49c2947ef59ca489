/** A kubelet's admission, in its order: the first stage that rejects is the answer. */
import { failureStatus } from "../../base/json/failure.ts";
import { equalAscii } from "../../base/text.ts";
import { matchesNodeAffinity, matchesNodeName } from "../../filters/nodeAffinity.ts";
import { requestsAt } from "../../filters/nodeRequests.ts";
import { hasFreePorts } from "../../filters/ports.ts";
import { countInsufficient, Insufficiency, insufficiencyAt } from "../../filters/resourcesFit.ts";
import { isTolerated, NO_EXECUTE_EFFECT, untoleratedTaint } from "../../filters/taints.ts";
import { useAt } from "../../filters/uses.ts";
import { NodeCondition } from "../../node/model/signalTable.ts";
import { beginList, endPairs, listCount, push, valueOf, wordOf } from "../../objects/model/list.ts";
import { Node, NodeFlag, nodeAt, nodeHas } from "../../objects/model/node.ts";
import { Pod, podAt } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { Effect } from "../../objects/model/taint.ts";
import { internLiteral, NO_TEXT, textAt, textSize } from "../../objects/model/text.ts";
import { QosClass } from "../../objects/requests/qosClass.ts";
import { chosenCount } from "../model/chosen.ts";
import { clearDecision, decision, Failure, Verdict } from "../model/decision.ts";
import { behavesAs } from "../model/kubelet.ts";
import { isAdmitting, PressureRule, pressureRule } from "../model/pressure.ts";
import { qosOf } from "../model/qos.ts";
import { Behavior } from "../model/releaseTable.ts";
import {
  addRequirement,
  amountAt,
  clearRequirements,
  MISSING,
  requirementCount,
  requirementKind,
} from "../model/requirement.ts";
import { hasPriority, isCritical, isStatic, priorityOf } from "../model/resident.ts";
import { addResidents, asked } from "./fit.ts";
import { choosePods, orderDecided, UNMET } from "./preempt.ts";
import { listResidents } from "./residents.ts";
import { allocatedSpec, specOnNode } from "./specs.ts";

const OS_LABEL = "kubernetes.io/os";
const LINUX = "linux";
/** The node, with the labels that the kubelet checks against. */
const CHECKED = changetype<Node>(memory.data(offsetof<Node>(), 8));

/** Decides about the pod at row `pod`, behind the last resident; answers a status. */
export function admitPod(pod: u32, node: u32): i32 {
  clearDecision();
  clearRequirements();
  decision.pod = pod;
  decision.node = node;
  const asking = podAt(pod);
  if (!listResidents(asking, pod)) return failureStatus();
  decision.spec = allocatedSpec(asking);
  decision.qosClass = qosOf(asking, decision.spec);
  decision.isCritical = u32(isCritical(asking));
  decision.specOnNode = specOnNode(decision.spec, asking.status, nodeAt(node));
  if (!addResidents(node, decision.specOnNode)) return failureStatus();
  checkLabels(nodeAt(node));
  decision.verdict = judge(asking, node);
  return failureStatus();
}

function judge(pod: Pod, row: u32): Verdict {
  const node = nodeAt(row);
  if (!isAdmitting(pressureOf(node))) return Verdict.Pressure;
  const label = valueOf(pod.labels, internLiteral(OS_LABEL), NO_TEXT);
  if (label != NO_TEXT && !isLinux(label)) return Verdict.OSLabel;
  const os = specWord(decision.spec, SpecWord.Os);
  if (os != 0 && !isLinux(os)) return Verdict.OSField;
  if (isPolicyMissing(node)) return Verdict.SupplementalGroupsPolicy;
  filter(pod, row);
  if (decision.insufficient == 0 && decision.failures == 0) return Verdict.Admitted;
  if (decision.isCritical != 0 && decision.failures == 0) return preempt(pod);
  // The kubelet keeps scalar resources in a map, and gives the first reason.
  const isFirst = decision.insufficient > 1 && decision.isCritical == 0;
  if (isFirst && insufficiencyAt(0).kind == ResourceKind.Scalar) decision.orderDecides = 1;
  return Verdict.Filters;
}

function pressureOf(node: Node): PressureRule {
  let conditions: u32 = 0;
  if (nodeHas(node, NodeFlag.MemoryPressure)) conditions |= 1 << NodeCondition.MemoryPressure;
  if (nodeHas(node, NodeFlag.DiskPressure)) conditions |= 1 << NodeCondition.DiskPressure;
  if (nodeHas(node, NodeFlag.PIDPressure)) conditions |= 1 << NodeCondition.PIDPressure;
  decision.conditions = conditions;
  const key = internLiteral("node.kubernetes.io/memory-pressure");
  const tolerations = specWord(decision.spec, SpecWord.Tolerations);
  return pressureRule(
    conditions,
    decision.isCritical != 0,
    decision.qosClass == u32(QosClass.BestEffort),
    isTolerated(tolerations, key, 0, Effect.NoSchedule, false),
  );
}

function isLinux(text: u32): bool {
  return equalAscii(textAt(text), textSize(text), LINUX);
}

/** The strict policy needs a node that says it has it. */
function isPolicyMissing(node: Node): bool {
  if (!behavesAs(Behavior.SupplementalGroupsPolicy)) return false;
  const policy = specWord(decision.spec, SpecWord.SupplementalGroupsPolicy);
  if (policy == 0 || !equalAscii(textAt(policy), textSize(policy), "Strict")) return false;
  return !nodeHas(node, NodeFlag.SupplementalGroupsPolicy);
}

/** The kubelet writes the operating system it was built for into a Node's labels, if it has any. */
function checkLabels(node: Node): void {
  memory.copy(changetype<usize>(CHECKED), changetype<usize>(node), offsetof<Node>());
  if (node.labels == 0) return;
  const list = beginList();
  for (let index: u32 = 0; index < listCount(node.labels); index++) {
    push(wordOf(node.labels, index));
  }
  push(internLiteral(OS_LABEL));
  push(internLiteral(LINUX));
  CHECKED.labels = endPairs(list);
}

/** Every reason why the pod does not fit, in the kubelet's order. */
function filter(pod: Pod, row: u32): void {
  const spec = decision.specOnNode;
  const requests = requestsAt(row);
  decision.insufficient = countInsufficient(useAt(asked), row, requests, 0, 0);
  let failures: u32 = 0;
  if (!matchesNodeAffinity(spec, CHECKED)) failures |= Failure.NodeAffinity;
  if (!matchesNodeName(pod.nodeName, CHECKED)) failures |= Failure.NodeName;
  if (!hasFreePorts(spec, requests)) failures |= Failure.NodePorts;
  decision.taint = -1;
  if (!isStatic(pod)) {
    const tolerations = specWord(spec, SpecWord.Tolerations);
    decision.taint = untoleratedTaint(CHECKED.taints, tolerations, NO_EXECUTE_EFFECT, false);
    if (decision.taint >= 0) failures |= Failure.TaintToleration;
  }
  decision.failures = failures;
  noteRequirements();
}

/** What is missing of each resource. */
function noteRequirements(): void {
  for (let index: u32 = 0; index < decision.insufficient; index++) {
    const row = insufficiencyAt(index);
    addRequirement(row.name, row.kind, missingOf(row));
  }
}

export function missingOf(row: Insufficiency): i64 {
  return row.requested - (row.capacity - row.used);
}

function preempt(pod: Pod): Verdict {
  const met = choosePods(true, hasPriority(pod), priorityOf(pod));
  if (met <= 0) {
    decision.orderDecides = u32(scalarsIn(UNMET) > 1 || orderDecided);
    return Verdict.NothingToPreempt;
  }
  // Sums of three squares may round otherwise in another order.
  const mayRound = requirementCount > 2 && scalarsIn(MISSING) > 1;
  decision.orderDecides = u32(orderDecided || mayRound);
  decision.preempted = chosenCount;
  return Verdict.Admitted;
}

/** How many scalar resources are among the amounts that are not met. */
function scalarsIn(row: usize): i32 {
  let count = 0;
  for (let index: u32 = 0; index < requirementCount; index++) {
    if (requirementKind(index) == ResourceKind.Scalar && amountAt(row, index) > 0) count++;
  }
  return count;
}
