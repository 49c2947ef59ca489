/** Why another step is shown than the one that was asked for. */
import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { clockOf } from "../../text/utc.ts";
import type { RecordedEviction } from "../replay/recordedEvictions.ts";

/** The step around which the status of the pod says that it was evicted. */
export function recordedShown(eviction: RecordedEviction): string {
  const { uid, after, by, decision } = eviction;
  const [from, to] = [after, by].map((time) => clockOf(formatTime(time)));
  const decided = decision?.evictions ?? [];
  const [other] = decided;
  const agrees = decided.some((each) => each.uid === uid);
  const policy = agrees
    ? "the policy evicts it too"
    : other === undefined
      ? "the policy evicts no pod"
      : `the policy evicts ${podText(other)} instead`;
  return (
    `The status of ${podText(eviction)} says that it was evicted between ${from} and ${to}. ` +
    `Showing the last numbers before that, with the pod still present: on them, ${policy}.`
  );
}

export function evictsAnother(pod: PodName): string {
  return `${podText(pod)} is not evicted; this is the first step that evicts another.`;
}

/** `pod` is the one that was asked about. */
export function lastStepShown(pod: PodName | undefined, steps: number): string {
  const who = pod === undefined ? "No eviction" : `No eviction of ${podText(pod)}`;
  return `${who} in this capture. Showing the last step (${steps} of ${steps}).`;
}
