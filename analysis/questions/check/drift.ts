import { MEMBER_ROWS } from "../../engine/contract/configuration.ts";
import type { Finding } from "../../engine/decision.ts";
import type { KubeletConfiguration } from "../../read/kubelet/configuration.ts";
import { formatNames } from "../../text/names.ts";

/** Members of a configuration that decide about evictions, as JSON by path. */
export type RelevantMembers = ReadonlyMap<string, string>;

/** Nodes that have the same of them. */
export interface ConfigurationGroup {
  /** By name. */
  readonly nodes: readonly string[];
  readonly members: RelevantMembers;
}

const RULE = "differs-from-majority";
const NODES_NAMED = 5;

/**
 * What the policy reads of a configuration, with every feature gate:
 * `evictionHard["memory.available"]` → `"500Mi"`.
 */
export function relevantMembers(configuration: KubeletConfiguration): RelevantMembers {
  const members = configuration as Readonly<Record<string, unknown>>;
  const found = new Map<string, string>();
  for (const { member } of MEMBER_ROWS) {
    const value = members[member];
    if (value === undefined || value === null) continue;
    if (typeof value !== "object" || Array.isArray(value)) {
      found.set(member, JSON.stringify(value));
      continue;
    }
    for (const [key, entry] of Object.entries(value)) {
      found.set(`${member}[${JSON.stringify(key)}]`, JSON.stringify(entry));
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One text for members that are equal. */
export function keyOf(members: RelevantMembers): string {
  return JSON.stringify([...members]);
}

/**
 * How each group differs from the configuration that most nodes have; of two that are as frequent,
 * from that of the first node by name. Empty for the groups that have it.
 */
export function driftOf(groups: readonly ConfigurationGroup[]): readonly (readonly Finding[])[] {
  const majority = majorityOf(groups);
  if (majority === null) return [];
  const total = groups.reduce((sum, { nodes }) => sum + nodes.length, 0);
  return groups.map(({ nodes, members }) => {
    const paths = new Set([...members.keys(), ...majority.keys()]);
    return [...paths]
      .filter((path) => members.get(path) !== majority.get(path))
      .sort()
      .map((path) => {
        const usual = majority.get(path);
        const having = groups
          .filter((group) => group.members.get(path) === usual)
          .reduce((sum, group) => sum + group.nodes.length, 0);
        const message =
          `is ${valueText(members.get(path))} on ${formatNodes(nodes)}, and ` +
          `${valueText(usual)} on ${having} of ${total} nodes`;
        return { rule: RULE, path, message };
      });
  });
}

function majorityOf(groups: readonly ConfigurationGroup[]): RelevantMembers | null {
  // Groups of another release may have the same members.
  const counted = new Map<string, { members: RelevantMembers; count: number; first: string }>();
  for (const { nodes, members } of groups) {
    const key = keyOf(members);
    const { count, first } = counted.get(key) ?? { count: 0, first: nodes[0] ?? "" };
    const earlier = (nodes[0] ?? "") < first ? (nodes[0] ?? "") : first;
    counted.set(key, { members, count: count + nodes.length, first: earlier });
  }
  const [most] = [...counted.values()].sort(
    (a, b) => b.count - a.count || (a.first < b.first ? -1 : 1),
  );
  return most?.members ?? null;
}

function valueText(value: string | undefined): string {
  return value ?? "not set";
}

/** `worker-7, worker-8 and 3 more`. */
export function formatNodes(nodes: readonly string[]): string {
  return formatNames(nodes, { max: NODES_NAMED });
}
