/** What this node reserves, and how large it is. */
import type { Allocatable } from "../../engine/decision.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import type { AdvisedCapture } from "./advised.ts";
import type { NodeSize } from "./published.ts";

/** The reservations as the core resolved them. */
export interface ReservedNow {
  readonly memoryBytes: number;
  readonly hardThreshold: string | null;
}

/** The kubelet's default. */
const MAX_PODS = 110;

/** Null without the node's memory. */
export function nodeSize(
  { capture, json }: AdvisedCapture,
  memory: Allocatable | undefined,
): NodeSize | null {
  const memoryBytes = amount(memory?.capacity);
  if (memoryBytes === 0) return null;
  const { maxPods, plimsoll } = JSON.parse(json);
  const capacity = plimsoll?.capacity ?? capture.header?.capacity;
  const cores = Number(capacity?.cpu);
  return {
    memoryBytes,
    maxPods: Number.isSafeInteger(maxPods) && maxPods > 0 ? maxPods : MAX_PODS,
    cores: Number.isFinite(cores) && cores > 0 ? cores : null,
  };
}

export function reservedNow(memory: Allocatable | undefined): ReservedNow {
  return {
    memoryBytes: amount(memory?.kubeReserved) + amount(memory?.systemReserved),
    hardThreshold: memory?.evictionHard ?? null,
  };
}

function amount(quantity: string | undefined): number {
  return Number(quantityValue(quantity ?? "0") ?? 0n);
}
