import type { FileSystemReading } from "../simulation/fileSystem.ts";
import type { FilesAmount } from "../simulation/pod.ts";

/** Blocks of a Summary, members in the order in which a kubelet 1.35 writes them. */
type Block = Readonly<Record<string, unknown>>;

/** RFC 3339 in whole seconds, as every time in a Summary. */
export function seconds(time: number): string {
  return new Date(time - (time % 1000)).toISOString().replace(".000Z", "Z");
}

const QUIET = { total: 0, avg10: 0, avg60: 0, avg300: 0 };

/** Pressure stall information: microseconds stalled in all, and per cent of the last seconds. */
function pressure(totalMicroseconds: number, hundredths: number): Block {
  const stall = (total: number, share: number) =>
    total === 0
      ? QUIET
      : { total, avg10: share / 100, avg60: Math.trunc(share / 2) / 100, avg300: 0 };
  return {
    full: stall(totalMicroseconds - (totalMicroseconds >> 4), hundredths),
    some: stall(totalMicroseconds, hundredths),
  };
}

export function cpuBlock(time: number, nanoCores: number, nanoSeconds: number): Block {
  return {
    time: seconds(time),
    usageNanoCores: nanoCores,
    usageCoreNanoSeconds: nanoSeconds,
    psi: pressure(Math.trunc(nanoSeconds / 40_000), Math.trunc(nanoCores / 4_000_000)),
  };
}

export interface MemoryFigures {
  /** Absent for a cgroup without a limit. */
  readonly limitBytes?: number;
  readonly usageBytes: number;
  readonly workingSetBytes: number;
  readonly anonymousBytes: number;
}

export function memoryBlock(time: number, figures: MemoryFigures): Block {
  const { limitBytes, usageBytes, workingSetBytes, anonymousBytes } = figures;
  return {
    time: seconds(time),
    ...(limitBytes === undefined ? {} : { availableBytes: limitBytes - workingSetBytes }),
    usageBytes,
    workingSetBytes,
    rssBytes: anonymousBytes,
    pageFaults: Math.trunc(usageBytes / 3072),
    majorPageFaults: Math.trunc(usageBytes / 0x10000000),
    psi: pressure(0, 0),
  };
}

export function ioBlock(time: number, nanoSeconds: number): Block {
  return { time: seconds(time), psi: pressure(Math.trunc(nanoSeconds / 9_000_000), 0) };
}

export function swapBlock(time: number, availableBytes?: number): Block {
  return {
    time: seconds(time),
    ...(availableBytes === undefined ? {} : { swapAvailableBytes: availableBytes }),
    swapUsageBytes: 0,
  };
}

/** The usage of a file system, and what is available on the whole of it. */
export function fsBlock(
  time: number,
  system: Omit<FileSystemReading, "images">,
  used: FilesAmount,
): Block {
  return {
    time: seconds(time),
    availableBytes: system.availableBytes,
    capacityBytes: system.capacityBytes,
    usedBytes: used.bytes,
    inodesFree: system.inodesFree,
    inodes: system.inodes,
    inodesUsed: used.inodes,
  };
}

const INTERFACES = ["tunl0", "eth0"];

/** Bytes both ways follow from how long the interface has been up. */
export function networkBlock(time: number, upSeconds: number, bytesPerSecond: number): Block {
  const traffic = (name: string) => ({
    name,
    rxBytes: name === "eth0" ? upSeconds * bytesPerSecond + 446 : 0,
    rxErrors: 0,
    txBytes: name === "eth0" ? upSeconds * (bytesPerSecond >> 1) + 796 : 0,
    txErrors: 0,
  });
  return { time: seconds(time), ...traffic("eth0"), interfaces: INTERFACES.map(traffic) };
}
