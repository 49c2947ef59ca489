import {
  type Actuator,
  type LastObjection,
  noObjection,
  type Outcome,
} from "../../../analysis/engine/actuator.ts";
import type { Decision, Eviction, NodeCondition } from "../../../analysis/engine/decision.ts";
import { isUnavailable } from "../kubernetes/apiError.ts";
import type { ApiClient } from "../kubernetes/client.ts";
import type { ApiRequest } from "../kubernetes/exchange.ts";
import { type PodObject, podPath, withDryRun } from "../kubernetes/objects.ts";
import { recordEviction } from "./kubernetes/event.ts";
import { METHODS, type MethodName } from "./kubernetes/methods.ts";
import { type NodeReport, reportNode, writesNothing } from "./kubernetes/nodeReport.ts";
import { outcomeOfFailure, podText, refusal, standIn } from "./kubernetes/outcome.ts";

export interface KubernetesActuatorOptions {
  readonly client: ApiClient;
  readonly node: string;
  readonly method: MethodName;
  /** Publishes the node's conditions, in addition to the kubelet's own report. */
  readonly report: NodeReport;
  /** Asks the server for everything but the change. */
  readonly dryRun: boolean;
}

/** Evicts through the API server. Every request names the uid of the pod that was evaluated. */
export class KubernetesActuator implements Actuator {
  readonly name = "kubernetes";
  readonly acts: boolean;
  readonly #options: KubernetesActuatorOptions;

  constructor(options: KubernetesActuatorOptions) {
    this.#options = options;
    this.acts = !options.dryRun;
  }

  async reclaimNodeLevelResources({ reclaim }: Decision): Promise<Outcome> {
    const functions = reclaim.join(", then ");
    const why = "cannot be requested through the API server; the kubelet does that itself";
    return { done: false, sentence: `${functions} ${why}.` };
  }

  /** The server is asked for a dry run first: what it refuses then was certainly not done. */
  async evict(
    eviction: Eviction,
    decision: Decision,
    objection: LastObjection = noObjection,
  ): Promise<Outcome> {
    const { client, method, node, dryRun } = this.#options;
    const { deed, plan, request } = METHODS[method];
    const grace = `grace period ${eviction.gracePeriodSeconds}s`;
    let asked: ApiRequest;
    try {
      const pod = await client.getObject<PodObject>(podPath(eviction));
      const reason = standIn(eviction, pod, node);
      if (reason !== null) return { done: false, sentence: reason };
      asked = await request({ client, eviction, decision, pod });
      await client.request({ ...asked, path: withDryRun(asked.path, true) });
      const last = dryRun ? null : await objection();
      if (last !== null) return { done: false, sentence: `${podText(eviction)} stays: ${last}.` };
    } catch (error) {
      return { done: false, sentence: refusal(error, eviction, method) };
    }
    if (dryRun) {
      const event = await recordEviction(client, node, eviction, decision, true);
      const agreed = "Dry run of kubernetes, and the API server agrees";
      return {
        done: false,
        sentence: `${agreed}: ${podText(eviction)} ${plan}, ${grace}${event}.`,
      };
    }
    try {
      await client.request(asked);
    } catch (error) {
      return outcomeOfFailure(error, eviction, method);
    }
    const event = await recordEviction(client, node, eviction, decision, false);
    return { done: true, sentence: `${podText(eviction)} ${deed}, ${grace}${event}.` };
  }

  async setNodeConditions(
    conditions: readonly NodeCondition[],
    decision: Decision,
    objection: LastObjection = noObjection,
  ): Promise<Outcome> {
    const { client, node, report, dryRun } = this.#options;
    try {
      const reason = writesNothing(report) ? null : await objection();
      if (reason !== null)
        return { done: false, sentence: `Node ${node} was not changed: ${reason}.` };
      return await reportNode(client, node, report, conditions, decision, dryRun);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return { done: false, sentence: `Node ${node} was not changed: ${error.message}` };
    }
  }
}
