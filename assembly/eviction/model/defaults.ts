/** The kubelet's hard thresholds on Linux when evictionHard is absent. Spec 2.7. */
import { HARD_DEFAULTS, HARD_DEFAULTS_SINCE } from "../../node/model/signalTable.ts";

/** The default of a signal under the behaviors given; empty for none. */
export function hardDefaultOf(signal: i32, behaviors: u32): string {
  const since = unchecked(HARD_DEFAULTS_SINCE[signal]);
  return since == 0 || (behaviors & since) != 0 ? unchecked(HARD_DEFAULTS[signal]) : "";
}

export function hasDefault(signal: i32, behaviors: u32): bool {
  return hardDefaultOf(signal, behaviors).length != 0;
}
