import type { Outcome } from "../../../../analysis/engine/actuator.ts";
import type { Decision, NodeCondition } from "../../../../analysis/engine/decision.ts";
import { NODE_CONDITIONS } from "../../../../analysis/text/outcome.ts";
import { ApiError } from "../../kubernetes/apiError.ts";
import type { ApiClient } from "../../kubernetes/client.ts";
import {
  type Condition,
  MERGE_PATCH,
  type NodeObject,
  nodePath,
  type Taint,
  timeOfSecond,
  withDryRun,
} from "../../kubernetes/objects.ts";

/** How conditions are made known on the node; with neither, nothing is written. */
export interface NodeReport {
  /** The prefix of our condition types, which keeps them apart from the kubelet's own. */
  readonly conditionPrefix?: string;
  /** On the node as long as there is any condition. */
  readonly taint?: Taint;
}

/** Neither conditions nor a taint were asked for. */
export function writesNothing({ conditionPrefix, taint }: NodeReport): boolean {
  return conditionPrefix === undefined && taint === undefined;
}

/** Other clients also write taints: how often a node that changed meanwhile is read again. */
const ATTEMPTS = 4;

/** Rejects with ApiError. */
export async function reportNode(
  client: ApiClient,
  name: string,
  report: NodeReport,
  conditions: readonly NodeCondition[],
  decision: Decision,
  dryRun: boolean,
): Promise<Outcome> {
  const { conditionPrefix, taint } = report;
  const written: string[] = [];
  if (conditionPrefix !== undefined) {
    await patchConditions(client, name, conditionPrefix, conditions, decision, dryRun);
    const types = conditions.map((condition) => `${conditionPrefix}${condition}`);
    written.push(`reports ${types.join(", ") || "no condition of pressure"}`);
  }
  if (taint !== undefined) {
    await patchTaint(client, name, taint, conditions.length > 0, decision, dryRun);
    const { key, effect } = taint;
    written.push(`${conditions.length > 0 ? "has" : "has no longer"} the taint ${key}:${effect}`);
  }
  const sentenceOfAll = `Node ${name} ${written.join(" and ")}.`;
  const agreed = "Dry run of kubernetes, and the API server agrees: ";
  if (written.length > 0 && dryRun) return { done: false, sentence: `${agreed}${sentenceOfAll}` };
  if (written.length > 0) return { done: true, sentence: sentenceOfAll };
  const sentence =
    "Nothing is written to the node; to report conditions, give --node-condition or " +
    "--node-taint.";
  return { done: false, sentence };
}

async function patchConditions(
  client: ApiClient,
  name: string,
  prefix: string,
  conditions: readonly NodeCondition[],
  decision: Decision,
  dryRun: boolean,
): Promise<void> {
  const node = await client.getObject<NodeObject>(nodePath(name));
  const time = timeOfSecond(decision.time);
  const before = node.status?.conditions ?? [];
  const reported = NODE_CONDITIONS.map((condition) => {
    const isThere = conditions.includes(condition);
    return conditionOf(`${prefix}${condition}`, isThere, before, time);
  });
  await client.request({
    method: "PATCH",
    path: withDryRun(nodePath(name, "status"), dryRun),
    contentType: MERGE_PATCH,
    body: { status: { conditions: reported } },
  });
}

function conditionOf(type: string, isThere: boolean, before: readonly Condition[], time: string) {
  const status = isThere ? "True" : "False";
  const old = before.find((condition) => condition.type === type);
  const since = old?.status === status ? old.lastTransitionTime : undefined;
  return {
    type,
    status,
    reason: isThere ? "EvictionThresholdMet" : "NoEvictionThresholdMet",
    message: `plimsoll has ${isThere ? "found" : "found no"} pressure`,
    lastHeartbeatTime: time,
    lastTransitionTime: since ?? time,
  };
}

/** A node's taints are replaced as one list, so the list must be the one that was read. */
async function patchTaint(
  client: ApiClient,
  name: string,
  taint: Taint,
  isWanted: boolean,
  decision: Decision,
  dryRun: boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { metadata, spec } = await client.getObject<NodeObject>(nodePath(name));
    const before = spec?.taints ?? [];
    const others = before.filter(({ key, effect }) => key !== taint.key || effect !== taint.effect);
    if (others.length < before.length === isWanted) return;
    const added = { ...taint, timeAdded: timeOfSecond(decision.time) };
    const { resourceVersion } = metadata;
    const taints = isWanted ? [...others, added] : others;
    const body = { metadata: { resourceVersion }, spec: { taints } };
    try {
      const path = withDryRun(nodePath(name), dryRun);
      await client.request({ method: "PATCH", path, contentType: MERGE_PATCH, body });
      return;
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.status === 409;
      if (!isOutdated || attempt === ATTEMPTS) throw error;
    }
  }
}
