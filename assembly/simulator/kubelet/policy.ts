/**
 * The policy of eviction of one node after another: each with its configuration, its state, and
 * the documents of the moment. The policy itself is the one of `assembly/eviction`.
 */
import { INPUT_CAPACITY_BYTES, Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { failureReason, failureStatus, Reason } from "../../base/json/failure.ts";
import { isOutputFull, outputEnd, startOutput } from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { decodeConfiguration } from "../../eviction/documents/configuration.ts";
import { STATE_OFFSET } from "../../eviction/memory.ts";
import { commitStagedPolicy, policy } from "../../eviction/model/policy.ts";
import { resetState, STATE_HEAD_BYTES } from "../../eviction/model/state.ts";
import { mirrorAsDiscovered } from "../../eviction/stages/layout.ts";
import { derivePods } from "../../eviction/stages/requests.ts";
import { applyCredits } from "../../eviction/stages/whatIf.ts";
import { decodePodList } from "../../node/documents/podList.ts";
import { decodeSummary } from "../../node/documents/summary.ts";
import { NodeReason } from "../../node/reasons.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { IN_FORCE_OFFSET } from "../memory.ts";
import { configurationText } from "../model/configurations.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { writePodList, writeSummary } from "./documents.ts";
import { NodeLimit, refuseNode } from "./limits.ts";

@unmanaged
export class InForce {
  /** Row of the configuration that the policy was read from last, plus 1. */
  configuration: u32;
}

const inForce = changetype<InForce>(IN_FORCE_OFFSET);

/** Puts a node's configuration and state in force; false after a failure. */
export function usePolicy(node: u32): bool {
  const kubelet = kubeletAt(node);
  if (kubelet.configuration != inForce.configuration) {
    const text = configurationText(kubelet.configuration - 1);
    memory.copy(inputStart, textAt(text), usize(textSize(text)));
    inForce.configuration = 0;
    if (decodeConfiguration(textSize(text)) != Status.Ok) return false;
    commitStagedPolicy();
    inForce.configuration = kubelet.configuration;
  }
  if (kubelet.lastStep < 0) resetState(policy.fingerprint);
  else memory.copy(STATE_OFFSET, kubelet.state, STATE_HEAD_BYTES);
  mirrorAsDiscovered();
  return true;
}

/** Keeps the state that the policy has now. */
export function keepState(node: u32): void {
  memory.copy(kubeletAt(node).state, STATE_OFFSET, STATE_HEAD_BYTES);
}

/** Reads the node's pods and stats of this moment; false after a failure. */
export function readNode(node: u32): bool {
  startOutput();
  writePodList(node, false);
  if (decodePodList(toInput()) != Status.Ok) return refuseDocuments(node);
  startOutput();
  writeSummary(node);
  if (decodeSummary(toInput()) != Status.Ok) return refuseDocuments(node);
  derivePods();
  applyCredits();
  return true;
}

/** The documents are ours, so only their size can be refused. */
function refuseDocuments(node: u32): bool {
  const reason = failureReason();
  if (reason == NodeReason.Pods) return refuseNode(node, NodeLimit.Pods);
  if (reason == NodeReason.Containers) return refuseNode(node, NodeLimit.Containers);
  if (reason == NodeReason.Volumes) return refuseNode(node, NodeLimit.Volumes);
  return refuseNode(node, reason == Reason.Text ? NodeLimit.Names : NodeLimit.Documents);
}

/** What was written becomes a document. */
export function toInput(): i32 {
  const size = i32(outputEnd() - OUTPUT_OFFSET);
  memory.copy(inputStart, OUTPUT_OFFSET, usize(min(size, INPUT_CAPACITY_BYTES)));
  return isOutputFull() ? -1 : size;
}

export function hasFailed(): bool {
  return failureStatus() != Status.Ok;
}
