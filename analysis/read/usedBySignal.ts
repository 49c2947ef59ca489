/** How much a node and its pods use of what a signal measures, in a Summary. */
import type { RankedPod, Signal, UsageParts } from "../engine/decision.ts";
import { isAmount, listOf, memberAt, objectOf } from "./json/untyped.ts";
import { nodeOf } from "./memory/nodeMemory.ts";
import { memoryByPod } from "./memory/podMemory.ts";

type Members = Readonly<Record<string, unknown>>;

/** Bytes, inodes or processes. */
export interface UsedByPod {
  readonly node: number;
  /** Null where the Summary does not say how much of it the pods use. */
  readonly outsidePods: number | null;
  /** By uid; without the pods for which a number is missing. */
  readonly pods: ReadonlyMap<string, number>;
}

/** What is taken of a whole, by the signal that measures what is left. Spec 1.2. */
const OF_NODE: Readonly<Record<Signal, (node: Members) => number | null>> = {
  "memory.available": workingSet,
  "allocatableMemory.available": workingSet,
  "nodefs.available": ({ fs }) => taken(fs, "capacityBytes", "availableBytes"),
  "nodefs.inodesFree": ({ fs }) => taken(fs, "inodes", "inodesFree"),
  "imagefs.available": (node) => taken(imageFs(node), "capacityBytes", "availableBytes"),
  "imagefs.inodesFree": (node) => taken(imageFs(node), "inodes", "inodesFree"),
  "containerfs.available": (node) => taken(containerFs(node), "capacityBytes", "availableBytes"),
  "containerfs.inodesFree": (node) => taken(containerFs(node), "inodes", "inodesFree"),
  "pid.available": ({ rlimit }) => amount(objectOf(rlimit).curproc),
};

/** `node` is that of a Summary; null where it lacks a number. */
export function usedOfNode(node: Members, signal: Signal): number | null {
  return OF_NODE[signal](node);
}

/**
 * `ranked` says which parts of each pod count for the signal. Null where the Summary, which the
 * engine has taken, lacks the numbers of the node.
 */
export function usedByPod(
  summary: Uint8Array,
  signal: Signal,
  ranked: readonly RankedPod[],
): UsedByPod | null {
  if (isOfMemory(signal)) return memoryByPod(summary);
  const document = objectOf(JSON.parse(new TextDecoder().decode(summary)));
  const node = usedOfNode(objectOf(document.node), signal);
  if (node === null) return null;
  const stats = new Map(listOf(document.pods).map((pod) => [objectOf(pod.podRef).uid, pod]));
  const pods = new Map<string, number>();
  for (const { uid, parts } of ranked) {
    const pod = stats.get(uid);
    const used = pod === undefined ? null : usedOfPod(pod, signal, parts);
    if (used !== null) pods.set(uid, used);
  }
  const all = [...pods.values()].reduce((sum, used) => sum + used, 0);
  // A pod of which no number is known would count as files or processes outside pods.
  const isWhole = [...stats.keys()].every((uid) => typeof uid === "string" && pods.has(uid));
  const isKnown = isWhole && all > 0 && all <= node;
  return { node, outsidePods: isKnown ? node - all : null, pods };
}

function isOfMemory(signal: Signal): boolean {
  return signal === "memory.available" || signal === "allocatableMemory.available";
}

function usedOfPod(pod: Members, signal: Signal, parts: readonly UsageParts[]): number | null {
  if (signal === "pid.available") return amount(objectOf(pod.process_stats).process_count);
  const member = signal.endsWith(".inodesFree") ? "inodesUsed" : "usedBytes";
  const containers = byName(pod.containers);
  const volumes = byName(pod.volume);
  const counted = parts.flatMap((part) => {
    const container = containers.get(part.name);
    return [
      ...(part.rootfsCounted === true ? [usedOf(container, "rootfs", member)] : []),
      ...(part.logsCounted === true ? [usedOf(container, "logs", member)] : []),
      ...(part.counted === true ? [usedOf(volumes.get(part.name), member)] : []),
    ];
  });
  return counted.reduce<number | null>(
    (sum, used) => (sum === null || used === null ? null : sum + used),
    0,
  );
}

/** A container or a volume that is not there, as it is new, uses none. */
function usedOf(stats: Members | undefined, ...path: readonly string[]): number | null {
  return stats === undefined ? 0 : amount(memberAt(stats, ...path));
}

function byName(list: unknown): ReadonlyMap<unknown, Members> {
  return new Map(listOf(list).map((each) => [each.name, each]));
}

function workingSet(node: Members): number | null {
  return nodeOf(node)?.node.workingSetBytes ?? null;
}

function taken(value: unknown, whole: string, left: string): number | null {
  const fileSystem = objectOf(value);
  const [all, free] = [amount(fileSystem[whole]), amount(fileSystem[left])];
  return all === null || free === null || free > all ? null : all - free;
}

function imageFs({ runtime }: Members): unknown {
  return objectOf(runtime).imageFs;
}

function containerFs({ runtime }: Members): unknown {
  return objectOf(runtime).containerFs;
}

function amount(value: unknown): number | null {
  return isAmount(value) ? value : null;
}
