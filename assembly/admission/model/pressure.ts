/** Whether a node under pressure takes a pod. Spec 5.1. */
import { NodeCondition } from "../../node/model/signalTable.ts";

/** Which rule answered; reports have the words. */
export enum PressureRule {
  NoConditions = 0,
  Critical = 1,
  NotBestEffort = 2,
  Tolerates = 3,
  BestEffortUnderMemoryPressure = 4,
  OtherConditions = 5,
}

const MEMORY_PRESSURE: u32 = 1 << u32(NodeCondition.MemoryPressure);

/** `conditions` are bits by `NodeCondition`. @inline */
export function pressureRule(
  conditions: u32,
  isCritical: bool,
  isBestEffort: bool,
  toleratesMemoryPressure: bool,
): PressureRule {
  if (conditions == 0) return PressureRule.NoConditions;
  if (isCritical) return PressureRule.Critical;
  if (conditions != MEMORY_PRESSURE) return PressureRule.OtherConditions;
  if (!isBestEffort) return PressureRule.NotBestEffort;
  if (toleratesMemoryPressure) return PressureRule.Tolerates;
  return PressureRule.BestEffortUnderMemoryPressure;
}

/** @inline */
export function isAdmitting(rule: PressureRule): bool {
  return rule <= PressureRule.Tolerates;
}
