import type { Decision, RankedPod } from "../engine/decision.ts";
import { formatBytes, formatCount } from "./amount.ts";
import type { Column, Text } from "./document.ts";

type Resource = NonNullable<Decision["resource"]>;
type Format = (amount: number) => string;

/** What a kubelet compares pods by, as a column. */
export interface RankingKey extends Column {
  readonly cell: (pod: RankedPod) => Text;
  /** The value by which rows are sorted. */
  readonly value: (pod: RankedPod) => string | number;
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
  const priority = { ...number("priority", (pod) => pod.priority, String), isOfSpec: true };
  if (resource === "pids") {
    return [priority, number("processes", (pod) => pod.processCount ?? 0, formatCount)];
  }
  return [
    { ...text("exceeds", (pod) => (pod.exceedsRequest ? "yes" : "no")), isImplied: true },
    priority,
    number("usage", (pod) => pod.usage, usage),
    { ...number("request", (pod) => pod.request, request), isOfSpec: true, under: "usage" },
    { ...number(difference, (pod) => pod.usageMinusRequest, usage), under: "usage" },
  ];
}

/** A column of text, which is sorted as it reads. */
/** A document is data, which a worker hands to a page: the functions stay with the keys. */
export function columnsOf(keys: readonly RankingKey[]): readonly Column[] {
  return keys.map(({ cell: _, value: __, isOfSpec: ___, ...column }) => column);
}

export function text(title: string, cell: (pod: RankedPod) => string): RankingKey {
  return { title, cell, value: cell };
}

export function number(
  title: string,
  value: (pod: RankedPod) => number,
  format: Format,
): RankingKey {
  const cell = (pod: RankedPod): Text =>
    format === formatBytes ? [{ bytes: value(pod) }] : format(value(pod));
  return { title, isNumber: true, value, cell };
}

/** A pod without stats has no key but those of its spec. */
export function keyCell({ cell, isOfSpec }: RankingKey, pod: RankedPod): Text {
  return pod.hasStats || isOfSpec ? cell(pod) : "-";
}
