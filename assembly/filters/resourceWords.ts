/** What a kubelet says of a resource that does not suffice, to the letter. */
import { addInteger, addLiteral, addText } from "../base/json/write.ts";
import { ResourceKind } from "../objects/model/resourceName.ts";
import { textAt, textSize } from "../objects/model/text.ts";
import { Insufficiency } from "./resourcesFit.ts";

const KIND_NAMES: StaticArray<string> = ["cpu", "memory", "ephemeral-storage", "pods"];

export function addResource(kind: ResourceKind, name: u32): void {
  if (kind == ResourceKind.Scalar) addText(textAt(name), textSize(name));
  else addLiteral(unchecked(KIND_NAMES[kind]));
}

/** `OutOfmemory` and the like. */
export function addResourceReason(row: Insufficiency): void {
  addLiteral("OutOf");
  addResource(row.kind, row.name);
}

export function addResourceMessage(row: Insufficiency): void {
  addLiteral("Node didn't have enough resource: ");
  addResource(row.kind, row.name);
  addLiteral(", requested: ");
  addInteger(row.requested);
  addLiteral(", used: ");
  addInteger(row.used);
  addLiteral(", capacity: ");
  addInteger(row.capacity);
}
