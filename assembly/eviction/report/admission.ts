/** What `admit` answers. Spec 5.1. */

import {
  addLiteral,
  beginObject,
  beginText,
  booleanMember,
  endObject,
  endText,
  key,
  member,
} from "../../base/json/write.ts";
import { NODE_CONDITION_COUNT, NODE_CONDITION_NAMES } from "../../node/model/signalTable.ts";
import { state } from "../model/state.ts";
import { AdmissionRule, isAdmitting } from "../stages/admission.ts";

const SENTENCES: StaticArray<string> = [
  "Admitted: the node reports no pressure condition.",
  "Admitted: the pod is critical.",
  "Admitted: under MemoryPressure alone only BestEffort pods are rejected.",
  "Admitted: the BestEffort pod tolerates the memory-pressure taint.",
  "Rejected: under MemoryPressure a BestEffort pod must tolerate the memory-pressure taint.",
  "Rejected: under DiskPressure or PIDPressure only critical pods are admitted.",
];

export function writeAdmission(rule: AdmissionRule): void {
  beginObject();
  member("plimsoll", "pod-admit/1");
  booleanMember("admit", isAdmitting(rule));
  if (!isAdmitting(rule)) {
    member("reason", "Evicted");
    key("message");
    beginText();
    addAdmissionMessage();
    endText();
  }
  member("sentence", unchecked(SENTENCES[rule]));
  endObject();
}

/** The kubelet lists its conditions in random order; ours is the table's. */
export function addAdmissionMessage(): void {
  let count = 0;
  addLiteral("The node had condition: [");
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((state.nodeConditions & (1 << u32(condition))) == 0) continue;
    if (count++ > 0) addLiteral(" ");
    addLiteral(unchecked(NODE_CONDITION_NAMES[condition]));
  }
  addLiteral("]. ");
}
