/** Why a verb was refused. */
import { OBJECTS_REASONS_END, objectsReasonText } from "../objects/reasons.ts";
import { RELEASE_REFUSAL as MEMORY_RELEASE_REFUSAL } from "./model/memory/releaseTable.ts";
import { RELEASE_REFUSAL } from "./model/releaseTable.ts";

/** Continues `ObjectsReason`. */
export enum AdmissionReason {
  Version = 64,
  Option,
  NoNode,
  ManyNodes,
  NotAPod,
  NothingDecided,
  Detail,
  MemoryVersion,
  MemoryOption,
  ReservationPolicy,
  ThrottlingFactor,
}

const ADMISSION_REASON_TEXTS: StaticArray<string> = [
  RELEASE_REFUSAL,
  "the only option is kubeletVersion",
  "no Node has been given; give the Node of the pod",
  "more than one Node has been given; give the one of the pod",
  "a v1 Pod is expected here",
  "no pod has been evaluated; call admit first",
  "no such detail; use 0, 1 or 2",
  MEMORY_RELEASE_REFUSAL,
  "the members are kubeletVersion, configuration, allocatableBytes and pageBytes",
  "memoryReservationPolicy is None or TieredReservation",
  "memoryThrottlingFactor is above 0 and at most 1, with at most 19 decimals",
];

export function reasonText(reason: i32): string {
  if (reason < OBJECTS_REASONS_END) return objectsReasonText(reason);
  return unchecked(ADMISSION_REASON_TEXTS[reason - OBJECTS_REASONS_END]);
}
