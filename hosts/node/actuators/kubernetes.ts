import type { Actuator, Outcome } from "../../shared/actuator.ts";
import type { Decision, Eviction, NodeCondition } from "../../shared/decision.ts";
import { isUnavailable } from "../kubernetes/apiError.ts";
import type { ApiClient } from "../kubernetes/client.ts";
import { type PodObject, podPath } from "../kubernetes/objects.ts";
import { recordEviction } from "./kubernetes/event.ts";
import { METHODS, type MethodName } from "./kubernetes/methods.ts";
import { type NodeReport, reportNode } from "./kubernetes/nodeReport.ts";
import { podText, refusal, standIn } from "./kubernetes/outcome.ts";

export interface KubernetesActuatorOptions {
  readonly client: ApiClient;
  readonly node: string;
  readonly method: MethodName;
  /** How the node's conditions are made known, beside the kubelet's own report. */
  readonly report: NodeReport;
}

/** Evicts through the API server. Every request names the uid of the pod that was judged. */
export class KubernetesActuator implements Actuator {
  readonly name = "kubernetes";
  readonly acts = true;
  readonly #options: KubernetesActuatorOptions;

  constructor(options: KubernetesActuatorOptions) {
    this.#options = options;
  }

  async reclaimNodeLevelResources({ reclaim }: Decision): Promise<Outcome> {
    const functions = reclaim.join(", then ");
    const why = "cannot be asked for through the API server; the kubelet does so itself";
    return { done: false, sentence: `${functions} ${why}.` };
  }

  async evict(eviction: Eviction, decision: Decision): Promise<Outcome> {
    const { client, method, node } = this.#options;
    const { deed, evict } = METHODS[method];
    try {
      const pod = await client.getObject<PodObject>(podPath(eviction));
      const reason = standIn(eviction, pod);
      if (reason !== null) return { done: false, sentence: reason };
      await evict({ client, eviction, decision, pod });
    } catch (error) {
      return { done: false, sentence: refusal(error, eviction, method) };
    }
    const grace = `grace period ${eviction.gracePeriodSeconds}s`;
    const event = await recordEviction(client, node, eviction, decision);
    return { done: true, sentence: `${podText(eviction)} ${deed}, ${grace}${event}.` };
  }

  async setNodeConditions(
    conditions: readonly NodeCondition[],
    decision: Decision,
  ): Promise<Outcome> {
    const { client, node, report } = this.#options;
    try {
      return await reportNode(client, node, report, conditions, decision);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return { done: false, sentence: `Node ${node} is as it was: ${error.message}` };
    }
  }
}
