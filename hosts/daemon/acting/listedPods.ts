import type { PodName } from "../../../analysis/engine/decision.ts";
import { parseTime } from "../../../analysis/text/time.ts";

/** What the guard rails read of a pod in a PodList; the core has no use for it. */
export interface ListedPod extends PodName {
  readonly phase: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** Nanoseconds since the epoch, as are all times here; null where the list does not say. */
  readonly createdAt: bigint | null;
  /** When its grace period is over; null for a pod that is not being deleted. */
  readonly deletionTime: bigint | null;
  /** When a failed pod last changed a condition or ended a container. */
  readonly failedAt: bigint | null;
}

/** Reads PodLists that the core has taken; a member of a wrong type is absent. */
export class ListedPodReader {
  /** When a pod that does not say when it failed was first seen to have failed, by uid. */
  #failed: ReadonlyMap<string, bigint> = new Map();

  /** The pods by uid; `time` is when the list was served, in nanoseconds since the epoch. */
  read(podList: Uint8Array, time: bigint): ReadonlyMap<string, ListedPod> {
    const { items } = membersOf(JSON.parse(Buffer.from(podList).toString()));
    const before = this.#failed;
    const pods = listOf(items)
      .map(listedPod)
      .map((pod) => {
        if (pod.phase !== "Failed" || pod.failedAt !== null) return pod;
        return { ...pod, failedAt: before.get(pod.uid) ?? time };
      });
    this.#failed = new Map(
      pods.flatMap(({ uid, failedAt }) => (failedAt === null ? [] : [[uid, failedAt]])),
    );
    return new Map(pods.map((pod) => [pod.uid, pod]));
  }
}

function listedPod(document: unknown): ListedPod {
  const pod = membersOf(document);
  const metadata = membersOf(pod.metadata);
  const status = membersOf(pod.status);
  const transitions = listOf(status.conditions).map((each) => membersOf(each).lastTransitionTime);
  const ends = listOf(status.containerStatuses).map(
    (each) => membersOf(membersOf(membersOf(each).state).terminated).finishedAt,
  );
  const phase = textOf(status.phase);
  const annotations = Object.entries(membersOf(metadata.annotations));
  return {
    uid: textOf(metadata.uid),
    namespace: textOf(metadata.namespace),
    name: textOf(metadata.name),
    phase,
    annotations: Object.fromEntries(annotations.map(([name, text]) => [name, textOf(text)])),
    createdAt: timeOf(metadata.creationTimestamp),
    deletionTime: timeOf(metadata.deletionTimestamp),
    failedAt: phase === "Failed" ? latestOf([...transitions, ...ends]) : null,
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function timeOf(value: unknown): bigint | null {
  return parseTime(textOf(value));
}

function latestOf(values: readonly unknown[]): bigint | null {
  const times = values.map(timeOf).filter((time) => time !== null);
  return times.reduce<bigint | null>((last, time) => ((last ?? time) > time ? last : time), null);
}
