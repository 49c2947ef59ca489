import { formatBytes, formatCount } from "./amount.ts";
import type { Decision, RankedPod } from "./decision.ts";

type Resource = NonNullable<Decision["resource"]>;
type Format = (amount: number) => string;

/** What a kubelet compares pods by, as a column. */
export interface RankingKey {
  readonly title: string;
  readonly isNumber: boolean;
  readonly cell: (pod: RankedPod) => string;
  /** Known without stats. */
  readonly isOfSpec?: boolean;
}

/** Inodes are counted, and the kubelet subtracts a request in bytes from their count. Spec 4.2. */
const FORMATS: Readonly<Record<Resource, { usage: Format; request: Format }>> = {
  memory: { usage: formatBytes, request: formatBytes },
  "ephemeral-storage": { usage: formatBytes, request: formatBytes },
  inodes: { usage: formatCount, request: formatBytes },
  pids: { usage: formatCount, request: formatBytes },
};

/** The resource that the ranking compares. */
export function rankedResource({ resource, rankingResource }: Decision): Resource {
  return rankingResource ?? resource ?? "memory";
}

/** The keys in the order in which they count; `difference` is the title of the last one. */
export function rankingKeys(resource: Resource, difference = "usage-request"): RankingKey[] {
  const { usage, request } = FORMATS[resource];
  const priority: RankingKey = {
    title: "priority",
    isNumber: true,
    cell: (pod) => String(pod.priority),
    isOfSpec: true,
  };
  const number = (title: string, cell: RankingKey["cell"]) => ({ title, isNumber: true, cell });
  if (resource === "pids") {
    return [priority, number("processes", (pod) => formatCount(pod.processCount ?? 0))];
  }
  return [
    { title: "exceeds", isNumber: false, cell: (pod) => (pod.exceedsRequest ? "yes" : "no") },
    priority,
    number("usage", (pod) => usage(pod.usage)),
    { ...number("request", (pod) => request(pod.request)), isOfSpec: true },
    number(difference, (pod) => usage(pod.usageMinusRequest)),
  ];
}

/** A pod without stats has no key but those of its spec. */
export function keyCell({ cell, isOfSpec }: RankingKey, pod: RankedPod): string {
  return pod.hasStats || isOfSpec ? cell(pod) : "-";
}
