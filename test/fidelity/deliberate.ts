/** Where the engine differs from the kubelet on purpose. The list is short, and stays so. */
import { isObject, type Json } from "../vectors/notation.ts";
import type { Difference } from "./criterion/difference.ts";
import { at, type Scenario } from "./scenario.ts";

export interface Deliberate {
  readonly name: string;
  /** For people: what the kubelet does, what the engine does, and why. */
  readonly reason: string;
  readonly explains: (difference: Difference, scenario: Scenario) => boolean;
}

export const DELIBERATE: readonly Deliberate[] = [
  {
    name: "a volume without usedBytes",
    reason:
      "The kubelet dereferences a nil pointer and panics when a volume of a pod's stats " +
      "has no usedBytes. The engine passes the volume over, because any input gets an answer.",
    explains: ({ what }, scenario) => what === "crash" && hasVolumeWithoutUsage(scenario),
  },
  {
    name: "the words of the decoder",
    reason:
      "A configuration that cannot be decoded is refused by both: by the kubelet in the words " +
      "of Go's decoder and its types; the engine gives the path, the offset and what it expects.",
    explains: ({ what, kubelet, plimsoll }) =>
      what === "configuration errors" &&
      (kubelet as string[]).every((text) => text.startsWith("failed to decode: ")) &&
      (plimsoll as string[]).length > 0,
  },
  {
    name: "the order of conditions in a rejection",
    reason:
      "The kubelet lists its conditions as it ranges over a map, whose order Go leaves open. The " +
      "engine always lists MemoryPressure, DiskPressure, PIDPressure.",
    explains: ({ what, kubelet, plimsoll }) =>
      what === "admission message" &&
      (kubelet as string[]).some((message) => wordsOf(message) === wordsOf(String(plimsoll))),
  },
  {
    name: "process counts 2^63 apart",
    reason:
      "The kubelet reads the difference of two counts as signed, so counts that are 2^63 " +
      "or more apart have no order. The engine compares the counts themselves as signed numbers.",
    explains: ({ what }, scenario) => RANKED.includes(what) && hasHugeProcessCount(scenario),
  },
  {
    name: "resources of a whole pod that do not parse, before 1.32",
    reason:
      "Kubelets before 1.32 do not know the member resources of a pod's spec, so pass it by. The " +
      "engine reads a pod list before it asks which release to follow, so it refuses the list.",
    explains: ({ what, plimsoll }, { kubeletVersion = "1.35", ...scenario }) =>
      Number(kubeletVersion.slice(2)) < 32 &&
      (what === "document" || (what === "pod list refused" && plimsoll === true)) &&
      [scenario.pods, ...scenario.steps.flatMap(({ pods, admit }) => [pods, admit])].some((pods) =>
        (pods ?? []).some((pod) => isObject(at(pod, "spec", "resources"))),
      ),
  },
];

/** What depends on which pod ranks where. */
const RANKED: readonly string[] = [
  "ranking",
  "ties",
  "evictions",
  "alternatives",
  "alternatives never taken",
  "refused",
];

function wordsOf(message: string): string {
  return message
    .split(/[[\] ]/)
    .sort()
    .join(" ");
}

function hasHugeProcessCount({ steps }: Scenario): boolean {
  return steps.some(({ summary }) =>
    listOf(at(summary, "pods")).some((pod) => {
      const count = at(pod, "process_stats", "process_count");
      return typeof count === "bigint" && count >= 2n ** 63n;
    }),
  );
}

function hasVolumeWithoutUsage({ steps }: Scenario): boolean {
  return steps.some(({ summary }) =>
    listOf(at(summary, "pods")).some((pod) =>
      listOf(at(pod, "volume")).some((volume) => (at(volume, "usedBytes") ?? null) === null),
    ),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value.filter((item) => isObject(item)) : [];
}
