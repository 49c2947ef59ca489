/** The kernel's order as a column of the kubelet's ranking. */
import type { RankedPod } from "../../engine/decision.ts";
import { number, type RankingKey } from "../../text/rankingKeys.ts";
import type { OomRanking } from "./nodeRanking.ts";

/** What the column is called, and what its numbers mean. */
export const OOM_TITLE = "kernel";
export const OOM_LEGEND = "the kernel's order if the node ran out of memory; 1 is killed first";

/** A pod is sorted by the first of its containers; without one it comes last. */
export function oomKey(ranking: OomRanking): RankingKey {
  const places = new Map<string, number>();
  for (const { pod, badness } of ranking.ranking) {
    if (badness === null || places.has(pod.uid)) continue;
    places.set(pod.uid, places.size + 1);
  }
  const placeOf = ({ uid }: RankedPod) => places.get(uid);
  return {
    ...number(OOM_TITLE, (pod) => placeOf(pod) ?? places.size + 1, String),
    cell: (pod) => String(placeOf(pod) ?? "-"),
  };
}
