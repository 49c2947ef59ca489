/** The memory of a node and of each of its pods, to compare two moments. */
import { isAmount, listOf, objectOf } from "../json/untyped.ts";
import { nodeOf } from "./nodeMemory.ts";
import { outsidePods } from "./use.ts";

/** Working sets in bytes. */
export interface MemoryByPod {
  readonly node: number;
  /** Null where the Summary lacks the cgroup of all pods. */
  readonly outsidePods: number | null;
  /** By uid. */
  readonly pods: ReadonlyMap<string, number>;
}

const decoder = new TextDecoder();

/** Null where the Summary, which the engine has taken, lacks the memory of the node. */
export function memoryByPod(summary: Uint8Array): MemoryByPod | null {
  const document = objectOf(JSON.parse(decoder.decode(summary)));
  const own = nodeOf(document.node);
  if (own === null) return null;
  const pods = new Map<string, number>();
  for (const each of listOf(document.pods)) {
    const { uid } = objectOf(each.podRef);
    const { workingSetBytes } = objectOf(each.memory);
    if (typeof uid === "string" && isAmount(workingSetBytes)) pods.set(uid, workingSetBytes);
  }
  return { node: own.node.workingSetBytes, outsidePods: outsidePods(own), pods };
}
