/** The pods that admission would preempt, as a column of the kubelet's ranking. */
import type { RankedPod } from "../../engine/decision.ts";
import { number, type RankingKey } from "../../text/rankingKeys.ts";
import { askedWords, DEFAULT_POD } from "./admissionWords.ts";
import { type NodeAdmission, preemptedPlaces } from "./nodeAdmission.ts";

export const ADMISSION_TITLE = "admission";

/** The legend for the default pod, before there is an answer. */
export const DEFAULT_LEGEND = legendFor(DEFAULT_POD);

/** What the column's numbers mean, or why there is no column. */
export function admissionLegend(admission: NodeAdmission): string {
  if (admission.answer === null) return `not evaluated: ${admission.problem ?? ""}`;
  return legendFor(askedWords(admission));
}

function legendFor(pod: string): string {
  const place = "the pod's place among those that admission would preempt for";
  return `${place} ${pod}; it compares requests`;
}

/** Pods that stay are behind all others. */
export function admissionKey(admission: NodeAdmission): RankingKey {
  const places = preemptedPlaces(admission);
  const placeOf = ({ uid }: RankedPod) => places.get(uid);
  return {
    ...number(ADMISSION_TITLE, (pod) => placeOf(pod) ?? places.size + 1, String),
    cell: (pod) => String(placeOf(pod) ?? "-"),
    isOfSpec: true,
  };
}
