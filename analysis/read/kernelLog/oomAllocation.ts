/**
 * The allocation for which the kernel ran out of memory, as `invoked oom-killer: …` says it: how
 * many pages in a row, of which kind, and on which NUMA nodes.
 */

export interface LoggedAllocation {
  /** The name of the task that asked for memory. */
  readonly name: string;
  pid: number | null;
  readonly oomScoreAdj: number | null;
  /** It asked for 2^order pages in a row; -1 is a kill that SysRq asked for. */
  readonly order: number | null;
  /** The mask as printed, such as `0xcc0`. */
  readonly gfpMask: string | null;
  /** Names of the mask's flags, which kernels since 4.6 print; of others, those that are known. */
  readonly gfpFlags: readonly string[];
  /** The NUMA nodes of a memory policy, which kernels from 4.11 to 4.20 print here. */
  readonly nodemask: string | null;
  /** The first release that writes the line so; null where that is not known. */
  readonly since: string | null;
}

const INVOKED = /(?:^|\s)(\S.{0,40}?) invoked oom-killer: (.{0,600})/;
const ADJUSTMENT = /oom_(?:score_)?adj=(-?\d{1,5})/;
const ORDER = /order=(-?\d{1,3})/;
const MASK = /gfp_mask=(0x[0-9a-f]{1,8})(?:\(([\w|]{0,300})\))?/;
/** The first release with a nodemask in the line; those since 5.0 have it in another one. */
export const NODES_IN_FIRST_LINE = "4.11";
/** What later releases put into the line. */
const SINCE: readonly (readonly [RegExp, string])[] = [
  [/nodemask=/, NODES_IN_FIRST_LINE],
  [/gfp_mask=0x[0-9a-f]{1,8}\(/, "4.6"],
];
const NODEMASK = /nodemask=(\d[\d,-]{0,100}?)(?=,?\s|,[a-z]|$)/;

/** Null for another line. */
export function allocationOf(text: string): LoggedAllocation | null {
  const [, name, written = ""] = INVOKED.exec(text) ?? [];
  if (name === undefined) return null;
  const [, mask = null, flags] = MASK.exec(written) ?? [];
  return {
    name,
    pid: null,
    oomScoreAdj: numberIn(ADJUSTMENT, written),
    order: numberIn(ORDER, written),
    gfpMask: mask,
    gfpFlags:
      flags?.split("|").filter((flag) => flag !== "") ??
      (mask === null ? [] : flagsOf(Number.parseInt(mask, 16))),
    nodemask: NODEMASK.exec(written)?.[1] ?? null,
    since: SINCE.find(([pattern]) => pattern.test(written))?.[1] ?? null,
  };
}

/** The allocation of a report whose first line is missing: the stack names the task alone. */
export function taskOnly(name: string, pid: number): LoggedAllocation {
  return {
    ...{ name, pid, oomScoreAdj: null, order: null, gfpMask: null, gfpFlags: [] },
    ...{ nodemask: null, since: null },
  };
}

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Kernels before 4.6 print a number alone. Of its bits these were the same from 3.0 to 4.5; the
 * others moved, and are left out.
 */
const IO_AND_FS = 0xc0;
const HARDWALL = 0x20000;
const HIGHMEM = 0x02;
const MOVABLE = 0x08;
const MODIFIERS: readonly (readonly [bit: number, flag: string])[] = [
  [0x01, "GFP_DMA"],
  [0x04, "GFP_DMA32"],
  [0x100, "__GFP_COLD"],
  [0x8000, "__GFP_ZERO"],
];

function flagsOf(mask: number): readonly string[] {
  const modifiers = MODIFIERS.filter(([bit]) => (mask & bit) !== 0).map(([, flag]) => flag);
  return [kindOf(mask), ...modifiers];
}

function kindOf(mask: number): string {
  if ((mask & IO_AND_FS) === 0) return "GFP_NOIO";
  if ((mask & IO_AND_FS) !== IO_AND_FS) return "GFP_NOFS";
  if ((mask & HARDWALL) === 0) return "GFP_KERNEL";
  if ((mask & HIGHMEM) === 0) return "GFP_USER";
  return (mask & MOVABLE) === 0 ? "GFP_HIGHUSER" : "GFP_HIGHUSER_MOVABLE";
}
