import { formatBytes } from "../../text/amount.ts";
import { bytesText } from "../../text/quantityText.ts";
import type { DaemonEvidence } from "./daemons.ts";

export interface ReservationCandidate {
  readonly member: "kubeReserved.memory" | "systemReserved.memory";
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** Why the evidence speaks against it; null when it does not. */
  readonly against: string | null;
}

const STEP = 64 * 1024 ** 2;
/** What grew so many times within a capture may be a leak, which a reservation does not end. */
const GROWTH_TIMES = 2;

/** Reservations below what was used. Lower ones are not advised: a capture is a short time. */
export function reservationCandidates(
  daemons: DaemonEvidence | null,
  isAssumed: boolean,
): readonly ReservationCandidate[] {
  if (daemons === null) return [];
  const { kubernetes, holdsOthers, outsidePods, kubeReserved, systemReserved } = daemons;
  const growth = growthWords(daemons);
  const reserved = (bytes: number) => `${formatBytes(bytes)}${isAssumed ? " (assumed)" : ""}`;
  const kube = kubernetes > kubeReserved ? roundedUp(kubernetes) : kubeReserved;
  const rest = (outsidePods ?? kubernetes) - kube;
  const system = rest > systemReserved ? roundedUp(rest) : systemReserved;
  const candidates: ReservationCandidate[] = [
    {
      member: "kubeReserved.memory",
      from: bytesText(kubeReserved),
      to: bytesText(kube),
      reason:
        `${holdsOthers ? "Everything outside pods" : "Kubelet and runtime"} used up to ` +
        `${formatBytes(kubernetes)}; ${reserved(kubeReserved)} is reserved.`,
      against: holdsOthers ? growth : null,
    },
    {
      member: "systemReserved.memory",
      from: bytesText(systemReserved),
      to: bytesText(system),
      reason:
        `Everything outside pods used up to ${formatBytes(outsidePods ?? 0)} (the node's ` +
        "working set minus that of the pods); kubeReserved and systemReserved together are " +
        `${reserved(kubeReserved + systemReserved)}, so pods are promised memory that is ` +
        "in use.",
      against: growth,
    },
  ];
  return candidates.filter(({ from, to }) => from !== to);
}

/** Null when it did not grow so much. */
function growthWords({ outsidePods, outsidePodsRoseFrom }: DaemonEvidence): string | null {
  if (outsidePods === null || outsidePodsRoseFrom === null) return null;
  if (outsidePods < outsidePodsRoseFrom * GROWTH_TIMES) return null;
  return (
    `The memory used outside pods rose from ${formatBytes(outsidePodsRoseFrom)} to ` +
    `${formatBytes(outsidePods)} within the capture. First find what grew (systemd-cgtop -m on ` +
    "the node): a reservation for a leak only takes memory from pods."
  );
}

function roundedUp(bytes: number): number {
  return Math.ceil(bytes / STEP) * STEP;
}
