/** What the kubelet of a node decides at a point in time, computed by the node's own engine. */
import { Action, Detail } from "../../../assembly/abi.ts";
import type { Answer } from "../../engine/answer.ts";
import type { Decision } from "../../engine/decision.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { membersOf } from "../../read/json/members.ts";

const EMPTY = new TextEncoder().encode("{}");
const decoder = new TextDecoder();

/** A decision of detail 2 on the documents that `SimulatorEngine.situation` writes. */
export function explainedSituation(
  engine: EvictionEngine,
  situation: Uint8Array,
): Answer<Decision> {
  const members = membersOf(situation);
  const document = (name: string) => members.get(name) ?? EMPTY;
  engine.configure(document("configuration"));
  engine.pods(document("pods"));
  const time = BigInt(decoder.decode(document("time")));
  const action = engine.observe(document("summary"), time);
  // What a kubelet reclaims on the node before it evicts is not simulated.
  if (action === Action.ReclaimNodeLevelResources) engine.reclaimedNothing();
  return engine.report<Decision>(Detail.Counterfactuals);
}
