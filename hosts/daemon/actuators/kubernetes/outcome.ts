import type { Outcome } from "../../../../analysis/engine/actuator.ts";
import type { Eviction } from "../../../../analysis/engine/decision.ts";
import { mayEvict, OPT_OUT_ANNOTATION } from "../../acting/optOut.ts";
import { ApiError, isUnavailable } from "../../kubernetes/apiError.ts";
import type { PodObject } from "../../kubernetes/objects.ts";
import type { MethodName } from "./methods.ts";

export function podText({ namespace, name }: Pick<Eviction, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

const ENDED = new Set(["Succeeded", "Failed"]);

/** Why what the server has under this name is not to be evicted; null when it is. */
export function standIn(
  eviction: Eviction,
  { metadata, spec, status }: PodObject,
  node: string,
): string | null {
  const pod = podText(eviction);
  if (metadata.uid !== eviction.uid) {
    return (
      `${pod} stays: it is another pod now, with uid ${metadata.uid}; ` +
      `the one to evict, with uid ${eviction.uid}, is gone.`
    );
  }
  // What lists the pods of a node may be wrong; the server knows where each one runs.
  if (spec?.nodeName !== node) {
    const where = spec?.nodeName === undefined ? "no node" : `node ${spec.nodeName}`;
    return `${pod} stays: it runs on ${where}, and this daemon acts for node ${node}.`;
  }
  const value = metadata.annotations?.[OPT_OUT_ANNOTATION];
  if (mayEvict(metadata.annotations ?? {}) === false) {
    return `${pod} stays: its annotation ${OPT_OUT_ANNOTATION} is "${value}".`;
  }
  if (metadata.deletionTimestamp !== undefined) {
    return `${pod} is not evicted: it is being deleted already.`;
  }
  const phase = status?.phase ?? "";
  return ENDED.has(phase) ? `${pod} is not evicted: it has ended already (${phase}).` : null;
}

/** What a refused request means for an eviction, by status. */
const REFUSALS: Readonly<Record<number, (pod: string, said: string) => string>> = {
  404: (pod) => `${pod} is gone already; there is nothing to evict.`,
  409: (pod, said) => `${pod} stays, because it has changed since the decision: ${said}.`,
};

/** One sentence about an eviction that was certainly not made. */
export function refusal(error: unknown, eviction: Eviction, method: MethodName): string {
  const pod = podText(eviction);
  if (!isUnavailable(error)) {
    return `${pod} is not evicted: an answer of the API server cannot be understood (${error}).`;
  }
  if (!(error instanceof ApiError)) return `${pod} is not evicted: ${error.message}`;
  const { status, said, causes } = error;
  if (causes.includes("DisruptionBudget")) {
    return (
      `${pod} is not evicted: ${said}; it is retried later; --method status or delete ` +
      "would ignore its PodDisruptionBudget."
    );
  }
  // A patch with another uid than the pod's is answered as one that would change the uid.
  const sentenceOf = REFUSALS[said.includes("metadata.uid") ? 409 : (status ?? 0)];
  return sentenceOf === undefined
    ? `${pod} is not evicted (${method}): ${error.message}`
    : sentenceOf(pod, said);
}

/** Answers that prove that the server did not do what it was asked for. */
const PROOFS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 429]);

/**
 * The outcome of an eviction when the request did not succeed. Rejects with
 * what is not an answer of the server's: then the outcome is unknown.
 */
export function outcomeOfFailure(error: unknown, eviction: Eviction, method: MethodName): Outcome {
  if (!isUnavailable(error)) throw error;
  const isRefused = !(error instanceof ApiError) || !error.isSent || PROOFS.has(error.status ?? 0);
  if (isRefused) return { done: false, sentence: refusal(error, eviction, method) };
  const doubt = `${podText(eviction)} may have been evicted, and counts as evicted`;
  // What the message advises to do next is not done here.
  return { done: false, unknown: true, sentence: `${doubt}: ${error.problem}.` };
}
