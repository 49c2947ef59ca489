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
      "The kubelet reads the difference of two counts as signed, so the order of three of which " +
      "two are 2^63 or more apart runs in a circle, and depends on where its sort begins. The " +
      "engine compares the counts themselves as signed numbers.",
    explains: ({ what }, scenario) => RANKED.includes(what) && hasCountsApart(scenario),
  },
  {
    name: "a member of a later release that has a wrong type",
    reason:
      "A kubelet passes over members of its configuration that came with a later release, " +
      "whatever they hold. The engine knows them all, and reads them before it asks which " +
      "release to follow.",
    explains: ({ what, plimsoll }, { config, kubeletVersion = "1.35" }) =>
      (what === "configuration refused" || what === "configuration errors") &&
      (plimsoll as string[]).some((error) => error.endsWith("is expected here")) &&
      LATER_MEMBERS.some(([member, minor]) => {
        const value = at(config, member) ?? null;
        return minorOf(kubeletVersion) < minor && value !== null && typeof value !== "boolean";
      }),
  },
  {
    name: "thresholds written for allocatableMemory.available, before 1.21",
    reason:
      "Kubelet 1.20 gives such a threshold no operator, so it is never met; only the copies of " +
      "memory.available are. The engine evaluates it as every later release does.",
    explains: (_, { config, kubeletVersion = "1.35" }) =>
      minorOf(kubeletVersion) < 21 &&
      ["evictionHard", "evictionSoft"].some(
        (member) => at(config, member, "allocatableMemory.available") !== undefined,
      ),
  },
  {
    name: "resources of a whole pod that do not parse, before 1.32",
    reason:
      "Kubelets before 1.32 do not know the member resources of a pod's spec, so pass it by. The " +
      "engine reads a pod list before it asks which release to follow, so it refuses the list.",
    explains: ({ what, plimsoll }, { kubeletVersion = "1.35", ...scenario }) =>
      minorOf(kubeletVersion) < 32 &&
      (what === "document" || (what === "pod list refused" && plimsoll === true)) &&
      [scenario.pods, ...scenario.steps.flatMap(({ pods, admit }) => [pods, admit])].some((pods) =>
        (pods ?? []).some((pod) => isObject(at(pod, "spec", "resources"))),
      ),
  },
];

/** Truth values, and the minor of the release that began to read them. */
const LATER_MEMBERS: readonly (readonly [string, number])[] = [
  ["localStorageCapacityIsolation", 25],
  ["mergeDefaultEvictionSettings", 33],
];

function minorOf(release: string): number {
  return Number(release.slice("1.".length));
}

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

/** Whether two pods of one Summary have process counts 2^63 or more apart, as signed numbers. */
function hasCountsApart({ steps }: Scenario): boolean {
  return steps.some(({ summary }) => {
    const counts = listOf(at(summary, "pods")).map((pod) => {
      const count = at(pod, "process_stats", "process_count") ?? 0;
      return BigInt.asIntN(64, BigInt(count as number | bigint));
    });
    const least = counts.reduce((a, b) => (a < b ? a : b), 0n);
    return counts.some((count) => count - least >= 2n ** 63n);
  });
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
