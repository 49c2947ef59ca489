/** What ends a cluster that was simulated: what its verdict leaves to be wished for. */
import type { SimulatorVerdict } from "../../../engine/simulatorEvent.ts";

/** What a change is searched for: that the cluster settles, or that it does and no pod goes. */
export type Goal = "settles" | "spares";

/** Null for a cluster without an eviction, or that was not simulated long enough. */
export function goalOf({ verdict, evictedPods }: SimulatorVerdict): Goal | null {
  if (verdict === "thrashes" || verdict === "cascades") return "settles";
  return verdict === "settles" && evictedPods > 0 ? "spares" : null;
}

/** The note for a cluster with more pods than fit in an answer. */
export const NOT_SEARCHED =
  "The cluster has more pods than can be compared after a change, so no fixes are " + "searched.";
