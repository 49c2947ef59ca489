/** Why another step is shown than the one that was asked for. */
import type { PodName } from "../../engine/schedulingDecision.ts";
import { podText } from "../../text/podText.ts";

export function evictsAnother(pod: PodName): string {
  return `${podText(pod)} is not evicted; this is the first step that evicts another.`;
}

/** `pod` is the one that was asked about. */
export function lastStepShown(pod: PodName | undefined, steps: number): string {
  const who = pod === undefined ? "No eviction" : `No eviction of ${podText(pod)}`;
  return `${who} in this capture. Showing the last step (${steps} of ${steps}).`;
}
