/** What the stats Summary says about a pod; any part may be missing. Spec 1.3, 4.2, 4.3. */
import type { Json, JsonObject } from "../../vectors/notation.ts";
import { at } from "../scenario.ts";
import type { DrawnPod } from "./pod.ts";
import { MEMORY_AMOUNTS } from "./resources.ts";
import type { Source, Wildness } from "./source.ts";

const INODES: readonly bigint[] = [0n, 1n, 2n, 1000n, 123456n];
const PROCESSES: readonly bigint[] = [0n, 1n, 2n, 5n, 100n];

/** Draws usage of the pod, close to what pods request. */
export class UsageSource {
  readonly #source: Source;
  readonly #wild: Wildness;

  constructor(source: Source, wild: Wildness) {
    this.#source = source;
    this.#wild = wild;
  }

  bytes(): bigint {
    if (this.#wild.numbers && this.#source.chance(25)) return this.#source.uint64();
    return this.#source.near(this.#source.pick(MEMORY_AMOUNTS)) % 2n ** 60n;
  }

  count(usual: readonly bigint[]): bigint {
    if (this.#wild.numbers && this.#source.chance(20)) return this.#source.uint64();
    return this.#source.pick(usual);
  }

  /** Now and then a member is missing or null. */
  maybe(value: Json | undefined, percentMissing = 6): Json | undefined {
    if (!this.#source.chance(percentMissing)) return value;
    return this.#source.pick([undefined, undefined, null]);
  }

  filesystem(): Json {
    return { usedBytes: this.maybe(this.bytes()), inodesUsed: this.maybe(this.count(INODES)) };
  }
}

/** `nilVolumes`: volumes may lack usedBytes, which makes the kubelet panic. Specification 10.47. */
export function drawPodStats(
  source: Source,
  pod: DrawnPod,
  wild: Wildness,
  nilVolumes: boolean,
): JsonObject {
  const usage = new UsageSource(source, wild);
  const metadata = pod.document.metadata as JsonObject;
  return {
    podRef: { name: metadata.name, namespace: metadata.namespace, uid: pod.uid },
    containers: drawContainers(source, usage, pod),
    memory: usage.maybe({ workingSetBytes: usage.maybe(usage.bytes()) }),
    process_stats: usage.maybe({ process_count: usage.maybe(usage.count(PROCESSES)) }, 12),
    "ephemeral-storage": usage.maybe(usage.filesystem(), 10),
    volume: drawVolumes(source, usage, pod, nilVolumes),
  };
}

/** The same stats under another uid. */
export function twinStats(stats: JsonObject, pod: DrawnPod): JsonObject {
  return { ...stats, podRef: { ...(stats.podRef as JsonObject), uid: pod.uid } };
}

function drawContainers(source: Source, usage: UsageSource, pod: DrawnPod): Json | undefined {
  const names = [
    ...namesIn(at(pod.document, "spec", "containers")),
    ...namesIn(at(pod.document, "spec", "initContainers")),
  ];
  const listed = source.some(names, 90);
  if (source.chance(5)) listed.push("stranger");
  if (source.chance(4) && listed.length > 0) listed.push(source.pick(listed));
  if (listed.length === 0) return source.pick([undefined, [], null]);
  return (source.chance(30) ? source.shuffled(listed) : listed).map((name) => ({
    name,
    memory: usage.maybe({ workingSetBytes: usage.maybe(usage.bytes()) }),
    rootfs: usage.maybe(usage.filesystem()),
    logs: usage.maybe(usage.filesystem()),
  }));
}

function drawVolumes(
  source: Source,
  usage: UsageSource,
  pod: DrawnPod,
  nilVolumes: boolean,
): Json | undefined {
  const names = source.some(namesIn(at(pod.document, "spec", "volumes")), 90);
  if (source.chance(5)) names.push("stranger");
  if (source.chance(4) && names.length > 0) names.push(source.pick(names));
  if (names.length === 0) return source.pick([undefined, []]);
  return names.map((name) => ({
    name,
    usedBytes: nilVolumes ? usage.maybe(usage.bytes(), 10) : usage.bytes(),
    inodesUsed: usage.maybe(usage.count(INODES)),
  }));
}

function namesIn(list: Json | undefined): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((item) => String(at(item as Json, "name")));
}
