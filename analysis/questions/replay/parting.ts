/**
 * From where a recording does not show what another policy would do: it goes on with the memory,
 * the disk or the process IDs that the pods have freed which it lacks.
 */
import { fittingTitle } from "../../text/fittingTitle.ts";
import { clockOf } from "../../text/utc.ts";

/** A pod that the capture calls ended, or has no more. */
export interface RecordedEnd {
  /** The uid of the pod, or its name where a list lacks uids. */
  readonly key: string;
  /** Namespace and name. */
  readonly pod: string;
  /** Whether the capture says that it was evicted. */
  readonly isEviction: boolean;
  /** The time of the record that first shows it: RFC 3339, in UTC. */
  readonly time: string;
}

/** What is said of a policy after a recorded eviction that it lacks. */
export const UNKNOWN = "unknown";

/** Who spares a pod where the policy is not the one of the recording. */
export const CHANGED = "This policy";

/** The first pod that the recording lacks and the policy has not evicted; null without one. */
export function partingOf(
  recorded: readonly RecordedEnd[],
  evicted: Pick<ReadonlySet<string>, "has">,
): RecordedEnd | null {
  return recorded.find(({ key }) => !evicted.has(key)) ?? null;
}

/**
 * The ends that tell other policies from the one in force, which evicts these pods. Of the others,
 * evictions may fall between samples; if it evicts none, it is not the policy of the recording.
 */
export function comparableEnds(
  recorded: readonly RecordedEnd[],
  inForce: Pick<ReadonlySet<string>, "has">,
): readonly RecordedEnd[] {
  const decided = recorded.filter(({ key }) => inForce.has(key));
  return decided.length === 0 ? recorded.filter(({ isEviction }) => isEviction) : decided;
}

/** `who`: the policy that spares the pod. */
export function sparesTitle(who: string, { pod, time }: RecordedEnd): string {
  const then = `at ${clockOf(time)}; what follows is unknown`;
  return fittingTitle(`${who} spares ${pod} ${then}`, `${who} spares one pod ${then}`);
}

/** What a reader has to know; `whose` is the policy that spares the pod. */
export function partingWords({ pod, time }: RecordedEnd, whose: string): string {
  return (
    `The recording lacks ${pod} from ${clockOf(time)} on, so it does not show what would happen ` +
    `with ${whose}.`
  );
}

/** The same for programs: what is counted after it depends on memory that the pod freed. */
export function unknownAfter(parting: RecordedEnd | null): {
  readonly unknownAfter?: Pick<RecordedEnd, "time" | "pod">;
} {
  if (parting === null) return {};
  const { time, pod } = parting;
  return { unknownAfter: { time, pod } };
}
