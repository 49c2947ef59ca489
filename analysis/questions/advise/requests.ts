import { formatBytes } from "../../text/amount.ts";
import type { Evidence, PodEvidence } from "./evidence.ts";

/** A pod that used far more memory than it requested. */
export interface RequestAdvice {
  readonly pod: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** The core's own words; null for a pod that no step evicted. */
  readonly verified: string | null;
}

const MIB = 1024 ** 2;
const FIRST =
  "The kubelet evicts pods above their request first, and the scheduler counts requests.";
const NOT_EVICTED =
  "The kubelet refuses to evict it, and evicts others for the memory that it did not request.";

/** One for each pod far above its request. Nothing is said of the others: a capture is short. */
export function requestAdvice({ pods }: Evidence): readonly RequestAdvice[] {
  return pods.flatMap((pod) => {
    if (pod.reading !== "far above its request") return [];
    const { pod: name, peak, request, isCritical, sparedBy } = pod;
    const evicts = isCritical ? NOT_EVICTED : FIRST;
    return [
      {
        pod: name,
        from: formatBytes(request),
        to: `${Math.ceil(neededBytes(pod) / MIB)}Mi`,
        reason:
          `It used up to ${formatBytes(peak)} of memory and requests ${formatBytes(request)}. ` +
          `${evicts} If the pod leaks memory, fix the leak instead.`,
        verified: sparedBy === null ? null : `${sparedBy.time}: ${sparedBy.request.sentence}`,
      },
    ];
  });
}

/** The request that would have spared the pod, if it is above the peak of the read steps. */
function neededBytes({ peak, sparedBy }: PodEvidence): number {
  return Math.max(peak, Number(sparedBy?.request.to ?? 0) || 0);
}
