/** Why another step is shown than the one that was asked for. */
import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { clockOf } from "../../text/utc.ts";
import type { RecordedEviction } from "../replay/recordedEvictions.ts";

/** The step around which the status of the pod says that it was evicted. */
export function recordedShown(eviction: RecordedEviction): string {
  const { after, by } = eviction;
  const [from, to] = [after, by].map((time) => clockOf(formatTime(time)));
  const policy = otherPolicy(eviction) ?? "the policy evicts it too";
  return (
    `The status of ${podText(eviction)} says that it was evicted between ${from} and ${to}. ` +
    `Showing the last numbers before that, with the pod still present: on them, ${policy}.`
  );
}

/** What is said of a recorded eviction that the decision does not make. */
export interface RecordedVerdict {
  readonly title: string;
  readonly sentence: string;
}

export function wasEvicted(pod: PodName): string {
  return `${podText(pod)} was evicted`;
}

/** Null where the policy evicts the pod too. */
export function recordedVerdict(eviction: RecordedEviction): RecordedVerdict | null {
  const policy = otherPolicy(eviction);
  if (policy === null) return null;
  const title = `${wasEvicted(eviction)}; on these numbers, ${policy}`;
  return { title, sentence: recordedShown(eviction) };
}

/** Null where the policy evicts the same pod. */
function otherPolicy({ uid, decision }: RecordedEviction): string | null {
  const decided = decision?.evictions ?? [];
  const [other] = decided;
  if (decided.some((each) => each.uid === uid)) return null;
  return other === undefined
    ? "the policy evicts no pod"
    : `the policy evicts ${podText(other)} instead`;
}

export function evictsAnother(pod: PodName): string {
  return `${podText(pod)} is not evicted; this is the first step that evicts another.`;
}

/** `pod` is the one that was asked about. */
export function lastStepShown(pod: PodName | undefined, steps: number): string {
  const who = pod === undefined ? "No eviction" : `No eviction of ${podText(pod)}`;
  return `${who} in this capture. Showing the last step (${steps} of ${steps}).`;
}
