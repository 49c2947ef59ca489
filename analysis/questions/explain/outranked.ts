/** Where priority decides which pod is evicted: usage over request alone would choose another. */
import type { Decision, RankedPod } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";

/** How the core ends the sentence on a pod that its priority puts behind the pod before it. */
const BY_PRIORITY = "its priority is higher.";

/** The pod that would be evicted instead at equal priorities; null where they do not decide. */
export function outrankedBy(decision: Decision): RankedPod | null {
  const { ranking = [], evictions } = decision;
  const evicted = ranking.find(({ uid }) => uid === evictions[0]?.uid);
  if (evicted === undefined || !evicted.hasStats) return null;
  // A policy that compares QoS classes never orders by priority.
  if (!ranking.some(({ sentence }) => sentence.endsWith(BY_PRIORITY))) return null;
  const measure = measureOf(decision);
  const others = ranking
    .filter(({ skipped, hasStats }) => skipped === undefined && hasStats)
    .filter(({ exceedsRequest }) => exceedsRequest === evicted.exceedsRequest)
    .filter((pod) => pod.priority > evicted.priority && measure(pod) > measure(evicted));
  return others.reduce<RankedPod | null>(
    (most, pod) => (most === null || measure(pod) > measure(most) ? pod : most),
    null,
  );
}

/** The priorities of both, where priority decides. */
export function prioritySentences(decision: Decision): readonly string[] {
  const other = outrankedBy(decision);
  const evicted = decision.ranking?.find(({ uid }) => uid === decision.evictions[0]?.uid);
  if (other === null || evicted === undefined) return [];
  const why =
    rankedResource(decision) === "pids"
      ? "which has more processes"
      : other.usageMinusRequest > 0
        ? "which exceeds its request by more"
        : "which is closer to its request";
  return [
    `${evicted.name} has priority ${evicted.priority}; ${podText(other)}, ${why}, ` +
      `has priority ${other.priority}.`,
  ];
}

/** What the last comparator compares, among pods of one priority. */
function measureOf(decision: Decision): (pod: RankedPod) => number {
  return rankedResource(decision) === "pids"
    ? ({ processCount = 0 }) => processCount
    : ({ usageMinusRequest }) => usageMinusRequest;
}
