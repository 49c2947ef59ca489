/** What a kubelet cannot hold: more than its tables have room for, or what its release refuses. */
import { CONTAINERS_MAX, Document, PODS_MAX, Status, VOLUMES_MAX } from "../../abi.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import { addInteger, addLiteral, addText, beginText, endText, key } from "../../base/json/write.ts";
import { nodeAt, nodes } from "../../objects/model/node.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { REFUSAL_OFFSET } from "../memory.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { SimulatorReason } from "../reasons.ts";

export enum NodeLimit {
  Pods = 0,
  Containers,
  Volumes,
  /** MiB of `TEXT_CAPACITY_BYTES`. */
  Names,
  /** MiB of `OUTPUT_CAPACITY_BYTES`, of one document that the kubelet serves. */
  Documents,
  /** What it holds is not at fault: its release refuses its configuration. */
  Release,
}

const MOST: StaticArray<i32> = [PODS_MAX, CONTAINERS_MAX, VOLUMES_MAX, 4, 12];
const OF_WHAT: StaticArray<string> = [
  " pods",
  " containers",
  " volumes",
  " MiB of names",
  " MiB of documents about its pods",
];

/** The object that `refuseNode` has refused: read when the reason is requested. */
@unmanaged
export class Refusal {
  node: u32;
  limit: NodeLimit;
}

const refusal = changetype<Refusal>(REFUSAL_OFFSET);

/** Ends the scenario; answers false. */
export function refuseNode(node: u32, limit: NodeLimit): bool {
  refusal.node = node;
  refusal.limit = limit;
  clearFailure(Document.Scenario);
  const isOfRelease = limit == NodeLimit.Release;
  const status = isOfRelease ? Status.InvalidConfiguration : Status.TableFull;
  fail(status, SimulatorReason.OfNode, 0);
  return false;
}

/** Whether every kubelet can hold the pods that its node has; false after a failure. */
export function areNodesHeld(): bool {
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (kubeletAt(row).podCount > u32(PODS_MAX)) return refuseNode(row, NodeLimit.Pods);
  }
  return true;
}

export function nodeReasonMember(): void {
  const name = nodeAt(refusal.node).name;
  key("reason");
  beginText();
  addLiteral("node ");
  addText(textAt(name), textSize(name));
  if (refusal.limit == NodeLimit.Release) {
    addLiteral(" has a release whose kubelet does not start with this configuration; ");
    addLiteral("plimsoll check --kubelet-version says why");
  } else {
    addLiteral(" has more than ");
    addInteger(unchecked(MOST[refusal.limit]));
    addLiteral(unchecked(OF_WHAT[refusal.limit]));
    addLiteral(", which is not supported; remove pods from it, or add nodes");
  }
  endText();
}
