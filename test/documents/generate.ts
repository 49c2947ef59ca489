/** Documents as Kubernetes serves them, in all their members that the policy reads, made small. */
import type { Random } from "./random.ts";

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

export const TIME = "2026-11-20T10:00:00Z";
const POD_NAMES = ["web", "cache", "job"];
const QUANTITIES = ["100m", "1", "20Mi", "1Gi", "100M", "1.5Gi", "1e3", "500k"];
const SIGNALS = [
  "memory.available",
  "nodefs.available",
  "nodefs.inodesFree",
  "imagefs.available",
  "imagefs.inodesFree",
  "pid.available",
];
const LIMITS = ["100Mi", "10%", "5%", "1Gi", "0.5%"];

function list<T>(random: Random, end: number, item: (index: number) => T): T[] {
  return Array.from({ length: random.below(end) }, (_, index) => item(index));
}

/** Each member is there most of the time. */
export function some(random: Random, members: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(Object.entries(members).filter(() => !random.oneIn(8)));
}

function memory(random: Random): Json {
  return some(random, {
    time: TIME,
    availableBytes: random.below(2 ** 33),
    usageBytes: random.below(2 ** 33),
    workingSetBytes: random.below(2 ** 33),
    rssBytes: random.below(2 ** 33),
  });
}

function fileSystem(random: Random): Json {
  return some(random, {
    time: TIME,
    availableBytes: random.below(2 ** 35),
    capacityBytes: 2 ** 35,
    usedBytes: random.below(2 ** 35),
    inodesFree: random.below(2 ** 22),
    inodes: 2 ** 22,
    inodesUsed: random.below(2 ** 22),
  });
}

/** Two begin alike, the others do not: pods are looked for by how their uids begin. */
const UIDS = ["uid-0", "9f3c-1", "uid-2", "04d7-3"];

export function podRef(index: number): Json {
  const name = POD_NAMES[index] ?? "other";
  return { name, namespace: "default", uid: UIDS[index] ?? `uid-${index}` };
}

export function podStats(random: Random, index: number): Json {
  return some(random, {
    podRef: podRef(index),
    startTime: TIME,
    containers: list(random, 3, (container) =>
      some(random, {
        name: `c${container}`,
        memory: memory(random),
        rootfs: fileSystem(random),
        logs: fileSystem(random),
        cpu: { time: TIME, usageNanoCores: 72.63 },
      }),
    ),
    memory: memory(random),
    volume: list(random, 2, () => ({ ...(fileSystem(random) as object), name: "scratch" })),
    "ephemeral-storage": fileSystem(random),
    process_stats: { process_count: random.below(100) },
  });
}

export function summary(random: Random): Json {
  return {
    node: some(random, {
      nodeName: "n\u00f8de-\u2603",
      systemContainers: [{ name: "pods", memory: memory(random) }],
      memory: memory(random),
      fs: fileSystem(random),
      runtime: { imageFs: fileSystem(random), containerFs: fileSystem(random) },
      rlimit: { time: TIME, maxpid: 4194304, curproc: random.below(4194304) },
    }),
    pods: list(random, 4, (index) => podStats(random, index)),
  };
}

function container(random: Random, index: number): Json {
  const quantities = () =>
    some(random, {
      cpu: random.pick(QUANTITIES),
      memory: random.pick(QUANTITIES),
      "ephemeral-storage": random.pick(QUANTITIES),
    });
  return some(random, {
    name: `c${index}`,
    image: 'quoted \\"image\\"',
    resources: { requests: quantities(), limits: quantities() },
    restartPolicy: "Always",
  });
}

export function pod(random: Random, index: number): Json {
  return some(random, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...(podRef(index) as object), annotations: { "a/b": "c" } },
    spec: some(random, {
      priority: random.pick([0, -10, 2000001000]),
      containers: list(random, 3, (at) => container(random, at)),
      initContainers: list(random, 2, (at) => container(random, at)),
      volumes: [{ name: "scratch", emptyDir: { sizeLimit: random.pick(QUANTITIES) } }],
      overhead: { memory: random.pick(QUANTITIES) },
    }),
    status: some(random, { phase: "Running", qosClass: "Burstable", startTime: TIME }),
  });
}

export function podList(random: Random): Json {
  return { kind: "PodList", apiVersion: "v1", items: list(random, 4, (at) => pod(random, at)) };
}

export function configuration(random: Random): Json {
  const limits = (values: readonly string[]) =>
    Object.fromEntries(list(random, 4, () => [random.pick(SIGNALS), random.pick(values)]));
  return some(random, {
    kind: "KubeletConfiguration",
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    evictionHard: limits(LIMITS),
    evictionMinimumReclaim: limits(LIMITS),
    evictionSoft: { "memory.available": "1Gi" },
    evictionSoftGracePeriod: { "memory.available": random.pick(["30s", "1m30s", "1.5h"]) },
    evictionPressureTransitionPeriod: random.pick(["5m0s", "0s", "10s"]),
    evictionMaxPodGracePeriod: random.below(60),
    systemReserved: { memory: random.pick(QUANTITIES) },
    plimsoll: some(random, {
      profile: random.pick(["kubelet", "proposal-2016"]),
      whatIf: random.oneIn(2),
      layout: { dedicatedImageFs: random.oneIn(2), splitContainerFs: random.oneIn(2) },
      capacity: { memory: "8Gi", cpu: "4", "ephemeral-storage": "100Gi" },
    }),
  });
}
