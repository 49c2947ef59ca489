/** What order and gfp_mask mean. */
import { describe, expect, it } from "vitest";
import { allocationSentences } from "../../../../analysis/questions/oom/allocationWords.ts";
import { analyzedKillsOf } from "../../../oom/module.ts";

function sentences(mask: string, more = "order=0, oom_score_adj=0", after = ""): string {
  const text =
    `a invoked oom-killer: gfp_mask=${mask}, ${more}\n${after}\n9 pages RAM\n` +
    "Out of memory: Killed process 7 (a)";
  const [kill] = analyzedKillsOf(text);
  return kill === undefined ? "" : allocationSentences(kill).join(" ");
}

describe("an allocation", () => {
  it.each([
    ["0x140dca(GFP_HIGHUSER_MOVABLE|__GFP_COMP|__GFP_ZERO)", "memory of a process or page cache"],
    ["0xcc0(GFP_KERNEL)", "memory of the kernel itself"],
    ["0x400dc0(GFP_KERNEL_ACCOUNT|__GFP_ZERO)", "charged to the task's cgroup"],
    ["0xd0", "gfp_mask 0xd0 GFP_KERNEL): memory of the kernel itself"],
    ["0x201da", "gfp_mask 0x201da GFP_HIGHUSER_MOVABLE __GFP_COLD)"],
    ["0x280da", "gfp_mask 0x280da GFP_HIGHUSER_MOVABLE __GFP_ZERO)"],
    ["0x200d2", "gfp_mask 0x200d2 GFP_HIGHUSER): memory for a process"],
    ["0x200d0", "gfp_mask 0x200d0 GFP_USER)"],
    ["0x50", "without file systems to free some"],
    ["0x10", "without any I/O to free some"],
    ["0xd4", "in the zone DMA32, below 4 GiB"],
    ["0xcc1(GFP_KERNEL|GFP_DMA)", "in the zone DMA, the lowest memory"],
    ["0x240cc0(GFP_KERNEL|__GFP_THISNODE)", "on one NUMA node"],
  ])("with the mask %s is explained", (mask, words) => {
    expect(sentences(mask)).toContain(words);
  });

  it("of a page has its size", () => {
    expect(sentences("0xcc0(GFP_KERNEL)")).toContain("a asked for a page, 4Ki (order 0,");
  });

  it("of a page fault has no size", () => {
    expect(sentences("0x0()")).toBe(
      "A page fault of a failed (gfp_mask 0x0): the machine, or a cgroup at its limit of kernel " +
        "memory, had none for it.",
    );
  });

  it("of several pages in a row says that free memory may not do", () => {
    const free = " free:262144 free_pcp:73 free_cma:0";
    const words = sentences("0xcc0(GFP_KERNEL)", "order=3, oom_score_adj=0", free);
    expect(words).toContain("8 pages in a row, 32Ki (order 3,");
    expect(words).toContain("fragmentation). 1Gi was free then.");
  });

  it("names who asked where the line is cut before its size", () => {
    const [kill] = analyzedKillsOf("a invoked oom-killer: gfp_mask=0xcc0(GFP_KER");
    expect(kill === undefined ? [] : allocationSentences(kill)).toEqual(["a asked for memory."]);
  });

  it("is none where SysRq asked for the kill", () => {
    expect(sentences("0xcc0(GFP_KERNEL)", "order=-1, oom_score_adj=0")).toBe("");
  });

  it("in a memory cgroup has no kind, as GFP_KERNEL is charged for any", () => {
    const words = sentences(
      "0xcc0(GFP_KERNEL)",
      "order=0, oom_score_adj=0",
      "mem_cgroup_out_of_memory+0x1",
    );
    expect(words).toBe("a asked for a page, 4Ki (order 0, gfp_mask 0xcc0 GFP_KERNEL).");
  });
});
