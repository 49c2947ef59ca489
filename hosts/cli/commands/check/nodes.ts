import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { CheckedFile, UnreadFile } from "../../../../analysis/questions/check/annotations.ts";
import {
  type CheckedConfiguration,
  checkConfiguration,
} from "../../../../analysis/questions/check/check.ts";
import {
  type ConfigurationGroup,
  driftOf,
  formatNodes,
  keyOf,
  relevantMembers,
} from "../../../../analysis/questions/check/drift.ts";
import type { CheckOptions } from "../../../../analysis/questions/check/options.ts";
import { optionsOfHeader } from "../../../../analysis/read/capture/header.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { configzOf, headerOfNode, type NodeFacts } from "../../../daemon/kubernetes/nodes.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import { eachNode, openCluster } from "../../input/cluster.ts";
import { configurationOf } from "../../input/liveNode.ts";
import { nodeChoiceOf } from "../../input/nodeChoice.ts";
import { loadPolicies } from "../../input/policy.ts";
import { unreadReason } from "../../input/unreadNode.ts";
import { untilStopped } from "../run/untilStopped.ts";

/** Nodes whose configurations decide alike, and the configz of the first of them. */
export interface NodeGroup extends ConfigurationGroup {
  readonly release: string | undefined;
  readonly nodes: string[];
  configz: ConfigurationText;
}

/** Which nodes, and how they are reached. */
type NodesOptions = Parameters<typeof nodeChoiceOf>[0] & Parameters<typeof openCluster>[0];

/** What the configz of all nodes say: a finding once for all nodes that share it. */
export async function checkNodes(
  engine: EvictionEngine,
  options: CheckOptions,
  io: Io,
): Promise<{ readonly files: readonly CheckedFile[]; readonly unread: readonly UnreadFile[] }> {
  const { groups, unread } = await readGroups(options, io);
  const drift = driftOf(groups);
  const files: CheckedFile[] = [];
  for (const [index, group] of groups.entries()) {
    const checked = await checkedGroup(engine, group, options, io);
    const warnings = [...(drift[index] ?? []), ...checked.warnings];
    files.push({ path: undefined, nodes: group.nodes, checked: { ...checked, warnings } });
  }
  return { files, unread };
}

/** The configz of all nodes, and which of them could not be read. */
export async function readGroups(options: NodesOptions, io: Io) {
  const choice = nodeChoiceOf(options);
  const cluster = await openCluster(options, io, choice.bounds);
  const byKey = new Map<string, NodeGroup>();
  const unread: UnreadFile[] = [];
  const ask = async (signal: AbortSignal) => {
    await eachNode(cluster, choice, signal, async (node, ended) => {
      try {
        take(byKey, node, await cluster.configz(node, ended));
      } catch (error) {
        const why = unreadReason(error, choice, ended.aborted && !signal.aborted);
        const name = `node ${node.name}`;
        unread.push({ path: undefined, name, reason: `Node ${node.name}: ${why}` });
      }
    });
    return signal.aborted;
  };
  try {
    await untilStopped({
      async *begin(signal) {
        yield await ask(signal);
      },
    });
  } finally {
    cluster.close();
  }
  const groups = [...byKey.values()];
  for (const { nodes } of groups) nodes.sort();
  if (groups.length + unread.length === 0) {
    throw inputFailure("The cluster has no such node; check the selector.");
  }
  return {
    // What most nodes have first, then by the name of the first node.
    groups: groups.sort((a, b) => b.nodes.length - a.nodes.length || byFirst(a, b)),
    unread: unread.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function byFirst(a: NodeGroup, b: NodeGroup): number {
  return (a.nodes[0] ?? "") < (b.nodes[0] ?? "") ? -1 : 1;
}

/** Among configurations that decide alike, only the one of the first node by name is kept. */
function take(byKey: Map<string, NodeGroup>, node: NodeFacts, configz: Uint8Array): void {
  const { name } = node;
  const members = relevantMembers(configurationOf(name, configz) ?? {});
  const release = optionsOfHeader(headerOfNode(node)).kubeletVersion;
  const key = `${release} ${keyOf(members)}`;
  const text = { name: configzOf(name), text: Buffer.from(configz).toString("utf8") };
  const group = byKey.get(key);
  if (group === undefined) {
    byKey.set(key, { release, nodes: [name], members, configz: text });
    return;
  }
  if (group.nodes.every((other) => name < other)) group.configz = text;
  group.nodes.push(name);
}

/** `configz of 12 nodes (a, b and 10 more)`. */
export function groupName({ nodes, configz }: Pick<NodeGroup, "nodes" | "configz">): string {
  const words = `${plural(nodes.length, "node")} (${formatNodes(nodes)})`;
  return nodes.length === 1 ? configz.name : `configz of ${words}`;
}

async function checkedGroup(
  engine: EvictionEngine,
  { nodes, release, configz }: NodeGroup,
  options: CheckOptions,
  io: Io,
): Promise<CheckedConfiguration> {
  const asked = options.kubeletVersion ?? release;
  const own = asked === undefined ? options : { ...options, kubeletVersion: asked };
  const [policy] = await loadPolicies(configz, own, io);
  if (policy === undefined) throw inputFailure(`${configz.name}: it has no configuration.`);
  const { form = "flags", json, notes, unread } = policy;
  const name = groupName({ nodes, configz });
  const input = { name, source: configz, form, json, notes };
  const checked = checkConfiguration(engine, unread === undefined ? input : { ...input, unread });
  // A configz answer is one line.
  const withoutLine = <T extends { readonly line?: number }>({ line: _, ...finding }: T) => finding;
  return {
    ...checked,
    errors: checked.errors.map(withoutLine),
    warnings: checked.warnings.map(withoutLine),
    notes: [...(release === undefined ? [] : [`Of kubelets ${release}.`]), ...checked.notes],
  };
}
