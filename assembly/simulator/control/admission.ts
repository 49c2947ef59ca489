/**
 * A kubelet decides about a pod that was bound to its node: whether its conditions allow it, and
 * whether allocatable suffices.
 */
import { Status } from "../../abi.ts";
import { addLiteral, startOutput } from "../../base/json/write.ts";
import { addAdmissionMessage } from "../../eviction/report/admission.ts";
import { admissionRule, isAdmitting } from "../../eviction/stages/admission.ts";
import { deriveClass } from "../../eviction/stages/requests.ts";
import { requestsAt } from "../../filters/nodeRequests.ts";
import { countInsufficient, Insufficiency, insufficiencyAt } from "../../filters/resourcesFit.ts";
import { addResourceMessage, addResourceReason } from "../../filters/resourceWords.ts";
import { useAt } from "../../filters/uses.ts";
import { decodeSinglePod } from "../../node/documents/podList.ts";
import { stagedPodAt } from "../../node/model/pod.ts";
import { podAt } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { liftPod, putPod } from "../../scheduler/cycle/moves.ts";
import { positionOf } from "../../scheduler/model/snapshot.ts";
import { writePod } from "../kubelet/documents.ts";
import { toInput, usePolicy } from "../kubelet/policy.ts";
import { EventKind } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { enterStage, lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { START_TAKES } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { endPod } from "./ending.ts";
import { freshView } from "./placement.ts";

/** False when its kubelet has rejected the pod. */
export function admitPod(row: u32): bool {
  const lifecycle = lifecycleAt(row);
  const node = lifecycle.node - 1;
  // A kubelet without the network hears of no pod.
  if (kubeletAt(node).isDisconnected != 0) return true;
  if (kubeletAt(node).conditions != 0 && !passesPressure(row, node)) return rejectForPressure(row);
  const insufficient = insufficiencyOf(row);
  if (insufficient != null) return rejectForResource(row, insufficient);
  enterStage(lifecycle, Stage.Starting);
  addTimer(clock.now + START_TAKES, Timer.PodStarts, row, lifecycle.version);
  return true;
}

function passesPressure(row: u32, node: u32): bool {
  if (!usePolicy(node)) return true;
  startOutput();
  writePod(row, true);
  if (decodeSinglePod(toInput()) != Status.Ok) return true;
  const pod = stagedPodAt(0);
  deriveClass(pod);
  return isAdmitting(admissionRule(pod));
}

function rejectForPressure(row: u32): bool {
  beginSentence();
  addLiteral("Pod was rejected: ");
  addAdmissionMessage();
  endPod(row, EventKind.Rejected, internLiteral("Evicted"), endSentence());
  return false;
}

/** The first resource of which the node has too little next to its other pods, or null. */
function insufficiencyOf(row: u32): Insufficiency | null {
  if (!freshView()) return null;
  const pod = podAt(row);
  if (pod.node == 0) return null;
  const node = pod.node - 1;
  const position = positionOf(node);
  liftPod(row, position);
  const count = countInsufficient(useAt(pod.use - 1), node, requestsAt(node), 0, 0);
  putPod(row, position);
  return count == 0 ? null : insufficiencyAt(0);
}

function rejectForResource(row: u32, insufficiency: Insufficiency): bool {
  beginSentence();
  addResourceReason(insufficiency);
  const reason = endSentence();
  beginSentence();
  addLiteral("Pod was rejected: ");
  addResourceMessage(insufficiency);
  endPod(row, EventKind.Rejected, reason, endSentence());
  return false;
}
