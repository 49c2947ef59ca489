import { formatBytes } from "../../text/amount.ts";
import { bytesText } from "../../text/quantityText.ts";
import type { DaemonEvidence } from "./daemons.ts";

export interface ReservationCandidate {
  readonly member: "kubeReserved.memory" | "systemReserved.memory";
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

const STEP = 64 * 1024 ** 2;

/** Reservations below what was used. Lower ones are not advised: a capture is a short time. */
export function reservationCandidates(
  daemons: DaemonEvidence | null,
): readonly ReservationCandidate[] {
  if (daemons === null) return [];
  const { kubernetes, outsidePods, kubeReserved, systemReserved } = daemons;
  const kube = kubernetes > kubeReserved ? roundedUp(kubernetes) : kubeReserved;
  const rest = (outsidePods ?? kubernetes) - kube;
  const system = rest > systemReserved ? roundedUp(rest) : systemReserved;
  const candidates: ReservationCandidate[] = [
    {
      member: "kubeReserved.memory",
      from: bytesText(kubeReserved),
      to: bytesText(kube),
      reason:
        `Kubelet and runtime used up to ${formatBytes(kubernetes)}; ` +
        `${formatBytes(kubeReserved)} is reserved.`,
    },
    {
      member: "systemReserved.memory",
      from: bytesText(systemReserved),
      to: bytesText(system),
      reason:
        `Everything outside pods used up to ${formatBytes(outsidePods ?? 0)} (the node's ` +
        "working set minus that of the pods); kubeReserved and systemReserved together are " +
        `${formatBytes(kubeReserved + systemReserved)}, so pods are promised memory that is ` +
        "in use.",
    },
  ];
  return candidates.filter(({ from, to }) => from !== to);
}

function roundedUp(bytes: number): number {
  return Math.ceil(bytes / STEP) * STEP;
}
