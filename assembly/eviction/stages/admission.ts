/** Whether the node would take a new pod under its published conditions. Spec 5.1. */
import { Pod, PodFlag, podHas, QosClass } from "../../node/model/pod.ts";
import { NodeCondition } from "../../node/model/signalTable.ts";
import { state } from "../model/state.ts";

/** Which rule answered; `report` has the words. */
export enum AdmissionRule {
  NoConditions = 0,
  Critical = 1,
  NotBestEffort = 2,
  Tolerates = 3,
  BestEffortUnderMemoryPressure = 4,
  OtherConditions = 5,
}

const MEMORY_PRESSURE: u32 = 1 << u32(NodeCondition.MemoryPressure);

export function admissionRule(pod: Pod): AdmissionRule {
  const conditions = state.nodeConditions;
  if (conditions == 0) return AdmissionRule.NoConditions;
  if (podHas(pod, PodFlag.Critical)) return AdmissionRule.Critical;
  if (conditions != MEMORY_PRESSURE) return AdmissionRule.OtherConditions;
  if (pod.qosClass != QosClass.BestEffort) return AdmissionRule.NotBestEffort;
  if (podHas(pod, PodFlag.ToleratesMemoryPressure)) return AdmissionRule.Tolerates;
  return AdmissionRule.BestEffortUnderMemoryPressure;
}

export function isAdmitting(rule: AdmissionRule): bool {
  return rule <= AdmissionRule.Tolerates;
}
