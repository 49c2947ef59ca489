import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import type { ApiClient } from "../../kubernetes/client.ts";
import type { ApiRequest } from "../../kubernetes/exchange.ts";
import {
  type ApiResources,
  type Condition,
  MERGE_PATCH,
  type PodObject,
  podPath,
  timeOfSecond,
} from "../../kubernetes/objects.ts";

export type MethodName = "eviction" | "status" | "delete";

/** One pod to evict, as it is on the server. */
export interface Order {
  readonly client: ApiClient;
  readonly eviction: Eviction;
  readonly decision: Decision;
  readonly pod: PodObject;
}

export interface Method {
  /** For help. */
  readonly summary: string;
  /** Follow the pod's name in a sentence: what was done, what would be done. */
  readonly deed: string;
  readonly plan: string;
  /**
   * What evicts the pod when it is sent; the dry run before it is the same request. Rejects with
   * ApiError.
   */
  request(order: Order): Promise<ApiRequest>;
}

/**
 * A grace period of 0 is the kubelet's word for "at once"; to the API server it would mean to
 * forget the pod while its containers run.
 */
const GRACE_SECONDS_MIN = 1;

export const METHODS: Readonly<Record<MethodName, Method>> = {
  eviction: {
    summary: "ask the Eviction API, which respects PodDisruptionBudgets",
    deed: "is evicted by the Eviction API",
    plan: "would be evicted by the Eviction API",
    async request({ client, eviction }) {
      const { namespace, name } = eviction;
      const body = {
        apiVersion: `policy/${await evictionVersion(client)}`,
        kind: "Eviction",
        metadata: { namespace, name },
        deleteOptions: deleteOptions(eviction),
      };
      return { method: "POST", path: podPath(eviction, "eviction"), body, once: true };
    },
  },
  status: {
    summary: "mark the pod Failed and Evicted, as the kubelet does; ignores PodDisruptionBudgets",
    deed: "is marked Failed, reason Evicted; its kubelet stops it",
    plan: "would be marked Failed, reason Evicted",
    async request(order) {
      const { eviction } = order;
      return {
        method: "PATCH",
        path: podPath(eviction, "status"),
        once: true,
        contentType: MERGE_PATCH,
        body: { metadata: { uid: eviction.uid }, status: failedStatus(order) },
      };
    },
  },
  delete: {
    summary: "delete the pod; ignores PodDisruptionBudgets",
    deed: "is being deleted",
    plan: "would be deleted",
    async request({ eviction }) {
      const body = { apiVersion: "v1", kind: "DeleteOptions", ...deleteOptions(eviction) };
      return { method: "DELETE", path: podPath(eviction), body, once: true };
    },
  },
};

function deleteOptions({ uid, gracePeriodSeconds }: Eviction) {
  return {
    gracePeriodSeconds: Math.max(gracePeriodSeconds, GRACE_SECONDS_MIN),
    preconditions: { uid },
  };
}

/** The version of the Eviction that this server takes: `v1` since 1.22, `v1beta1` until 1.24. */
async function evictionVersion(client: ApiClient): Promise<string> {
  const { resources = [] } = await client.getObject<ApiResources>("/api/v1");
  return resources.find(({ name }) => name === "pods/eviction")?.version ?? "v1";
}

/** What the kubelet's status becomes when it evicts a pod. Spec 3.11, 8. */
function failedStatus({ eviction, decision, pod }: Order) {
  const time = timeOfSecond(decision.time);
  const { message, reason, cause } = eviction;
  const notReady = ["Ready", "ContainersReady"].flatMap((type) =>
    isTrue(pod, type)
      ? [{ type, status: "False", reason: "PodFailed", lastTransitionTime: time }]
      : [],
  );
  const disrupted = {
    type: "DisruptionTarget",
    status: "True",
    reason: "TerminationByKubelet",
    message,
    lastTransitionTime: time,
  };
  // The kubelet gives the condition to node pressure only, not to local storage limits.
  const conditions = cause === undefined ? [disrupted, ...notReady] : notReady;
  return { phase: "Failed", reason, message, ...(conditions.length > 0 ? { conditions } : {}) };
}

function isTrue(pod: PodObject, type: string): boolean {
  const conditions: readonly Condition[] = pod.status?.conditions ?? [];
  return conditions.some((condition) => condition.type === type && condition.status === "True");
}
