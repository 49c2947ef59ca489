/** Which comparator put each pod behind the one before it. Specification 4. */
import type { Decision, RankedPod } from "../../../analysis/engine/decision.ts";
import { ranks } from "../../fidelity/criterion/outcome.ts";

export function rankingBehaviors(decision: Decision): string[] {
  const { signal, hard, ranking = [] } = decision;
  if (signal === undefined) return [];
  const drive = `${signal}/${hard ? "hard" : "soft"} drives`;
  if (!ranks(decision)) return [drive];
  const pods = [...ranking].sort((a, b) => a.position - b.position);
  const deciders = pods.slice(1).map((pod, index) => deciderOf(pods[index] as RankedPod, pod));
  const evicted = pods.findIndex(({ uid }) => uid === decision.evictions[0]?.uid);
  return [
    drive,
    ...deciders.slice(0, 1).map((decider) => `${signal}: first by ${decider}`),
    ...deciders.map((decider) => `ranked by ${decider}`),
    ...(evicted < 0 ? [] : podBehaviors(pods[evicted] as RankedPod)),
    ...pods.flatMap(({ skipped }) => (skipped === undefined ? [] : [`skipped: ${skipped}`])),
  ];
}

function deciderOf(before: RankedPod, after: RankedPod): string {
  if (after.tied) return "uid";
  if (before.hasStats !== after.hasStats) return "having stats";
  if (before.exceedsRequest !== after.exceedsRequest) return "exceeding the request";
  if (before.priority !== after.priority) return "priority";
  return before.processCount === undefined ? "usage above the request" : "processes";
}

/** The pod that went. */
function podBehaviors(pod: RankedPod): string[] {
  const { hasStats, exceedsRequest, qosClass, usage, request } = pod;
  return [
    `evicted ${qosClass}`,
    hasStats ? "evicted with stats" : "evicted without stats",
    exceedsRequest ? "evicted above its request" : "evicted within its request",
    usage === request ? "usage equals the request" : usage === 0 ? "no usage" : "some usage",
    request === 0 ? "no request" : "some request",
    ...pod.parts.map(({ kind, counted }) => `${kind} ${counted ? "counts" : "does not count"}`),
  ];
}
