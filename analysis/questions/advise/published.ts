/**
 * What three providers reserve on their nodes, as they publish it. Figures only; each row says
 * where they are published and when they were read.
 */
const KIB = 1024;
const MIB = KIB ** 2;
const GIB = KIB ** 3;
const MB = 1000 ** 2;

/** The node that a formula is asked about. */
export interface NodeSize {
  readonly memoryBytes: number;
  readonly maxPods: number;
  /** Null when the capture does not say. */
  readonly cores: number | null;
}

export interface PublishedReservation {
  readonly provider: string;
  readonly formula: string;
  readonly memoryBytes: number;
  /** Null if the provider publishes no value for this number of cores, or it is unknown. */
  readonly cpuMillicores: number | null;
  readonly hardThreshold: string;
  readonly source: string;
  /** When the source was read. */
  readonly read: string;
}

interface Provider extends Omit<PublishedReservation, "memoryBytes" | "cpuMillicores"> {
  readonly memory: (node: NodeSize) => number;
  readonly cpu: (cores: number) => number | null;
}

/** A share of each part of a whole, the first part first. */
type Steps = readonly (readonly [size: number, share: number])[];

const MEMORY_STEPS: Steps = [
  [4 * GIB, 0.25],
  [4 * GIB, 0.2],
  [8 * GIB, 0.1],
  [112 * GIB, 0.06],
  [Number.POSITIVE_INFINITY, 0.02],
];

/** Reserved share of a core, in thousandths. */
const CPU_STEPS: Steps = [
  [1, 60],
  [1, 10],
  [2, 5],
  [Number.POSITIVE_INFINITY, 2.5],
];

/** Reservations for whole nodes; AKS publishes nothing in between. */
const AKS_CPU: Readonly<Record<number, number>> = {
  1: 60,
  2: 100,
  4: 140,
  8: 180,
  16: 260,
  32: 420,
  64: 740,
};

const AKS_SOURCE = "https://learn.microsoft.com/azure/aks/node-resource-reservations";
const READ = "2026-11-23";

const PROVIDERS: readonly Provider[] = [
  {
    provider: "GKE",
    formula: "25% of 4 GiB, 20% to 8, 10% to 16, 6% to 128, then 2%",
    memory: ({ memoryBytes }) =>
      memoryBytes < GIB ? 255 * MIB : ofSteps(memoryBytes, MEMORY_STEPS),
    cpu: (cores) => ofSteps(cores, CPU_STEPS),
    hardThreshold: "100Mi",
    source: "https://cloud.google.com/kubernetes-engine/docs/concepts/plan-node-sizes",
    read: READ,
  },
  {
    provider: "EKS",
    formula: "255 MiB + 11 MiB × maxPods",
    memory: ({ maxPods }) => 255 * MIB + 11 * MIB * maxPods,
    cpu: (cores) => ofSteps(cores, CPU_STEPS),
    hardThreshold: "100Mi",
    source:
      "https://github.com/awslabs/amazon-eks-ami/blob/main/nodeadm/internal/kubelet/config.go",
    read: READ,
  },
  {
    provider: "AKS from 1.29",
    formula: "50 MB + 20 MB × maxPods, at most 25%",
    memory: ({ memoryBytes, maxPods }) => Math.min(50 * MB + 20 * MB * maxPods, memoryBytes / 4),
    cpu: (cores) => AKS_CPU[cores] ?? null,
    hardThreshold: "100Mi",
    source: AKS_SOURCE,
    read: READ,
  },
  {
    provider: "AKS before 1.29",
    formula: "25% of 4 GiB, 20% to 8, 10% to 16, 6% to 128, then 2%",
    memory: ({ memoryBytes }) => ofSteps(memoryBytes, MEMORY_STEPS),
    cpu: (cores) => AKS_CPU[cores] ?? null,
    hardThreshold: "750Mi",
    source: AKS_SOURCE,
    read: READ,
  },
];

/** What each of them would reserve on this node. */
export function publishedReservations(node: NodeSize): readonly PublishedReservation[] {
  return PROVIDERS.map(({ memory, cpu, ...row }) => ({
    ...row,
    memoryBytes: Math.round(memory(node)),
    cpuMillicores: node.cores === null ? null : cpu(node.cores),
  }));
}

function ofSteps(whole: number, steps: Steps): number {
  let left = whole;
  let sum = 0;
  for (const [size, share] of steps) {
    const part = Math.min(left, size);
    sum += part * share;
    left -= part;
  }
  return sum;
}
