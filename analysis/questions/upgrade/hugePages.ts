/** How much less memory is available to the kubelets that leave out huge pages. */
import { objectOf } from "../../read/json/untyped.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { leavesOutHugePages } from "../../read/memory/hugePages.ts";
import { formatBytes, plural } from "../../text/amount.ts";
import { formatNames } from "../../text/names.ts";
import type { ObjectTree } from "../change/change.ts";
import type { Compared, Difference } from "./difference.ts";
import { type ComparedReleases, rulesBetween } from "./rules.ts";

const RULE = "HugePagesUnavailable";
const NAMES_SHOWN = 2;

/** Nodes with the same memory and as many huge pages. */
interface NodeKind {
  readonly memory: number;
  readonly hugePages: number;
  readonly nodes: string[];
}

/** One difference for each kind of node that has huge pages. */
export function comparedHugePages(
  name: string,
  objects: readonly ObjectTree[],
  releases: ComparedReleases,
): Compared {
  const kinds = kindsOfNodes(objects);
  const isOther = leavesOutHugePages(releases.to) && !leavesOutHugePages(releases.from);
  const rules = rulesBetween(releases).filter((rule) => rule.name === RULE);
  const nodes = kinds.reduce((sum, kind) => sum + kind.nodes.length, 0);
  return {
    input: name,
    checked: nodes === 0 ? "" : `huge pages of ${plural(nodes, "node")} compared`,
    differences: (isOther ? kinds : []).map(
      ({ memory, hugePages, nodes: names }): Difference => ({
        kind: "threshold",
        subject: `memory.available on ${formatNames(names, { max: NAMES_SHOWN })}`,
        before: `of ${formatBytes(memory)}, ${formatBytes(hugePages)} of it huge pages`,
        after:
          `${formatBytes(hugePages)} less: thresholds in percent are of ` +
          formatBytes(Math.max(0, memory - hugePages)),
        isWorse: false,
        rules,
      }),
    ),
    notes: [],
  };
}

function kindsOfNodes(objects: readonly ObjectTree[]): readonly NodeKind[] {
  const kinds = new Map<string, NodeKind>();
  for (const { kind, metadata, status } of objects) {
    if (kind !== "Node") continue;
    const capacity = objectOf(objectOf(status).capacity);
    const memory = Number(bytesOf(capacity.memory));
    const hugePages = Number(hugePagesOf(capacity));
    if (hugePages === 0) continue;
    const key = `${memory} ${hugePages}`;
    const known = kinds.get(key) ?? { memory, hugePages, nodes: [] };
    known.nodes.push(String(objectOf(metadata).name));
    kinds.set(key, known);
  }
  return [...kinds.values()];
}

/** All of a node, of every size. */
export function hugePagesOf(capacity: Readonly<Record<string, unknown>>): bigint {
  return Object.entries(capacity)
    .filter(([resource]) => resource.startsWith("hugepages-"))
    .reduce((sum, [, quantity]) => sum + bytesOf(quantity), 0n);
}

function bytesOf(quantity: unknown): bigint {
  return quantityValue(String(quantity ?? "")) ?? 0n;
}
