/** What would let a pod in is tried: the same pod, as a critical one. */
import type { JsonObject } from "../vectors/notation.ts";
import type { AdmissionCase } from "./admissionCase.ts";
import type { AdmissionDifference } from "./compare.ts";
import type { AdmissionPlayer, Played } from "./play.ts";

const CRITICAL = 2_000_000_000;

/** Null when the module keeps its word, or has nothing to say. */
export function counterfactualDifference(
  player: AdmissionPlayer,
  asked: AdmissionCase,
  ours: Played,
): AdmissionDifference | null {
  if ("refused" in ours || ours.wouldAdmit?.preempting === undefined) return null;
  // Other filters reject a critical pod too.
  if (ours.failures?.some(({ resource }) => resource === undefined)) return null;
  const pod = asked.pod as JsonObject;
  const spec = { ...(pod.spec as JsonObject), priority: CRITICAL };
  const again = player.play({ ...asked, pod: { ...pod, spec } });
  const promised = uidsOf(ours.wouldAdmit.preempting);
  const kept = "refused" in again ? again.refused : uidsOf(again.preempted ?? []);
  return kept === promised ? null : { what: "counterfactual", kubelet: kept, plimsoll: promised };
}

function uidsOf(pods: readonly { readonly uid: string }[]): string {
  return pods.map(({ uid }) => uid).join(" ");
}
