/** Rules of the kernel's OOM killer. */
import type { Rule } from "./rule.ts";

export const OOM: readonly Rule[] = [
  {
    name: "page-tables",
    rule: "page tables count as use",
    file: "oom/stages/badness.ts",
    right: "task.rssPages + task.swapPages + task.pgtablesBytes / machine.pageBytes",
    wrong: "task.rssPages + task.swapPages",
  },
  {
    name: "swap",
    rule: "pages in swap count as use",
    file: "oom/stages/badness.ts",
    right: "task.rssPages + task.swapPages + task",
    wrong: "task.rssPages + task",
  },
  {
    name: "adjustment",
    rule: "oom_score_adj is a part of all memory, divided before it is multiplied",
    file: "oom/stages/badness.ts",
    right: "points += adjustment * pagesOfOne();",
    wrong: "points += (adjustment * machine.totalPages) / 1001;",
  },
  {
    name: "root",
    rule: "older kernels take three percent off a task of root",
    file: "oom/stages/badness.ts",
    right: "if (taskHas(task, TaskFlag.Root)) {",
    wrong: "if (false) {",
  },
  {
    name: "cgroup-total",
    rule: "in a memory cgroup all memory is its limit",
    file: "oom/stages/badness.ts",
    right: "if (!machineHas(MachineFlag.Memcg)) return",
    wrong: "if (true) return",
  },
];
