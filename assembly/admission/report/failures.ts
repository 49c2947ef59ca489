/** Every reason why the filters reject the pod, in the kubelet's order. */
import {
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { portsConflict } from "../../filters/ports.ts";
import { insufficiencyAt } from "../../filters/resourcesFit.ts";
import { addResourceMessage, addResourceReason } from "../../filters/resourceWords.ts";
import { wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { TAINT_WORDS } from "../../objects/model/taint.ts";
import { decision, Failure } from "../model/decision.ts";
import { residentAt, residentCount } from "../model/resident.ts";
import { missingOf } from "../stages/admit.ts";
import { addName, nameMember, resourceMember, writePod } from "./texts.ts";
import { addFilterMessage, FILTER_COUNT, filterName, hasFailed } from "./words.ts";

export function failuresMember(): void {
  if (decision.insufficient == 0 && decision.failures == 0) return;
  key("failures");
  beginArray();
  for (let index: u32 = 0; index < decision.insufficient; index++) writeInsufficiency(index);
  for (let filter = 0; filter < FILTER_COUNT; filter++) {
    if (hasFailed(filter)) writeFilter(filter);
  }
  endArray();
}

function writeInsufficiency(index: u32): void {
  const row = insufficiencyAt(index);
  beginObject();
  member("filter", "NodeResourcesFit");
  key("reason");
  beginText();
  addResourceReason(row);
  endText();
  key("message");
  beginText();
  addResourceMessage(row);
  endText();
  resourceMember(row.kind, row.name);
  integerMember("missing", missingOf(row));
  endObject();
}

function writeFilter(filter: i32): void {
  beginObject();
  member("filter", filterName(filter));
  member("reason", filterName(filter));
  key("message");
  beginText();
  addFilterMessage(filter);
  endText();
  const bit = 1 << u32(filter);
  if (bit == Failure.TaintToleration) taintMember();
  if (bit == Failure.NodePorts) heldByMember();
  endObject();
}

/** The first taint that is not tolerated. */
function taintMember(): void {
  const taints = nodeAt(decision.node).taints;
  const at = u32(decision.taint) * TAINT_WORDS;
  key("taint");
  beginObject();
  nameMember("key", wordOf(taints, at));
  if (wordOf(taints, at + 1) != 0) nameMember("value", wordOf(taints, at + 1));
  member("effect", "NoExecute");
  endObject();
}

/** The pods that hold a port that the pod asks for. */
function heldByMember(): void {
  key("heldBy");
  beginArray();
  for (let index: u32 = 0; index < residentCount; index++) {
    const resident = residentAt(index);
    const pod = podAt(resident.pod);
    if (portsConflict(decision.specOnNode, pod.spec)) writePod(pod, resident.qosClass);
  }
  endArray();
}

/** As `kubectl` writes it. */
export function addTaint(): void {
  const taints = nodeAt(decision.node).taints;
  const at = u32(decision.taint) * TAINT_WORDS;
  addName(wordOf(taints, at));
  if (wordOf(taints, at + 1) != 0) {
    addLiteral("=");
    addName(wordOf(taints, at + 1));
  }
  addLiteral(":NoExecute");
}
