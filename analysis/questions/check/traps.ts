/** Settings with which a kubelet starts, and that do something else than one may expect. */
import { RELEASES, ZERO_GRACE } from "../../engine/contract/releases.ts";
import type { Finding, Policy } from "../../engine/decision.ts";
import { type Members, objectOf } from "../../read/json/untyped.ts";
import { formatRelease, isFollowed, minorOf } from "../../text/release.ts";

/** The warnings about a configuration that is in force. */
export function settingTraps(configuration: Members, policy: Policy): readonly Finding[] {
  return [...graceTrap(policy), ...swapTrap(configuration, policy)];
}

interface GraceRow {
  readonly since?: number;
  readonly until?: number;
  readonly grace: string;
}

/** A soft threshold is meant to let pods end; the kubelet takes this number as their time. */
function graceTrap(policy: Policy): readonly Finding[] {
  const { maxPodGracePeriodSeconds: seconds, thresholds, kubeletVersion } = policy;
  const release = minorOf(kubeletVersion);
  if (seconds > 0 || release === undefined || thresholds.every(({ hard }) => hard)) return [];
  const rows: readonly GraceRow[] = ZERO_GRACE;
  const row = rows.find(
    ({ since = 0, until = Number.POSITIVE_INFINITY }) => release >= since && release < until,
  );
  // A number below zero is raised to one second, as the newest kubelets do with zero.
  const grace = seconds < 0 && row?.since !== undefined ? rows.at(-1)?.grace : row?.grace;
  return [
    {
      rule: "soft-without-grace",
      path: "evictionMaxPodGracePeriod",
      message:
        `It is ${seconds}, so the kubelet of ${formatRelease(release)} gives a pod that a ` +
        `soft threshold evicts ${grace ?? "no time"} to stop. Set the seconds that pods need.`,
    },
  ];
}

/** Read in kubelets whose whole configuration is checked. */
function swapTrap(configuration: Members, { kubeletVersion }: Policy): readonly Finding[] {
  const release = minorOf(kubeletVersion);
  const isKnown = release !== undefined && isFollowed(release, RELEASES.check);
  const { swapBehavior } = objectOf(configuration.memorySwap);
  if (!isKnown || swapBehavior !== "LimitedSwap") return [];
  if (configuration.failSwapOn !== false) {
    return [
      {
        rule: "swap-refused",
        path: "memorySwap.swapBehavior",
        message:
          "LimitedSwap needs failSwapOn: false. Without it the kubelet does not start on a node " +
          "that has swap, and on others no container may swap.",
      },
    ];
  }
  return [
    {
      rule: "swap-unseen",
      path: "memorySwap.swapBehavior",
      message:
        "Containers of Burstable pods may swap as much of the node's swap as they request of its " +
        "memory, unless their memory request equals their limit or the pod is critical. " +
        "memory.available does not count swap: memory that was swapped out counts as free, so " +
        "evictions begin later, and the ranking counts only what is in memory. Under cgroup v1 " +
        "the kubelet does not start.",
    },
  ];
}
