/** Why the scheduler's documents and questions were refused. */
import { OBJECTS_REASONS_END } from "../objects/reasons.ts";

/** Continues `ObjectsReason`. */
export enum SchedulerReason {
  Detail = 64,
  NothingDecided,
  NotFound,
  NotPending,
  NotScheduled,
  Version,
  Percentage,
  Profiles,
  Member,
}

const SCHEDULER_REASON_TEXTS: StaticArray<string> = [
  "no such detail; use 0 or 1",
  "no pod has been scheduled; call schedule first",
  "no such pod among the objects",
  "the pod stands on a node already, has ended, is being deleted, or is another scheduler's",
  "the last decision put the pod on no node",
  "plimsoll.kubernetesVersion is a release from 1.31 to 1.36, such as 1.35",
  "percentageOfNodesToScore is from 0 to 100",
  "profiles and extenders are not read; leave them out for the scheduler's defaults",
  "a KubeSchedulerConfiguration has no such member; correct its name or remove it",
];

export function schedulerReasonText(reason: i32): string {
  return unchecked(SCHEDULER_REASON_TEXTS[reason - OBJECTS_REASONS_END]);
}
