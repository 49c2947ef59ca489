import { formatCount } from "../../../analysis/text/amount.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { number, type RankingKey, rankingKeys, text } from "../../../analysis/text/rankingKeys.ts";

/** A column of the ranking. */
export interface SortKey extends RankingKey {
  /** Below which column it stands in a table that is not wide. */
  readonly under?: string;
  /** Another column says the same, where there is little room. */
  readonly isImplied?: boolean;
  /** What its title does not say. */
  readonly meaning?: string;
}

/** What the columns of `rankingKeys` are called where there is room. */
const TITLES: Readonly<Record<string, Pick<SortKey, "title"> & Partial<SortKey>>> = {
  exceeds: { title: "Exceeds request", isImplied: true },
  priority: { title: "Priority", cell: ({ priority }) => formatCount(priority) },
  usage: { title: "Usage" },
  request: { title: "Request" },
  difference: { title: "Usage − request", under: "Usage" },
  processes: { title: "Processes" },
};

/** The order in which pods go, at the left of every ranking. */
export const POSITION: SortKey = {
  ...number("#", ({ position }) => position, String),
  isOfSpec: true,
};
export const POD: SortKey = { ...text("Pod", podText), isOfSpec: true };
export const QOS_CLASS: SortKey = {
  ...text("QoS class", ({ qosClass }) => qosClass),
  isOfSpec: true,
  under: POD.title,
};

/** What the kubelet compares pods by, in the order in which it counts. */
export function sortKeys(
  resource: Parameters<typeof rankingKeys>[0],
  isExact = false,
): readonly SortKey[] {
  return rankingKeys(resource, "difference").map((key) => ({
    ...key,
    ...TITLES[key.title],
    // Two columns of whole numbers of bytes have no room next to each other.
    ...(isExact && key.title === "request" ? { under: "Usage" } : {}),
  }));
}
