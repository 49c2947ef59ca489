import { type FileSystemReading, total } from "../simulation/fileSystem.ts";
import type { MemoryReading, SimulatedNode } from "../simulation/node.ts";
import {
  type ContainerAmounts,
  type MemoryAmount,
  type SimulatedPod,
  usageBytes,
  workingSetBytes,
} from "../simulation/pod.ts";
import { parseMemory } from "../simulation/quantity.ts";
import {
  cpuBlock,
  fsBlock,
  ioBlock,
  type MemoryFigures,
  memoryBlock,
  networkBlock,
  seconds,
  swapBlock,
} from "./blocks.ts";

const TOKEN_FILE_SYSTEM = {
  capacityBytes: 41_943_040,
  availableBytes: 41_930_752,
  inodes: 1_003_038,
  inodesFree: 1_003_029,
};

type Block = Readonly<Record<string, unknown>>;

/** The root cgroup is read for the occasion; the containers' stats are a little older. */
const ROOT_AGE_MILLISECONDS = 1000;
const SWAP_BYTES = 1073737728;
/** `/etc/hosts` of a pod counts in its ephemeral storage. */
const HOSTS_FILE = { bytes: 4096, inodes: 1 };

/** What `/stats/summary` answers at `now`, with the members and the order of a kubelet 1.35. */
export function summaryOf(node: SimulatedNode, now: number): Block {
  const time = now - ROOT_AGE_MILLISECONDS;
  const elapsed = Math.trunc((now - node.bootedAt) / 1000);
  const nanoCores = node.runningPods
    .flatMap((pod) => pod.containers)
    .reduce((sum, { cpuNanoCores }) => sum + cpuNanoCores, 180_000_000);
  const { nodeFs, imageFs } = node;
  const imagesBlock = fsBlock(time, imageFs, imageFs.images);
  return {
    node: {
      nodeName: node.plan.name,
      systemContainers: systemContainers(node, time, elapsed),
      startTime: seconds(node.bootedAt),
      cpu: cpuBlock(time, nanoCores, elapsed * 410_000_000),
      memory: memoryBlock(time, node.memory),
      io: ioBlock(time, elapsed * 410_000_000),
      network: networkBlock(time, elapsed, 48_211),
      fs: fsBlock(time, nodeFs, {
        bytes: nodeFs.capacityBytes - nodeFs.availableBytes,
        inodes: nodeFs.inodes - nodeFs.inodesFree,
      }),
      runtime: { imageFs: imagesBlock, containerFs: imagesBlock },
      rlimit: { time: seconds(now), maxpid: node.plan.maxpid, curproc: node.tasks },
      swap: swapBlock(time, SWAP_BYTES),
    },
    pods: node.runningPods.map((pod) => podBlock(pod, nodeFs, imageFs, now)),
  };
}

function systemContainers(node: SimulatedNode, time: number, elapsed: number): Block[] {
  const kubelet = {
    usageBytes: 98_566_144,
    workingSetBytes: 86_024_192,
    anonymousBytes: 81_788_928,
  };
  const cgroup = (name: string, memory: MemoryReading | MemoryFigures, nanoCores: number) => ({
    name,
    startTime: seconds(node.bootedAt + 41_000),
    cpu: cpuBlock(time, nanoCores, elapsed * nanoCores),
    memory: memoryBlock(time, memory),
    io: ioBlock(time, elapsed * nanoCores),
    swap: swapBlock(time),
  });
  return [cgroup("kubelet", kubelet, 16_165_269), cgroup("pods", node.podsMemory, 212_690_650)];
}

function podBlock(
  pod: SimulatedPod,
  nodeFs: FileSystemReading,
  imageFs: FileSystemReading,
  now: number,
): Block {
  const time = now - pod.statsAgeSeconds * 1000;
  const elapsed = Math.trunc((now - pod.createdAt) / 1000);
  const nanoCores = pod.containers.reduce((sum, { cpuNanoCores }) => sum + cpuNanoCores, 400_000);
  const nanoSeconds = pod.containers.reduce((sum, { cpuNanoSeconds }) => sum + cpuNanoSeconds, 0);
  const volume = [...volumeBlocks(pod, nodeFs, time), ...tokenBlocks(pod, time)];
  const stored = total([
    HOSTS_FILE,
    ...pod.containers.flatMap(({ rootfs, logs }) => [rootfs, logs]),
    ...pod.volumes.filter((amount) => amount !== null),
  ]);
  return {
    podRef: { name: pod.name, namespace: pod.plan.namespace, uid: pod.uid },
    startTime: seconds(pod.createdAt),
    containers: pod.containers.map((container, i) =>
      containerBlock(pod, i, container, { nodeFs, imageFs }, time),
    ),
    cpu: cpuBlock(time, nanoCores, nanoSeconds),
    memory: memoryBlock(time, { ...figuresOf(pod.memory), ...podLimit(pod) }),
    io: ioBlock(time, nanoSeconds),
    network: networkBlock(time, elapsed, 1013),
    ...(volume.length === 0 ? {} : { volume }),
    "ephemeral-storage": fsBlock(now, nodeFs, stored),
    process_stats: { process_count: pod.processes },
    swap: swapBlock(time),
  };
}

function containerBlock(
  pod: SimulatedPod,
  index: number,
  amounts: ContainerAmounts,
  { nodeFs, imageFs }: { nodeFs: FileSystemReading; imageFs: FileSystemReading },
  time: number,
): Block {
  const plan = pod.plan.containers[index];
  const limit = plan?.limits?.memory;
  return {
    name: plan?.name,
    startTime: seconds(amounts.startedAt),
    cpu: cpuBlock(time, amounts.cpuNanoCores, amounts.cpuNanoSeconds),
    memory: memoryBlock(time, {
      ...figuresOf(amounts.memory),
      ...(limit === undefined ? {} : { limitBytes: parseMemory(limit) }),
    }),
    io: ioBlock(time, amounts.cpuNanoSeconds),
    rootfs: fsBlock(time + 1000, imageFs, amounts.rootfs),
    logs: fsBlock(time + 2000, nodeFs, amounts.logs),
    swap: swapBlock(time, 0),
  };
}

/** Only the volumes that the kubelet measures: no hostPath. */
function volumeBlocks(pod: SimulatedPod, nodeFs: FileSystemReading, time: number): Block[] {
  return (pod.plan.volumes ?? []).flatMap((volume, i) => {
    const amount = pod.volumes[i];
    if (amount === null || amount === undefined) return [];
    return [{ ...fsBlock(time, nodeFs, amount), name: volume.name }];
  });
}

/** A volume in memory is a file system of its own. */
function tokenBlocks({ tokenVolume }: SimulatedPod, time: number): Block[] {
  return tokenVolume === null
    ? []
    : [{ ...fsBlock(time, TOKEN_FILE_SYSTEM, { bytes: 12_288, inodes: 9 }), name: tokenVolume }];
}

function figuresOf(memory: MemoryAmount): MemoryFigures {
  return {
    usageBytes: usageBytes(memory),
    workingSetBytes: workingSetBytes(memory),
    anonymousBytes: memory.anonymousBytes,
  };
}

/** A pod's cgroup has a limit when each of its containers has one. */
function podLimit(pod: SimulatedPod): Pick<MemoryFigures, "limitBytes"> {
  const limits = pod.plan.containers.map(({ limits }) => limits?.memory);
  if (limits.some((limit) => limit === undefined)) return {};
  return { limitBytes: limits.reduce((sum, limit) => sum + parseMemory(limit ?? "0"), 0) };
}
