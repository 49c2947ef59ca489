/** Nodes that refuse a pod, by what they refuse it with. */
import type { TriedNode } from "../../engine/schedulingDecision.ts";

export interface RefusalGroup {
  readonly plugin: string;
  /** The scheduler's sentences, all of one node together. */
  readonly reasons: readonly string[];
  readonly nodes: readonly string[];
}

/** The most nodes first; equal ones in the order in which they were tried. */
export function refusalGroups(nodes: readonly TriedNode[]): readonly RefusalGroup[] {
  const groups = new Map<string, { plugin: string; reasons: readonly string[]; nodes: string[] }>();
  for (const { name, filter } of nodes) {
    if (filter === undefined) continue;
    const { plugin, reasons } = filter;
    const key = JSON.stringify([plugin, reasons]);
    const group = groups.get(key) ?? { plugin, reasons, nodes: [] };
    group.nodes.push(name);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.nodes.length - a.nodes.length);
}
