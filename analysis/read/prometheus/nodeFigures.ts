/** The node's part of a Summary: for each figure the best series that there is. */

import type { Layout } from "../capture/capture.ts";
import type { MissingWord } from "../capture/missing.ts";
import { capacityWithoutHugePages, leavesOutHugePages } from "../memory/hugePages.ts";
import type { Origin, OriginRow } from "./origins.ts";
import type { KeptSeries, SeriesStore } from "./store.ts";
import { type Sample, type Track, timeText } from "./track.ts";

/** Where a kubelet and its runtime keep their files. */
export interface Directories {
  readonly rootDirectory: string;
  /** Several are tried; the deepest mount point below one of them counts. */
  readonly imageDirectories: readonly string[];
}

export const DIRECTORIES: Directories = {
  rootDirectory: "/var/lib/kubelet",
  imageDirectories: ["/var/lib/containerd", "/var/lib/containers", "/var/lib/docker"],
};

type Stats = Readonly<Record<string, unknown>>;

/** A part of a Summary at a time; null when no sample of it holds then. */
export type Reader = (time: number, interval: number) => Stats | null;

/** A part of a Summary, how it is read, and what is to be said of it. */
interface Part {
  readonly read: Reader;
  readonly track: Track;
  readonly origins: readonly OriginRow[];
}

export interface NodeFigures {
  /** Its samples are the moments of the capture. */
  readonly clock: Track | null;
  readonly memory: Part | null;
  readonly pods: Part | null;
  readonly nodeFs: Part | null;
  readonly imageFs: Part | null;
  readonly processes: Part | null;
  readonly layout: Layout | null;
  readonly missing: readonly MissingWord[];
  readonly notes: readonly string[];
}

export function nodeFigures(store: SeriesStore, directories: Directories): NodeFigures {
  const memory = measuredMemory(store) ?? kernelMemory(store);
  const pods = podsMemory(store);
  const { nodeFs, imageFs, layout } = fileSystems(store, directories);
  const processes = processFigures(store);
  const parts = [memory, nodeFs, imageFs, processes];
  const missing: [MissingWord, Part | null][] = [
    ["nodeMemory", memory],
    ["allocatableMemory", pods],
    ["nodeFs", nodeFs],
    ["imageFs", imageFs],
    ["processes", processes],
  ];
  return {
    clock: parts.find((part) => part !== null)?.track ?? null,
    memory,
    pods,
    nodeFs,
    imageFs,
    processes,
    layout,
    missing: missing.filter(([, part]) => part === null).map(([word]) => word),
    notes: memory?.track === kernelTrack(store) && memory !== null ? [KERNEL_NOTE] : [],
  };
}

const KERNEL_NOTE =
  'No series has the working set of the node (kube-prometheus-stack drops id="/"): the ' +
  "kernel's MemAvailable is used instead. It includes memory that a kubelet does not " +
  "count as available, and is usually larger.";

const MEMORY = "node.memory";

export function onlyTrack(series: readonly KeptSeries[]): Track | null {
  return series.find(({ track }) => track.size > 0)?.track ?? null;
}

function row(member: string, origin: Origin, from: string): OriginRow {
  return { member, origin, from };
}

/** A Summary has unsigned numbers; one below zero is written as the kubelet would. Spec 1.2.2. */
function unsigned(value: number): number | UnsignedText {
  return value >= 0 ? value : `u64:${BigInt.asUintN(64, BigInt(Math.round(value)))}`;
}

/** A number with more digits than a double has, until it is written. */
type UnsignedText = `u64:${string}`;

export function writtenStats(stats: Stats): string {
  return JSON.stringify(stats).replace(/"u64:(\d+)"/g, "$1");
}

function ofCgroup(store: SeriesStore, level: "root" | "pods", metric: string): Track | null {
  return onlyTrack(store.of(metric).filter(({ cgroup }) => cgroup?.level === level));
}

/** What the memory in use consists of: shown, and in no decision. */
function memoryUse(store: SeriesStore, level: "root" | "pods"): UseOfMemory {
  const usage = ofCgroup(store, level, "container_memory_usage_bytes");
  const rss = ofCgroup(store, level, "container_memory_rss");
  return (time, interval) => ({
    ...optional("usageBytes", usage?.at(time, interval) ?? null),
    ...optional("rssBytes", rss?.at(time, interval) ?? null),
  });
}

type UseOfMemory = (time: number, interval: number) => Stats;

function capacityOf(store: SeriesStore): { track: Track; from: string } | null {
  const memory = store
    .of("kube_node_status_capacity")
    .filter(({ labels }) => labels.resource === "memory");
  const choices = [
    ["machine_memory_bytes", store.of("machine_memory_bytes")],
    ['kube_node_status_capacity{resource="memory"}', memory],
    ["node_memory_MemTotal_bytes", store.of("node_memory_MemTotal_bytes")],
  ] as const;
  for (const [from, series] of choices) {
    const track = onlyTrack(series);
    if (track !== null) return { track, from };
  }
  return null;
}

/** What the kubelet takes from its available memory for huge pages. */
function hugePagesOf(store: SeriesStore): bigint {
  const version = store.of("kube_node_info").at(-1)?.labels.kubelet_version ?? "";
  if (!leavesOutHugePages(version)) return 0n;
  return store
    .of("kube_node_status_capacity")
    .filter(({ labels }) => /^hugepages[-_]/.test(labels.resource ?? ""))
    .reduce((sum, { track }) => sum + whole(track.last?.value ?? 0), 0n);
}

function whole(bytes: number): bigint {
  return BigInt(Math.round(bytes));
}

function measuredMemory(store: SeriesStore): Part | null {
  const root = ofCgroup(store, "root", "container_memory_working_set_bytes");
  const use = memoryUse(store, "root");
  const track = root ?? onlyTrack(store.of("node_memory_working_set_bytes"));
  const capacity = capacityOf(store);
  if (track === null || capacity === null) return null;
  const from =
    root === null ? "node_memory_working_set_bytes" : 'container_memory_working_set_bytes{id="/"}';
  const hugePages = hugePagesOf(store);
  return {
    track,
    read: (time, interval) => {
      const workingSet = track.at(time, interval);
      const all = capacity.track.nearest(time);
      if (workingSet === null || all === null) return null;
      const used = whole(workingSet.value);
      const usable = capacityWithoutHugePages(whole(all.value), used, hugePages);
      return {
        time: timeText(workingSet),
        availableBytes: unsigned(Number(usable - used)),
        workingSetBytes: workingSet.value,
        ...use(time, interval),
      };
    },
    origins: [
      row(`${MEMORY}.workingSetBytes`, "measured", from),
      row(
        `${MEMORY}.availableBytes`,
        "derived",
        `${capacity.from} minus ${from}${hugePages === 0n ? "" : " and huge pages"}`,
      ),
    ],
  };
}

function kernelTrack(store: SeriesStore): Track | null {
  return onlyTrack(store.of("node_memory_MemAvailable_bytes"));
}

/** What the kernel says is available; a kubelet would say something else. */
function kernelMemory(store: SeriesStore): Part | null {
  const track = kernelTrack(store);
  const capacity = capacityOf(store);
  if (track === null || capacity === null) return null;
  const from = "node_memory_MemAvailable_bytes";
  return {
    track,
    read: (time, interval) => {
      const available = track.at(time, interval);
      const whole = capacity.track.nearest(time);
      if (available === null || whole === null) return null;
      return {
        time: timeText(available),
        availableBytes: available.value,
        workingSetBytes: unsigned(whole.value - available.value),
      };
    },
    origins: [
      row(`${MEMORY}.availableBytes`, "derived", `${from}, the kernel's estimate`),
      row(`${MEMORY}.workingSetBytes`, "derived", `${capacity.from} minus ${from}`),
    ],
  };
}

/** The cgroup of all pods, whose limit is what the node can give them. */
function podsMemory(store: SeriesStore): Part | null {
  const track = ofCgroup(store, "pods", "container_memory_working_set_bytes");
  const limit = ofCgroup(store, "pods", "container_spec_memory_limit_bytes");
  const use = memoryUse(store, "pods");
  // A cgroup without a limit says 0.
  if (track === null || limit === null || limit.last?.value === 0) return null;
  const from = 'container_memory_working_set_bytes{id="/kubepods…"}';
  const whole = 'container_spec_memory_limit_bytes{id="/kubepods…"}';
  const member = 'node.systemContainers["pods"].memory';
  return {
    track,
    read: (time, interval) => {
      const workingSet = track.at(time, interval);
      const most = limit.nearest(time);
      if (workingSet === null || most === null) return null;
      return {
        time: timeText(workingSet),
        availableBytes: unsigned(most.value - workingSet.value),
        workingSetBytes: workingSet.value,
        ...use(time, interval),
      };
    },
    origins: [
      row(`${member}.workingSetBytes`, "measured", from),
      row(`${member}.availableBytes`, "derived", `${whole} minus ${from}`),
    ],
  };
}

interface FileSystems {
  readonly nodeFs: Part | null;
  readonly imageFs: Part | null;
  readonly layout: Layout | null;
}

function fileSystems(store: SeriesStore, directories: Directories): FileSystems {
  const { rootDirectory, imageDirectories } = directories;
  const mounts = mountPoints(store);
  const nodeMount = mountOf(rootDirectory, mounts);
  const imageMounts = imageDirectories.map((directory) => mountOf(directory, mounts) ?? "");
  const imageMount = imageMounts.reduce((deepest, mount) =>
    mount.length > deepest.length ? mount : deepest,
  );
  if (nodeMount !== null && imageMount !== "") {
    const isSingle = nodeMount === imageMount;
    const nodeFs = mounted(store, nodeMount, "node.fs", `the mount of ${rootDirectory}`);
    const why = isSingle ? "the same mount" : `the mount of ${imageDirectories.join(" or ")}`;
    const imageFs = mounted(store, imageMount, "node.runtime.imageFs", why);
    const layout = { dedicatedImageFs: !isSingle, splitContainerFs: false };
    return { nodeFs, imageFs, layout };
  }
  return rootDevice(store);
}

/** node-exporter in a container sees the node's file systems below one of these. */
const ROOTFS = /^\/(?:rootfs|host\/root|host)(?=\/|$)/;

function mountPoints(store: SeriesStore): ReadonlySet<string> {
  const series = store.of("node_filesystem_size_bytes").filter(({ track }) => track.size > 0);
  return new Set(series.map(({ labels }) => labels.mountpoint ?? ""));
}

function nodePath(mountpoint: string): string {
  const path = mountpoint.replace(ROOTFS, "");
  return path === "" ? "/" : path;
}

function mountOf(directory: string, mounts: ReadonlySet<string>): string | null {
  let deepest: string | null = null;
  for (const mount of [...mounts].sort()) {
    const path = nodePath(mount);
    const holds = path === "/" || directory === path || directory.startsWith(`${path}/`);
    if (holds && (deepest === null || path.length > nodePath(deepest).length)) deepest = mount;
  }
  return deepest;
}

function mounted(store: SeriesStore, mount: string, member: string, why: string): Part | null {
  const at = (metric: string) =>
    onlyTrack(store.of(metric).filter(({ labels }) => labels.mountpoint === mount));
  const available = at("node_filesystem_avail_bytes");
  const size = at("node_filesystem_size_bytes");
  if (available === null || size === null) return null;
  const free = at("node_filesystem_files_free");
  const files = at("node_filesystem_files");
  const where = `{mountpoint="${mount}"}, ${why}`;
  return {
    track: available,
    read: (time, interval) => {
      const bytes = available.at(time, interval);
      if (bytes === null) return null;
      const inodes = free?.at(time, interval) ?? null;
      return {
        time: timeText(bytes),
        availableBytes: bytes.value,
        ...optional("capacityBytes", size.nearest(time)),
        ...optional("inodesFree", inodes),
        ...(inodes === null ? {} : optional("inodes", files?.nearest(time) ?? null)),
      };
    },
    origins: [
      row(`${member}.availableBytes`, "derived", `node_filesystem_avail_bytes${where}`),
      row(`${member}.capacityBytes`, "derived", `node_filesystem_size_bytes${where}`),
      ...(free === null
        ? []
        : [
            row(`${member}.inodesFree`, "derived", `node_filesystem_files_free${where}`),
            row(`${member}.inodes`, "derived", `node_filesystem_files${where}`),
          ]),
    ],
  };
}

function optional(member: string, sample: Sample | null): Stats {
  return sample === null ? {} : { [member]: sample.value };
}

/** The only disk that cAdvisor shows on the node; which of two is whose, no label says. */
function rootDevice(store: SeriesStore): FileSystems {
  const isDisk = ({ cgroup, labels }: KeptSeries) =>
    cgroup?.level === "root" && /^\/dev\/(?!shm)/.test(labels.device ?? "");
  const limits = store.of("container_fs_limit_bytes").filter(isDisk);
  const [limit] = limits;
  if (limit === undefined || limits.length > 1) return NO_FILE_SYSTEMS;
  const { device = "" } = limit.labels;
  const at = (metric: string) =>
    onlyTrack(store.of(metric).filter((kept) => isDisk(kept) && kept.labels.device === device));
  const [usage, free, all] = [
    at("container_fs_usage_bytes"),
    at("container_fs_inodes_free"),
    at("container_fs_inodes_total"),
  ];
  if (usage === null) return NO_FILE_SYSTEMS;
  const read: Reader = (time, interval) => {
    const used = usage.at(time, interval);
    const whole = limit.track.nearest(time);
    if (used === null || whole === null) return null;
    const inodes = free?.at(time, interval) ?? null;
    return {
      time: timeText(used),
      availableBytes: Math.max(0, whole.value - used.value),
      capacityBytes: whole.value,
      ...optional("inodesFree", inodes),
      ...(inodes === null ? {} : optional("inodes", all?.nearest(time) ?? null)),
    };
  };
  const part = (member: string): Part => ({
    track: usage,
    read,
    origins: ofDevice(member, device),
  });
  return {
    nodeFs: part("node.fs"),
    imageFs: part("node.runtime.imageFs"),
    layout: { dedicatedImageFs: false, splitContainerFs: false },
  };
}

const NO_FILE_SYSTEMS: FileSystems = { nodeFs: null, imageFs: null, layout: null };

function ofDevice(member: string, device: string): readonly OriginRow[] {
  const where = `{id="/",device="${device}"}, the only disk`;
  return [
    row(
      `${member}.availableBytes`,
      "derived",
      `container_fs_limit_bytes minus container_fs_usage_bytes${where}; root's blocks count`,
    ),
    row(`${member}.capacityBytes`, "derived", `container_fs_limit_bytes${where}`),
    row(`${member}.inodesFree`, "derived", `container_fs_inodes_free${where}`),
  ];
}

/** A kubelet's limit is the lower one of the kernel's two, and it counts threads. */
function processFigures(store: SeriesStore): Part | null {
  const track = onlyTrack(store.of("node_processes_threads"));
  const names = ["node_processes_max_processes", "node_processes_max_threads"];
  const limits = names.flatMap((metric) => {
    const found = onlyTrack(store.of(metric));
    return found === null ? [] : [{ metric, track: found }];
  });
  if (track === null || limits.length === 0) return null;
  return {
    track,
    read: (time, interval) => {
      const threads = track.at(time, interval);
      const most = limits.map((limit) => limit.track.nearest(time)?.value ?? Infinity);
      if (threads === null) return null;
      return { time: timeText(threads), maxpid: Math.min(...most), curproc: threads.value };
    },
    origins: [
      row("node.rlimit.curproc", "derived", "node_processes_threads"),
      row("node.rlimit.maxpid", "derived", `min(${limits.map(({ metric }) => metric).join(", ")})`),
    ],
  };
}
