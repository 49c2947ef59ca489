/** The kubelet's message about a pod that it rejects under pressure. Spec 5.1. */
import { addLiteral } from "../../base/json/write.ts";
import { NODE_CONDITION_COUNT, NODE_CONDITION_NAMES } from "../../node/model/signalTable.ts";

/** Adds the message; the kubelet lists its conditions in random order, ours is the table's. */
export function addPressureMessage(conditions: u32): void {
  let count = 0;
  addLiteral("The node had condition: [");
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((conditions & (1 << u32(condition))) == 0) continue;
    if (count++ > 0) addLiteral(" ");
    addLiteral(unchecked(NODE_CONDITION_NAMES[condition]));
  }
  addLiteral("]. ");
}
