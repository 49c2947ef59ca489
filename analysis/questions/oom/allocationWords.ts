/** What the task asked for when memory ran out, in words. */
import type { LoggedAllocation } from "../../read/kernelLog/oomAllocation.ts";
import { formatBytes, plural } from "../../text/amount.ts";
import type { OomCause } from "./cause.ts";

/** What an allocation is for: the first of these flags that its mask has. */
const KINDS: readonly (readonly [flag: string, kind: string])[] = [
  ["GFP_TRANSHUGE", "a transparent huge page"],
  ["GFP_TRANSHUGE_LIGHT", "a transparent huge page"],
  ["GFP_HIGHUSER_MOVABLE", "memory of a process or page cache"],
  ["GFP_HIGHUSER", "memory for a process"],
  ["GFP_USER", "memory for a process"],
  ["GFP_KERNEL_ACCOUNT", "memory of the kernel, charged to the task's cgroup"],
  ["GFP_KERNEL", "memory of the kernel itself"],
  ["GFP_NOFS", "memory of the kernel, without file systems to free some"],
  ["GFP_NOIO", "memory of the kernel, without any I/O to free some"],
];

/** Flags that say where the memory has to be, or that it has to come. */
const DEMANDS: readonly (readonly [flag: string, sentence: string])[] = [
  ["GFP_DMA", "It has to be in the zone DMA, the lowest memory (GFP_DMA)."],
  ["GFP_DMA32", "It has to be in the zone DMA32, below 4 GiB (GFP_DMA32)."],
  ["__GFP_THISNODE", "It has to be on one NUMA node (__GFP_THISNODE)."],
  ["__GFP_NOFAIL", "The kernel tries until it succeeds (__GFP_NOFAIL)."],
];

/** Whether pagefault_out_of_memory asked: it knows neither the size nor the limit that failed. */
export function isOfPageFault({ gfpMask }: Pick<LoggedAllocation, "gfpMask">): boolean {
  return gfpMask !== null && Number(gfpMask) === 0;
}

export interface AskedAllocation {
  readonly allocation?: Omit<LoggedAllocation, "nodemask" | "since">;
  readonly cause: OomCause;
  readonly isOutOfMemory?: true;
  readonly pageBytes: number;
  readonly freePages?: number;
}

/** A sentence for what was asked, and one for each thing that makes it hard to have. */
export function allocationSentences({
  allocation,
  cause,
  isOutOfMemory,
  pageBytes,
  freePages,
}: AskedAllocation): readonly string[] {
  if (allocation === undefined || cause === "sysrq") return [];
  const { name, pid, order, gfpMask, gfpFlags } = allocation;
  const task = pid === null ? name : `${name} (pid ${pid})`;
  if (order === null) return [`${task} asked for memory.`];
  if (order < 0) return [];
  if (isOfPageFault(allocation)) {
    return [
      `A page fault of ${task} failed (gfp_mask ${gfpMask}): the machine, or a cgroup at its ` +
        "limit of kernel memory, had none for it.",
    ];
  }
  const pages = 2 ** order;
  const size = pages === 1 ? "a page" : `${plural(pages, "page")} in a row`;
  const mask = gfpMask === null ? "" : `, gfp_mask ${[gfpMask, ...gfpFlags].join(" ")}`;
  const bytes = formatBytes(pages * pageBytes);
  const asked = `${task} asked for ${size}, ${bytes} (order ${order}${mask})`;
  // The kernel charges a cgroup with GFP_KERNEL for any memory, so the mask shows no kind.
  if (cause === "cgroup" || (cause === "unknown" && isOutOfMemory !== true)) return [`${asked}.`];
  const kind = KINDS.find(([flag]) => gfpFlags.includes(flag))?.[1];
  const free =
    freePages === undefined ? "" : ` ${formatBytes(freePages * pageBytes)} was free then.`;
  return [
    `${asked}${kind === undefined ? "" : `: ${kind}`}.`,
    ...(order === 0
      ? []
      : [`Pages in a row can be missing while single pages are free (fragmentation).${free}`]),
    ...DEMANDS.flatMap(([flag, sentence]) => (gfpFlags.includes(flag) ? [sentence] : [])),
  ];
}
