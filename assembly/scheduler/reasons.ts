/** Why the scheduler's documents and questions were refused. */
import { OBJECTS_REASONS_END } from "../objects/reasons.ts";
import { RELEASE_REFUSAL } from "./model/releaseTable.ts";

/** Continues `ObjectsReason`. */
export enum SchedulerReason {
  Detail = 64,
  NothingDecided,
  NotFound,
  NotPending,
  NotScheduled,
  Version,
  Profiles,
  Member,
  Refused,
  Kind,
  ApiVersion,
  ArgumentsKind,
  Weight,
  Resources,
  DrainMember,
  Node,
  Terms,
  Budget,
}

const SCHEDULER_REASON_TEXTS: StaticArray<string> = [
  "no such detail; use 0 or 1",
  "no pod has been scheduled; call schedule first",
  "no such pod among the objects",
  "the pod is on a node already, has ended, is being deleted, or has another scheduler",
  "the last decision was neither Scheduled nor Unschedulable",
  RELEASE_REFUSAL,
  "a configuration has at most 16 profiles here",
  "a KubeSchedulerConfiguration has no such member; correct its name or remove it",
  "kube-scheduler does not start with this configuration",
  "the document is not a KubeSchedulerConfiguration",
  "the only version is kubescheduler.config.k8s.io/v1",
  "the kind of the arguments does not match the name of the plugin",
  "a weight is at most 1000000 here",
  "a plugin scores at most 16 resources here",
  "a drain has node, changedBudgets, scaledPods and the flags of kubectl drain in camelCase",
  "no such node among the objects",
  "more than 8192 terms of affinity, its own or of others, concern one pod",
  "no such PodDisruptionBudget among the objects",
];

export function schedulerReasonText(reason: i32): string {
  return unchecked(SCHEDULER_REASON_TEXTS[reason - OBJECTS_REASONS_END]);
}
