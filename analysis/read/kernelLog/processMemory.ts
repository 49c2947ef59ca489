/** What a Summary says of the memory of processes: each container's, and the node's swap. */
import { isAmount, listOf, type Members, objectOf } from "../json/untyped.ts";

export interface ContainerMemory {
  readonly name: string;
  /** Null where the Summary has no rssBytes; the working set is used instead. */
  readonly rssBytes: number | null;
  readonly swapBytes: number;
  readonly workingSetBytes: number | null;
}

export interface ProcessMemory {
  /** By the uid of the pod. */
  readonly pods: ReadonlyMap<string, readonly ContainerMemory[]>;
  /** Swap of the node, used or not; null if the Summary has none. */
  readonly swapBytes: number | null;
}

const decoder = new TextDecoder();

/** Reads the memory of processes from a Summary that the engine has accepted. */
export function processMemory(summary: Uint8Array): ProcessMemory {
  const document = objectOf(JSON.parse(decoder.decode(summary)));
  const pods = new Map<string, readonly ContainerMemory[]>();
  for (const { podRef, containers } of listOf(document.pods)) {
    const { uid } = objectOf(podRef);
    if (typeof uid === "string") pods.set(uid, listOf(containers).flatMap(containerOf));
  }
  return { pods, swapBytes: swapOf(objectOf(document.node).swap) };
}

function containerOf({ name, memory, swap }: Members): readonly ContainerMemory[] {
  if (typeof name !== "string") return [];
  const { rssBytes, workingSetBytes } = objectOf(memory);
  return [
    {
      name,
      rssBytes: amount(rssBytes),
      swapBytes: amount(objectOf(swap).swapUsageBytes) ?? 0,
      workingSetBytes: amount(workingSetBytes),
    },
  ];
}

function swapOf(value: unknown): number | null {
  const { swapAvailableBytes, swapUsageBytes } = objectOf(value);
  const [available, used] = [amount(swapAvailableBytes), amount(swapUsageBytes)];
  return available === null ? null : available + (used ?? 0);
}

function amount(value: unknown): number | null {
  return isAmount(value) ? value : null;
}
