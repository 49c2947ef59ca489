/** What admission would do at a step, in words over the sentences of the core. */

import type { Admission, PreemptedPod, Requirement } from "../../engine/admission.ts";
import { formatBytes, plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { resourceAmount } from "../../text/resourceAmount.ts";
import { type NodeAdmission, SHORT_BYTES } from "./nodeAdmission.ts";

/** Pods that sentences name; a ranking has them all. */
const NAMED_MAX = 5;
/** An order that the kubelet leaves to chance decides. */
export const BY_CHANCE =
  "The kubelet lists pods and resources in random order; another order may have " +
  "another result.";

/** The pod that is asked about where none is given. */
const CRITICAL_POD = "a critical pod (system-node-critical)";
/** The same where it is not known yet how much it requests. */
export const DEFAULT_POD = `${CRITICAL_POD} that requests more memory than is left`;

/** The pod that comes, and what it requests. */
export function askedWords({ answer, isDefault, leftBytes }: NodeAdmission): string {
  if (answer === null) return "a pod";
  const requests = requestsOf(answer);
  const who = isDefault
    ? CRITICAL_POD
    : `${answer.pod.critical ? "critical pod" : "pod"} ${podText(answer.pod)}`;
  const asking = requests === "" ? "that requests nothing" : `that requests ${requests}`;
  if (leftBytes === undefined) return `${who} ${asking}`;
  return `${who} ${asking}, ${formatBytes(SHORT_BYTES)} more than is left`;
}

/** The answer, pod by pod, and its assumptions. */
export function admissionSentences(admission: NodeAdmission): readonly string[] {
  const { answer, assumed } = admission;
  if (answer === null) return [];
  const { preempted = [], sentence, orderDecides } = answer;
  const more = preempted.length - NAMED_MAX;
  return [
    `The question is about ${askedWords(admission)}.`,
    sentence,
    ...preempted.slice(0, NAMED_MAX).map(preemptedSentence),
    ...(more > 0 ? [`And ${plural(more, "more pod")}.`] : []),
    ...(orderDecides ? [BY_CHANCE] : []),
    ...assumed,
  ];
}

function preemptedSentence({ choice, ...pod }: PreemptedPod, index: number): string {
  const { required, frees } = choice;
  return (
    `${index + 1}: ${podText(pod)} (${pod.qosClass}) frees ${amounts(frees)}; ` +
    `${amounts(required)} ${required.length === 1 ? "was" : "were"} still required of its class.`
  );
}

function requestsOf({ resources = [] }: Admission): string {
  const asked = resources.filter(({ resource, requested }) => requested > 0 && resource !== "pods");
  return amounts(asked.map(({ resource, requested }) => ({ resource, amount: requested })));
}

function amounts(all: readonly Requirement[]): string {
  return all
    .map(({ resource, amount }) => `${resourceAmount(resource, amount)} of ${resource}`)
    .join(", ");
}
