import { formatBytes, formatCount } from "../../shared/amount.ts";
import type { Decision, RankedPod } from "../../shared/decision.ts";

type Resource = NonNullable<Decision["resource"]>;
type Format = (amount: number) => string;

/** A column of the ranking: a key the kubelet compares pods by. */
export interface SortKey {
  readonly title: string;
  readonly isNumber: boolean;
  readonly cell: (pod: RankedPod) => string;
}

/** Inodes are counted, and the kubelet subtracts a request in bytes from their count. Spec 4.2. */
const FORMATS: Readonly<Record<Resource, { usage: Format; request: Format }>> = {
  memory: { usage: formatBytes, request: formatBytes },
  "ephemeral-storage": { usage: formatBytes, request: formatBytes },
  inodes: { usage: formatCount, request: formatBytes },
  pids: { usage: formatCount, request: formatBytes },
};

/** The keys in the order in which they count. */
export function sortKeys(resource: Resource): readonly SortKey[] {
  const { usage, request } = FORMATS[resource];
  const priority = number("Priority", (pod) => String(pod.priority));
  if (resource === "pids") {
    return [priority, number("Processes", ({ processCount = 0 }) => formatCount(processCount))];
  }
  return [
    {
      title: "Exceeds request",
      isNumber: false,
      cell: (pod) => (pod.exceedsRequest ? "yes" : "no"),
    },
    priority,
    number("Usage", (pod) => usage(pod.usage)),
    number("Request", (pod) => request(pod.request)),
    number("Usage − request", (pod) => usage(pod.usageMinusRequest)),
  ];
}

function number(title: string, cell: SortKey["cell"]): SortKey {
  return { title, isNumber: true, cell };
}
