/** Why the scheduler finds no node for a pod: its message, and the refusal of each node. */
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  key,
  textMember,
} from "../../base/json/write.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { templateAt } from "../../scheduler/cycle/template.ts";
import { decision } from "../../scheduler/model/decision.ts";
import { nodeRow, refusalAt } from "../../scheduler/model/snapshot.ts";
import { messageMember } from "../../scheduler/report/decision.ts";
import { beginFilterMember } from "../../scheduler/report/filterMember.ts";
import { walkedPosition } from "../../scheduler/report/walk.ts";

/** The decision made last; without a message when the pod has a node after all. */
export function writeScheduling(): void {
  beginObject();
  messageMember();
  key("nodes");
  beginArray();
  for (let index: u32 = 0; index < decision.walked; index++) writeRefused(walkedPosition(index));
  endArray();
  endObject();
}

/** A node in the order in which they were tried, if it was refused. */
function writeRefused(position: u32): void {
  const plugin = refusalAt(position) - 1;
  if (plugin < 0) return;
  const name = nodeAt(nodeRow(position)).name;
  beginObject();
  textMember("name", textAt(name), textSize(name));
  beginFilterMember(templateAt(decision.template), position, plugin);
  endObject();
  endObject();
}
