/** Where the engine differs from the kubelet on purpose. The list is short, and stays so. */
import { isObject, type Json, writeJson } from "../vectors/notation.ts";
import type { Difference } from "./criterion/difference.ts";
import { decidesWithoutLayout } from "./layout.ts";
import { at, type Scenario } from "./scenario.ts";

export interface Deliberate {
  readonly name: string;
  /** For people: what the kubelet does, what the engine does, and why. */
  readonly reason: string;
  readonly explains: (difference: Difference, scenario: Scenario) => boolean;
}

export const DELIBERATE: readonly Deliberate[] = [
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
    name: "quantities beyond 128 bits",
    reason:
      "The kubelet's quantities have any number of digits. The engine's have 128 bits of " +
      "nano-units, 1.7e29 in all, and saturate there: two that are larger compare as equal, and " +
      "so do sums.",
    explains: ({ what }, scenario) => OF_REQUESTS.includes(what) && hasHugeQuantity(scenario),
  },
  {
    name: "times beyond 64 bits of nanoseconds",
    reason:
      "The engine's times lie between 1677 and 2262; any other is the nearest limit, so " +
      "two of them are the same time, and what is of the same time is not new.",
    explains: (_, scenario) => hasTimesBeyond(scenario),
  },
  {
    name: "the order that earlier steps left",
    reason:
      "The kubelet lists thresholds that are only short of their minimum reclaim in the order in " +
      "which its last step walked a map. The engine keeps no such order, so it gives no " +
      "probability, and takes each order for as likely.",
    explains: ({ what, plimsoll }) =>
      what === "likeliest" && (plimsoll as { unresolved: number }).unresolved > 1,
  },
  {
    name: "a Summary without any file system, before the layout is known",
    reason:
      "A kubelet that cannot tell its file systems apart takes no step, but it serves no such " +
      "Summary either. The engine decides about memory and processes, for hosts with only those.",
    explains: (_, scenario) => decidesWithoutLayout(scenario),
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

/** What depends on how much a pod requests. */
const OF_REQUESTS: readonly string[] = [
  ...RANKED,
  "qosClass",
  "message",
  "annotations",
  "memoryRequest",
  "ephemeralStorageRequest",
  "ephemeralStorageLimit",
  "oomScoreAdj",
  "refused pods",
];

/** So many bytes, or inodes, and one more do not fit. */
const QUANTITY_MAX = 1.7e29;

function hasHugeQuantity({ pods, steps }: Scenario): boolean {
  const lists = [pods, ...steps.map((step) => step.pods ?? [])];
  const texts = lists.flatMap((list) => [...writeJson(list).matchAll(/"(\d+(?:e\d+)?)"/g)]);
  // A sum of a few may be too large where none of them is.
  return texts.some(([, digits]) => Number(digits) > QUANTITY_MAX / 100);
}

/** Whether Summaries have two times, neither the zero time, that no 64 bits of nanoseconds hold. */
function hasTimesBeyond({ steps }: Scenario): boolean {
  const texts = writeJson(
    steps.map(({ summary, reclaimed }) => [summary ?? null, reclaimed ?? null]),
  );
  const times = [...texts.matchAll(/"time":"((\d{4})-[^"]+)"/g)]
    .filter(([, time]) => time !== "0001-01-01T00:00:00Z")
    .filter(([, , year]) => Number(year) <= 1677 || Number(year) >= 2262)
    .map(([, time]) => time);
  return new Set(times).size > 1;
}

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

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value.filter((item) => isObject(item)) : [];
}
