/** Requests of the pod, requests of the pods on the node, and capacity of the node. */
import {
  beginArray,
  beginObject,
  booleanMember,
  endArray,
  endObject,
  integerMember,
  key,
} from "../../base/json/write.ts";
import {
  amountAt,
  columnOf,
  requestsAt,
  scalarAllocatable,
  scalarRequested,
} from "../../filters/nodeRequests.ts";
import { insufficiencyAt } from "../../filters/resourcesFit.ts";
import { useAt } from "../../filters/uses.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { decision } from "../model/decision.ts";
import { asked } from "../stages/fit.ts";
import { resourceMember } from "./texts.ts";

export function resourcesMember(): void {
  const node = nodeAt(decision.node);
  const requests = requestsAt(decision.node);
  const use = useAt(asked);
  key("resources");
  beginArray();
  writeResource(ResourceKind.Pods, 0, 1, requests.podCount, node.pods);
  writeResource(ResourceKind.CPU, 0, use.milliCPU, requests.milliCPU, node.milliCPU);
  writeResource(ResourceKind.Memory, 0, use.memory, requests.memory, node.memory);
  const storage = use.ephemeralStorage;
  const used = requests.ephemeralStorage;
  writeResource(ResourceKind.EphemeralStorage, 0, storage, used, node.ephemeralStorage);
  for (let at: u32 = 0; at < listCount(use.scalars); at += 3) {
    const name = wordOf(use.scalars, at);
    const column = columnOf(name);
    const requested = amountAt(use.scalars, at);
    const inUse = scalarRequested(decision.node, column);
    const capacity = scalarAllocatable(decision.node, column);
    writeResource(ResourceKind.Scalar, name, requested, inUse, capacity);
  }
  endArray();
}

function writeResource(
  kind: ResourceKind,
  name: u32,
  requested: i64,
  used: i64,
  capacity: i64,
): void {
  beginObject();
  resourceMember(kind, name);
  integerMember("requested", requested);
  integerMember("used", used);
  integerMember("capacity", capacity);
  booleanMember("fits", !isInsufficient(kind, name));
  endObject();
}

function isInsufficient(kind: ResourceKind, name: u32): bool {
  for (let index: u32 = 0; index < decision.insufficient; index++) {
    const row = insufficiencyAt(index);
    if (row.kind == kind && row.name == name) return true;
  }
  return false;
}
