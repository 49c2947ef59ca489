/** Why another step is shown than the one that was asked for. */
import type { Decision, PodName } from "../../engine/decision.ts";
import type { EndedPod } from "../../read/capture/listedPods.ts";
import { plural } from "../../text/amount.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { podText } from "../../text/podText.ts";
import { formatTime, parseTime } from "../../text/time.ts";
import { clockOf } from "../../text/utc.ts";
import { isAround } from "../replay/happened.ts";
import { isSame, type RecordedEviction } from "../replay/recordedEvictions.ts";

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

/** What is said where the decision and what is recorded are not the same. */
export interface RecordedVerdict {
  readonly title: string;
  readonly sentence: string;
  /** The policy evicts a pod that is not recorded as evicted then: why it does is said too. */
  readonly isPolicyOnly?: true;
}

/** A pod that a capture records as evicted, and the records between which it was. */
export interface ListedEviction extends Pick<RecordedEviction, "after" | "by"> {
  readonly pod: EndedPod;
}

/** Null where the decision may be what is recorded, or where the capture records no eviction. */
export function policyOnlyVerdict(
  { evictions, time }: Pick<Decision, "evictions" | "time">,
  recorded: readonly ListedEviction[],
): RecordedVerdict | null {
  const [evicted] = evictions;
  const moment = parseTime(time);
  if (evicted === undefined || moment === null || recorded.length === 0) return null;
  const own = recorded.filter(({ pod }) => isSame(evicted, pod));
  if (own.some((end) => isAround(end, moment, moment))) return null;
  const pod = podText(evicted);
  const decided = `on the numbers of ${clockOf(time)}`;
  const [end] = own;
  if (end === undefined) {
    const other = `The capture records ${plural(recorded.length, "eviction")}, none of this pod.`;
    return {
      title: fittingTitle(`${pod} is evicted by the policy alone, ${decided}`, policyAlone(pod)),
      sentence: other,
      isPolicyOnly: true,
    };
  }
  const [before, at] = [end.after, end.by].map((each) => clockOf(formatTime(each)));
  return {
    title: `${wasEvicted(evicted)} at ${at}, not at ${clockOf(time)}`,
    sentence: `The policy evicts it already ${decided}; the record of ${before} still has it.`,
    isPolicyOnly: true,
  };
}

function policyAlone(pod: string): string {
  return `${pod} is evicted by the policy alone`;
}

/** Without a moment. */
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
