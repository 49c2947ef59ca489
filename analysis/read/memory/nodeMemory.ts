import type { PodName } from "../../engine/decision.ts";
import { BRACE_OPEN, CUT, skipSpace, skipValue } from "../json/bytes.ts";
import { isAmount, listOf, objectOf } from "../json/untyped.ts";
import type { MemoryReport, MemoryUse, NamedMemoryUse, NodeMemory } from "./use.ts";
import { memoryWords } from "./words.ts";

const decoder = new TextDecoder();

/**
 * The memory of a node, and of the containers of one pod, in a Summary that the engine has taken;
 * null where it lacks the numbers, as Summaries do that older versions have reduced.
 */
export function memoryReport(
  summary: Uint8Array,
  pod: Pick<PodName, "uid"> | undefined,
): MemoryReport | null {
  const document = objectOf(JSON.parse(decoder.decode(summary)));
  const own = nodeOf(document.node);
  if (own === null) return null;
  const found = listOf(document.pods).find(({ podRef }) => objectOf(podRef).uid === pod?.uid);
  const containers = pod === undefined ? [] : namedIn(found?.containers);
  return { ...own, containers, sentences: memoryWords(own.node) };
}

/** The memory of the node alone, for every step of a capture: the pods are not read. */
export function nodeMemory(summary: Uint8Array): NodeMemory | null {
  return nodeOf(nodeIn(summary));
}

/** The `node` of a Summary that the engine has taken. */
export function nodeIn(summary: Uint8Array): Readonly<Record<string, unknown>> {
  const node = nodeFirst(summary);
  const parsed = objectOf(JSON.parse(decoder.decode(node ?? summary)));
  return node === null ? objectOf(parsed.node) : parsed;
}

/** A kubelet writes the node before the pods. */
const NODE_FIRST = /^\s*\{\s*"node"\s*:\s*/;
const START_BYTES = 100;

function nodeFirst(summary: Uint8Array): Uint8Array | null {
  const start = NODE_FIRST.exec(decoder.decode(summary.subarray(0, START_BYTES)))?.[0].length;
  if (start === undefined || summary[skipSpace(summary, start)] !== BRACE_OPEN) return null;
  const end = skipValue(summary, start);
  return end === CUT ? null : summary.subarray(start, end);
}

/** The memory in the `node` of a Summary; null where it lacks a number. */
export function nodeOf(value: unknown): NodeMemory | null {
  const node = objectOf(value);
  const own = useOf(node.memory);
  return own === null ? null : { node: own, systemContainers: namedIn(node.systemContainers) };
}

function namedIn(containers: unknown): readonly NamedMemoryUse[] {
  return listOf(containers).flatMap(({ name, memory }) => {
    const use = useOf(memory);
    return use === null || typeof name !== "string" ? [] : [{ name, ...use }];
  });
}

/** Null where a number is missing, or the numbers contradict each other. */
function useOf(memory: unknown): MemoryUse | null {
  const { availableBytes, usageBytes, workingSetBytes, rssBytes } = objectOf(memory);
  if (!isAmount(usageBytes) || !isAmount(workingSetBytes) || !isAmount(rssBytes)) return null;
  if (usageBytes < workingSetBytes) return null;
  return {
    ...(isAmount(availableBytes) ? { availableBytes } : {}),
    usageBytes,
    workingSetBytes,
    rssBytes,
    inactiveFileBytes: usageBytes - workingSetBytes,
  };
}
