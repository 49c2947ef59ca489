/** What is derived from each pod alone. Specification 4.4, 4.5, 5.2, 6. */
import type { PodAnswers } from "../play.ts";
import type { OraclePod, OraclePods } from "../scenario.ts";
import { type Difference, differ, present } from "./difference.ts";

export function comparePods(theirs: OraclePods, ours: PodAnswers | null): Difference[] {
  if (theirs.error !== undefined || ours === null) {
    return present([differ("pod list refused", theirs.error !== undefined, ours === null)]);
  }
  return (theirs.pods ?? []).flatMap((pod) => comparePod(pod, ours));
}

function comparePod(theirs: OraclePod, { table, oomScoreAdj }: PodAnswers): Difference[] {
  const ours = table.pods.find(({ uid }) => uid === theirs.uid);
  if (ours === undefined) return [{ what: "pod missing", kubelet: theirs.uid, plimsoll: null }];
  const scores = oomScoreAdj.get(theirs.uid);
  const limit = (ours as { ephemeralStorageLimit?: string }).ephemeralStorageLimit;
  return present([
    differ("qosClass", theirs.qosClass, ours.qosClass),
    differ("critical", theirs.critical, ours.critical),
    differ("memoryRequest", theirs.requests.memory, ours.memoryRequest),
    differ(
      "ephemeralStorageRequest",
      theirs.requests["ephemeral-storage"],
      ours.ephemeralStorageRequest,
    ),
    differ("ephemeralStorageLimit", theirs.ephemeralStorageLimit, limit ?? null),
    // Pods that are not active are in no ranking, which contains the scores; without a
    // capacity, the kubelet is asked for none.
    scores === undefined || Object.keys(theirs.oomScoreAdj).length === 0
      ? null
      : differ("oomScoreAdj", theirs.oomScoreAdj, Object.fromEntries(scores)),
  ]).map((difference) => ({
    ...difference,
    kubelet: { uid: theirs.uid, [difference.what]: difference.kubelet },
    plimsoll: { uid: theirs.uid, [difference.what]: difference.plimsoll },
  }));
}
