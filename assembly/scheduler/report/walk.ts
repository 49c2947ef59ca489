/** The nodes of the last walk, in the order in which they were tried. */
import { decision } from "../model/decision.ts";
import { namedAt, nodeCount } from "../model/snapshot.ts";

export function walkedPosition(index: u32): u32 {
  if (decision.named == 0) {
    const position = decision.start + index;
    return position >= nodeCount ? position - nodeCount : position;
  }
  return namedAt(((decision.start % decision.namedCount) + index) % decision.namedCount);
}
