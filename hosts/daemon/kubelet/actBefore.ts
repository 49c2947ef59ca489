import type { Signal } from "../../../analysis/engine/decision.ts";
import { configuredSignals, reclaimedTo } from "./earlier.ts";
import type { Resolved } from "./resolved.ts";

/** How far before the kubelet to act: by signal, or one amount for every signal it evicts on. */
export type Margins = string | Readonly<Record<string, string>>;

/** The members of a KubeletConfiguration that are replaced. */
export interface EarlierThresholds {
  readonly evictionHard: Readonly<Record<string, string>>;
  readonly evictionSoft: Readonly<Record<string, string>>;
  readonly evictionSoftGracePeriod: Readonly<Record<string, string>>;
  readonly evictionMinimumReclaim: Readonly<Record<string, string>>;
  readonly mergeDefaultEvictionSettings: false;
}

/** `evictionMinimumReclaim`, with which the core computes each margin. */
export function minimumReclaimOf(margins: Margins, kubelets: Resolved): Record<string, string> {
  if (typeof margins !== "string") return { ...margins };
  return Object.fromEntries([...configuredSignals(kubelets)].map((signal) => [signal, margins]));
}

/**
 * One hard threshold for each signal: the kubelet's highest limit of it, soft ones and its minimum
 * reclaim included, and the margin on top. `margined` is the kubelet's configuration with the
 * margins as its minimum reclaim. A sentence when there is none that could work.
 */
export function earlierThresholds(
  margins: Margins,
  kubelets: Resolved,
  margined: Resolved,
): EarlierThresholds | string {
  const evictionHard: Record<string, string> = {};
  const configured = configuredSignals(kubelets);
  const signals = Object.keys(minimumReclaimOf(margins, kubelets)) as Signal[];
  for (const signal of signals) {
    if (!configured.has(signal)) {
      return `the kubelet does not evict on ${signal}; leave it out, or use --eviction-hard`;
    }
    const of = (resolved: Resolved) => resolved.thresholds.filter((each) => each.signal === signal);
    const highest = Math.max(...of(kubelets).map(reclaimedTo));
    const margin = Math.max(...of(margined).map((each) => each.minReclaimAmount ?? 0));
    const capacity = of(kubelets)[0]?.capacity ?? 0;
    // A signal that this node does not have, such as a separate image file system.
    if (!Number.isFinite(highest)) continue;
    if (highest + margin >= capacity) {
      return (
        `${signal} would have the limit ${highest + margin} of ${capacity}, and would always ` +
        "be met"
      );
    }
    evictionHard[signal] = String(highest + margin);
  }
  if (Object.keys(evictionHard).length === 0) {
    return "the kubelet has no eviction thresholds to act before";
  }
  return {
    evictionHard,
    evictionSoft: {},
    evictionSoftGracePeriod: {},
    evictionMinimumReclaim: {},
    mergeDefaultEvictionSettings: false,
  };
}
