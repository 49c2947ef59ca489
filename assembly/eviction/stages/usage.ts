/** What of a pod's disk usage a signal measures. Spec 4.3. */
import { addInt128, Int128, setInt128, setNano } from "../../base/arithmetic/int128.ts";
import { fileSystemOf, resourceOf } from "../../node/model/signal.ts";
import { FileSystem, Resource } from "../../node/model/signalTable.ts";
import {
  ContainerStats,
  containerStatsAt,
  PodStats,
  VolumeStats,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../../node/model/stats.ts";
import { volumeAt } from "../../node/model/volume.ts";
import { Layout, layoutInForce } from "./layout.ts";
import { isLimitedVolume, isLocalVolume } from "./localVolumes.ts";

/** Parts of a pod's usage, a bit each. Images are named by the kubelet, but count nothing. */
export enum Measure {
  Rootfs = 1,
  Logs = 2,
  Volumes = 4,
}

const ALL: u32 = Measure.Rootfs | Measure.Logs | Measure.Volumes;

/** Which parts a disk signal measures in the layout in force. */
export function measuresOf(signal: i32): u32 {
  const layout = layoutInForce();
  if (layout == Layout.Single || layout == Layout.Odd) return ALL;
  const fileSystem = fileSystemOf(signal);
  if (layout == Layout.Split) return fileSystem == FileSystem.ImageFs ? 0 : ALL;
  return fileSystem == FileSystem.NodeFs ? Measure.Logs | Measure.Volumes : Measure.Rootfs;
}

const addend: Int128 = changetype<Int128>(memory.data(16, 16));

/** Adds an amount as the kubelet converts it: uint64 → int64 by reinterpretation. */
function add(target: Int128, amount: u64): void {
  setNano(addend, i64(amount));
  addInt128(target, addend);
}

/** The pod's measured bytes or inodes, in nano-units. Missing amounts count nothing. */
export function diskUsage(target: Int128, stats: PodStats, signal: i32): void {
  const inodes = resourceOf(signal) == Resource.Inodes;
  const measures = measuresOf(signal);
  addContainers(target, stats, measures, inodes);
  if (measures & Measure.Volumes) addVolumes(target, stats, inodes);
}

/** What a pod's limit was compared with before 1.21, in nano-units; the hosts file aside. */
export function limitedUsage(target: Int128, stats: PodStats, withRootfs: bool): void {
  addContainers(target, stats, withRootfs ? ALL : Measure.Logs, false);
  const end = stats.firstVolume + stats.volumeCount;
  for (let index = stats.firstVolume; index < end; index++) {
    const entry = volumeStatsAt(index);
    if (isFirstOfVolume(entry) && isLimitedVolume(volumeAt(u32(entry.volume)))) {
      add(target, entry.usedBytes);
    }
  }
}

function addContainers(target: Int128, stats: PodStats, measures: u32, inodes: bool): void {
  setInt128(target, 0, 0);
  const end = stats.firstContainer + stats.containerCount;
  for (let index = stats.firstContainer; index < end; index++) {
    const container = containerStatsAt(index);
    if (measures & Measure.Rootfs) add(target, rootfsUsed(container, inodes));
    if (measures & Measure.Logs) add(target, logsUsed(container, inodes));
  }
}

function rootfsUsed(container: ContainerStats, inodes: bool): u64 {
  return inodes ? container.rootfsInodesUsed : container.rootfsUsedBytes;
}

function logsUsed(container: ContainerStats, inodes: bool): u64 {
  return inodes ? container.logsInodesUsed : container.logsUsedBytes;
}

function addVolumes(target: Int128, stats: PodStats, inodes: bool): void {
  const end = stats.firstVolume + stats.volumeCount;
  for (let index = stats.firstVolume; index < end; index++) {
    const entry = volumeStatsAt(index);
    if (isCountedVolume(entry)) add(target, inodes ? entry.inodesUsed : entry.usedBytes);
  }
}

/** A local volume of the spec, and the first stats entry of its name. */
export function isCountedVolume(entry: VolumeStats): bool {
  return isFirstOfVolume(entry) && isLocalVolume(volumeAt(u32(entry.volume)));
}

function isFirstOfVolume(entry: VolumeStats): bool {
  return entry.volume >= 0 && (entry.flags & VolumeStatsFlag.Repeated) == 0;
}
