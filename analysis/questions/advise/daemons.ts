/** Usage of processes outside pods, compared with what is reserved for them. */
import type { Allocatable } from "../../engine/decision.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { type NodeMemory, outsidePods, PODS } from "../../read/memory/use.ts";
import type { AdvisedCapture } from "./advised.ts";

/** The working set of one system container over all captures. */
export interface DaemonUse {
  /** `kubelet`, `runtime`, as the Summary names it; `outside pods` is the node without `pods`. */
  readonly name: string;
  readonly peak: number;
}

export interface DaemonEvidence {
  readonly containers: readonly DaemonUse[];
  /** The most that kubelet and runtime used together; at most what ran outside pods then. */
  readonly kubernetes: number;
  /** In some step their cgroups used more than everything outside pods, so they contain pods. */
  readonly holdsOthers: boolean;
  /** The node's working set without that of all pods; null where a Summary lacks either. */
  readonly outsidePods: number | null;
  /** The least of it earlier in the same capture. */
  readonly outsidePodsRoseFrom: number | null;
  readonly kubeReserved: number;
  readonly systemReserved: number;
}

/** `kubeReserved` is for these; `systemReserved` for all else outside pods. */
const KUBERNETES = ["kubelet", "runtime"];

/** Null when no step has the memory of a system container. */
export function daemonEvidence(
  captures: readonly AdvisedCapture[],
  memory: Allocatable | undefined,
): DaemonEvidence | null {
  const peaks = new Map<string, number>();
  let most: number | null = null;
  let roseFrom: number | null = null;
  let kubernetes = 0;
  let holdsOthers = false;
  for (const { capture } of captures) {
    let lowest = Number.POSITIVE_INFINITY;
    for (const step of capture.steps) {
      if (step.memory === null) continue;
      const rest = outsidePods(step.memory);
      const used = kubernetesUse(step.memory);
      lowest = Math.min(lowest, rest ?? lowest);
      if (rest !== null && rest > (most ?? -1)) [most, roseFrom] = [rest, lowest];
      kubernetes = Math.max(kubernetes, Math.min(used, rest ?? used));
      holdsOthers ||= rest !== null && used > rest;
      for (const { name, workingSetBytes } of step.memory.systemContainers) {
        if (name !== PODS) peaks.set(name, Math.max(peaks.get(name) ?? 0, workingSetBytes));
      }
    }
  }
  if (peaks.size === 0 && most === null) return null;
  return {
    containers: [...peaks].map(([name, peak]) => ({ name, peak })),
    kubernetes,
    holdsOthers,
    outsidePods: most,
    outsidePodsRoseFrom: roseFrom,
    kubeReserved: bytes(memory?.kubeReserved),
    systemReserved: bytes(memory?.systemReserved),
  };
}

function kubernetesUse({ systemContainers }: NodeMemory): number {
  return systemContainers
    .filter(({ name }) => KUBERNETES.includes(name))
    .reduce((sum, { workingSetBytes }) => sum + workingSetBytes, 0);
}

function bytes(quantity: string | undefined): number {
  return Number(quantityValue(quantity ?? "0") ?? 0n);
}
