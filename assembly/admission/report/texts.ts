/** Pods, resources and amounts in an answer. */
import {
  addInteger,
  addLiteral,
  addText,
  beginObject,
  beginText,
  booleanMember,
  endObject,
  endText,
  integerMember,
  itemPlace,
  key,
  member,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import {
  QUANTITY_SIZE,
  Quantity,
  QuantityFormat,
  setQuantityInteger,
  writeQuantity,
} from "../../base/kubernetes/quantity.ts";
import { addResource } from "../../filters/resourceWords.ts";
import { Pod } from "../../objects/model/pod.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { OTHER_CLASS, qosName } from "../model/qos.ts";
import { hasPriority, isCritical, priorityOf } from "../model/resident.ts";

const AMOUNT = changetype<Quantity>(memory.data(i32(QUANTITY_SIZE), 8));

export function addName(text: u32): void {
  addText(textAt(text), textSize(text));
}

export function nameMember(name: string, text: u32): void {
  textMember(name, textAt(text), textSize(text));
}

export function releaseMember(minor: i32): void {
  key("kubelet");
  beginText();
  addLiteral("1.");
  addInteger(minor);
  endText();
}

/** Members that say which pod it is. */
export function podMembers(pod: Pod, qosClass: u32): void {
  nameMember("namespace", pod.namespace);
  nameMember("name", pod.name);
  nameMember("uid", pod.uid);
  if (qosClass < OTHER_CLASS) member("qosClass", qosName(qosClass));
  else nameMember("qosClass", pod.qosClass);
  if (hasPriority(pod)) integerMember("priority", priorityOf(pod));
  booleanMember("critical", isCritical(pod));
}

export function writePod(pod: Pod, qosClass: u32): void {
  beginObject();
  podMembers(pod, qosClass);
  endObject();
}

/** Namespace and name. */
export function addPod(pod: Pod): void {
  addName(pod.namespace);
  addLiteral("/");
  addName(pod.name);
}

export function resourceMember(kind: ResourceKind, name: u32): void {
  key("resource");
  beginText();
  addResource(kind, name);
  endText();
}

/** As people write it: `500m` of cpu, `128Mi` of memory, `2` of a count. */
export function addAmount(kind: ResourceKind, amount: i64): void {
  if (kind == ResourceKind.CPU && amount % 1000 != 0) {
    addInteger(amount);
    return addLiteral("m");
  }
  if (kind == ResourceKind.CPU) return addInteger(amount / 1000);
  if (kind == ResourceKind.Scalar || kind == ResourceKind.Pods) return addInteger(amount);
  setQuantityInteger(AMOUNT, amount, QuantityFormat.BinarySI);
  const place = itemPlace();
  if (place != 0) wrote(writeQuantity(place, AMOUNT));
}
