import { join } from "node:path";
import { capacityWithoutHugePages } from "../../../analysis/read/memory/hugePages.ts";
import { readAmount, readKilobytes, readTable } from "./files.ts";
import type { Hierarchy } from "./hierarchies.ts";

/** Bytes of one cgroup. */
export interface CgroupMemory {
  readonly usageBytes: bigint;
  /** Usage without the page cache that can be dropped at once; never below 0. Spec 8.1. */
  readonly workingSetBytes: bigint;
  readonly rssBytes: bigint;
  /** Null when there is no limit. */
  readonly limitBytes: bigint | null;
  /** What the kernel keeps for the cgroup under pressure; 0 when nothing is asked for. */
  readonly requestBytes: bigint;
}

/** The names of the two versions of cgroups for the same things. */
const FILES = {
  1: {
    usage: "memory.usage_in_bytes",
    limit: "memory.limit_in_bytes",
    requests: ["memory.soft_limit_in_bytes"],
    rss: "total_rss",
    file: "total_cache",
    inactiveFile: "total_inactive_file",
  },
  2: {
    usage: "memory.current",
    limit: "memory.max",
    requests: ["memory.min", "memory.low"],
    rss: "anon",
    file: "file",
    inactiveFile: "inactive_file",
  },
} as const;

/** Above it an amount means "no limit"; not 2^63, because the kernel rounds. Spec 1.4. */
const AMOUNT_MAX = 2n ** 62n;

/** Null when the cgroup has no memory controller, or has gone. */
export function cgroupMemory(hierarchy: Hierarchy, path: string): CgroupMemory | null {
  const directory = join(hierarchy.root, path);
  const files = FILES[hierarchy.version];
  const usageBytes = readAmount(join(directory, files.usage));
  const stat = readTable(join(directory, "memory.stat"));
  if (usageBytes === null || stat === null) return null;
  const requests = files.requests.map((file) => bounded(readAmount(join(directory, file))) ?? 0n);
  return {
    usageBytes,
    workingSetBytes: without(usageBytes, stat.get(files.inactiveFile)),
    rssBytes: stat.get(files.rss) ?? 0n,
    limitBytes: bounded(readAmount(join(directory, files.limit))),
    requestBytes: requests.reduce((most, each) => (each > most ? each : most), 0n),
  };
}

/**
 * The whole machine, as the kubelet sees it: the root cgroup's usage, and the machine's memory for
 * a limit, without its huge pages where the kubelet leaves them out. The root of cgroup v2 reports
 * no usage; there it is anonymous plus file memory, and without any memory controller the same two
 * sums are in /proc/meminfo.
 */
export function rootMemory(
  hierarchy: Hierarchy | null,
  procRoot: string,
  leavesOut = false,
): CgroupMemory | null {
  const meminfo = readKilobytes(join(procRoot, "meminfo"));
  const capacity = meminfo?.get("MemTotal");
  if (meminfo === null || capacity === undefined) return null;
  const { usageBytes, inactiveFileBytes, rssBytes } =
    (hierarchy === null ? null : rootUsage(hierarchy)) ?? usageOf(meminfo);
  const workingSetBytes = without(usageBytes, inactiveFileBytes);
  const hugePages = leavesOut ? (meminfo.get("Hugetlb") ?? 0n) : 0n;
  const limitBytes = capacityWithoutHugePages(capacity, workingSetBytes, hugePages);
  return { usageBytes, workingSetBytes, rssBytes, limitBytes, requestBytes: 0n };
}

interface Usage {
  readonly usageBytes: bigint;
  readonly inactiveFileBytes: bigint;
  readonly rssBytes: bigint;
}

function rootUsage({ root, version }: Hierarchy): Usage | null {
  const files = FILES[version];
  const stat = readTable(join(root, "memory.stat"));
  const rssBytes = stat?.get(files.rss);
  const fileBytes = stat?.get(files.file);
  if (rssBytes === undefined || fileBytes === undefined) return null;
  const usageBytes = readAmount(join(root, files.usage)) ?? rssBytes + fileBytes;
  return { usageBytes, inactiveFileBytes: stat?.get(files.inactiveFile) ?? 0n, rssBytes };
}

/** The kernel's counters behind `anon` and `file`, under the names they have in /proc/meminfo. */
function usageOf(meminfo: ReadonlyMap<string, bigint>): Usage {
  const sumOf = (...names: readonly string[]) =>
    names.reduce((sum, name) => sum + (meminfo.get(name) ?? 0n), 0n);
  return {
    usageBytes: sumOf("AnonPages", "Cached", "Buffers", "SwapCached"),
    inactiveFileBytes: sumOf("Inactive(file)"),
    rssBytes: sumOf("AnonPages"),
  };
}

function bounded(amount: bigint | null): bigint | null {
  return amount === null || amount > AMOUNT_MAX ? null : amount;
}

function without(usageBytes: bigint, inactiveFileBytes = 0n): bigint {
  return usageBytes < inactiveFileBytes ? 0n : usageBytes - inactiveFileBytes;
}
