/** Which node is drained where none is named: the one that a person would ask about first. */
import type { Drain } from "../../engine/drain.ts";
import { eachObject } from "../../read/objects/eachObject.ts";
import { isStuck } from "./stuck.ts";

export interface DrainableNode {
  readonly name: string;
  readonly isControlPlane: boolean;
}

/** For each try all objects are read again: of a larger cluster, nothing is tried. */
const TRIED_BYTES_MAX = 2 ** 24;
const NODES_TRIED_MAX = 16;

/**
 * A worker whose pods are blocked or find no node, or else one that has pods, in the order of the
 * names; `drained` tries a node with all flags. Undefined without any node.
 */
export function firstToDrain(
  nodes: readonly DrainableNode[],
  documents: readonly Uint8Array[],
  drained: (node: string) => Drain,
): string | undefined {
  const workers = nodes.filter(({ isControlPlane }) => !isControlPlane);
  const size = documents.reduce((sum, { length }) => sum + length, 0);
  const tried = size > TRIED_BYTES_MAX ? [] : workers.slice(0, NODES_TRIED_MAX);
  let withPods: string | undefined;
  for (const { name } of tried) {
    const drain = drained(name);
    if (isStuck(drain)) return name;
    if (drain.events.length > 0) withPods ??= name;
  }
  return withPods ?? (workers[0] ?? nodes[0])?.name;
}

const CONTROL_PLANE = /^node-role\.kubernetes\.io\/(?:control-plane|master)$/;

interface NodeMembers {
  readonly metadata?: { readonly name?: unknown; readonly labels?: unknown };
  readonly spec?: { readonly taints?: unknown };
}

/** By name, each once. */
export function drainableNodes(documents: readonly Uint8Array[]): readonly DrainableNode[] {
  const nodes = new Map<string, DrainableNode>();
  const decoder = new TextDecoder();
  for (const document of documents) {
    eachObject(document, (object, kind) => {
      if (kind !== "Node") return;
      const { metadata, spec }: NodeMembers = JSON.parse(decoder.decode(object));
      const name = metadata?.name;
      if (typeof name !== "string") return;
      const keys = [...Object.keys(Object(metadata?.labels)), ...taintKeys(spec?.taints)];
      nodes.set(name, { name, isControlPlane: keys.some((key) => CONTROL_PLANE.test(key)) });
    });
  }
  return [...nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function taintKeys(taints: unknown): readonly string[] {
  if (!Array.isArray(taints)) return [];
  return taints.map((taint) => String(Object(taint).key));
}
