/** Captures made by hand, whose right advice is obvious: a node of 8Gi, measured every 10 s. */
import { writeFileSync } from "node:fs";

export const MIB = 1024 ** 2;

export interface AdvisedPod {
  readonly name: string;
  /** Absent for none. */
  readonly request?: string;
  /** In MiB, for each step; the last one goes on. */
  readonly use: readonly number[];
  /** Steps from which on the capture goes on without it. Default: never. */
  readonly goneFrom?: number;
}

export interface AdvisedNode {
  readonly config?: object;
  readonly seconds?: number;
  /** Memory available in each step, in MiB. */
  readonly available: readonly number[];
  readonly pods?: readonly AdvisedPod[];
  /** Working sets of system containers, in MiB. */
  readonly daemons?: Readonly<Record<string, number>>;
}

const CAPACITY_MIB = 8192;
const START = Date.parse("2026-11-20T10:00:00Z");
const QUIET: readonly AdvisedPod[] = [{ name: "web", request: "512Mi", use: [400] }];

/** Writes it as a capture, and answers the path. */
export function advisedCapture(path: string, node: AdvisedNode): string {
  const { config = {}, seconds = 10, available } = node;
  const kind = { kind: "KubeletConfiguration", apiVersion: "kubelet.config.k8s.io/v1beta1" };
  const header = {
    plimsoll: "capture/1",
    node: "worker-1",
    kubelet: "v1.35.0",
    layout: { dedicatedImageFs: false, splitContainerFs: false },
    capacity: { cpu: "4", memory: `${CAPACITY_MIB}Mi`, "ephemeral-storage": "100Gi" },
    config: { ...kind, ...config },
  };
  const records = available.map((free, step) => {
    const time = new Date(START + step * seconds * 1000).toISOString().replace(".000Z", "Z");
    const pods = (node.pods ?? QUIET).filter(({ goneFrom = Infinity }) => step < goneFrom);
    return { time, pods: podList(pods), summary: summary(node, pods, free, step, time) };
  });
  writeFileSync(path, `${[header, ...records].map((each) => JSON.stringify(each)).join("\n")}\n`);
  return path;
}

function podList(pods: readonly AdvisedPod[]) {
  const items = pods.map(({ name, request }) => ({
    metadata: { name, namespace: "shop", uid: `uid-${name}` },
    spec: {
      priority: 0,
      containers: [
        {
          name: "main",
          resources: request === undefined ? {} : { requests: { memory: request } },
        },
      ],
    },
    status: { phase: "Running", qosClass: request === undefined ? "BestEffort" : "Burstable" },
  }));
  return { kind: "PodList", apiVersion: "v1", items };
}

function summary(
  { daemons = {} }: AdvisedNode,
  pods: readonly AdvisedPod[],
  free: number,
  step: number,
  time: string,
) {
  const used = (pod: AdvisedPod) => (pod.use[step] ?? pod.use.at(-1) ?? 0) * MIB;
  const workingSet = (CAPACITY_MIB - free) * MIB;
  const outside = Object.values(daemons).reduce((sum, each) => sum + each, 0) * MIB;
  const ofPods = workingSet - outside;
  const system = [...Object.entries(daemons), ["pods", ofPods / MIB] as const];
  const fs = { time, availableBytes: 90 * 1024 * MIB, capacityBytes: 100 * 1024 * MIB };
  const disk = { ...fs, inodes: 6_000_000, inodesFree: 5_000_000 };
  return {
    node: {
      nodeName: "worker-1",
      systemContainers: system.map(([name, mib]) => ({
        name,
        memory: {
          time,
          // The pods' own limit is far off: memory.available alone is crossed.
          ...(name === "pods" ? { availableBytes: (free + 1024) * MIB } : {}),
          ...memoryOf(mib * MIB),
        },
      })),
      memory: { time, availableBytes: free * MIB, ...memoryOf(workingSet) },
      fs: disk,
      runtime: { imageFs: disk, containerFs: disk },
      rlimit: { time, maxpid: 32768, curproc: 400 },
    },
    pods: pods.map((pod) => ({
      podRef: { name: pod.name, namespace: "shop", uid: `uid-${pod.name}` },
      containers: [{ name: "main", memory: { time, ...memoryOf(used(pod)) } }],
      memory: { time, ...memoryOf(used(pod)) },
    })),
  };
}

function memoryOf(bytes: number) {
  return { usageBytes: bytes, workingSetBytes: bytes, rssBytes: bytes };
}
