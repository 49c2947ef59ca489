import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { commandLine } from "./commandLine.ts";

interface Answer {
  readonly words: readonly string[];
  readonly title: RegExp;
  /** What is between the title and the first section. */
  readonly lead?: RegExp;
  /** What is assumed, after all sections. */
  readonly assumed?: RegExp;
  /** Titles of sections, in their order, and a sentence or the head of a table in each. */
  readonly sections: readonly (readonly [title: string | RegExp, content: RegExp])[];
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  drain: {
    words: ["drain", "worker-2", "--example", "budgets", "--ignore-daemonsets", "--force"],
    title: /^✖ worker-2 would not drain: /,
    sections: [
      [/^Fix in \d steps \(best of \d+ tried: /, /kubectl drain worker-2 --ignore/],
      ["kubectl evicts nothing", /cannot delete Pods with local storage.*data\/orders-1/],
      ["All fixes", /Each was verified by simulating the drain with it/],
      ["Warnings of kubectl", /ignoring DaemonSet-managed Pods: kube-system\/node-exporter/],
    ],
  },
  "schedule of a pod": {
    words: ["schedule", "--example", "shop", "shop/cart-1"],
    title: /^✖ shop\/cart-1 stays pending: none of 12 nodes can take it$/,
    sections: [
      ["Fixes (checked by scheduling again)", /Uncordon worker-3/],
      ["Fixes to try with --change", /--change 'uncordon worker-3'/],
      ["The scheduler's message", /^0\/12 nodes are available: 1 node\(s\) were unschedulable/],
      ["Nodes that cannot take it", /Insufficient memory NodeResourcesFit worker-1, worker-2/],
    ],
  },
  "schedule of all pods": {
    words: ["schedule", "--example", "shop"],
    title: /^✖ 6 pods pending: 2 are placed, 3 stay pending, 1 waits for its gates$/,
    sections: [
      ["Stay pending", /shop\/cart-1 0\/12 nodes are available: .* shop\/search-1 0\/12 nodes/],
      ["Gated", /research\/batch-1 waiting for scheduling gates/],
      ["Placed, in the order of the queue", /pod node of shop\/web-1 worker-5 5/],
    ],
  },
  "schedule with a change": {
    words: ["schedule", "--example", "shop", "--change", "cordon node/worker-1"],
    title: /^✖ With cordon node\/worker-1: 6 pods pending: /,
    sections: [["Changes", /shop\/web-1 worker-5 worker-6/]],
  },
  admit: {
    words: ["admit", "--example", "shop", "--node", "worker-1", "shop/cart-1"],
    title: /^✖ worker-1 would reject shop\/cart-1: OutOfmemory$/,
    lead: /Rejected: .* memory 20Gi 24\.6Gi 32Gi does not fit/,
    sections: [
      ["Fixes (checked by running admission again)", /Request at most 7552Mi of memory/],
      ["Status set by the kubelet", /^Failed, reason OutOfmemory: .* Event OutOfmemory: /],
      ["Caveats", /Not evaluated: Sysctls/],
    ],
  },
  "a kubelet's step in a simulation": {
    words: [
      ...["simulate", "explain", "--example", "eviction-loop"],
      ...["--at", "2m39s", "--node", "worker-1"],
    ],
    title: /^✖ shop\/cart-\S+ is evicted at /,
    sections: [
      ["Fixes (checked by running the decision again)", /Priority 2000000000 \(now 0\)/],
      ["Reason", /memory\.available is .*, below its hard threshold 500Mi/],
      ["Conditions", /MemoryPressure/],
      ["Eviction message of shop/cart-1", /The node was low on resource: memory/],
      ["Thresholds", /memory\.available<500Mi hard 500Mi 422Mi/],
      ["Ranking, first to be evicted at the top", /1 shop\/cart-1 yes 0 2\.59Gi 256Mi/],
      ["Usage of shop/cart-1", /cart container/],
      ["Node Allocatable", /memory/],
    ],
  },
  "oom of a node": {
    words: ["oom", "--example", "memory-leak"],
    title: /^! Out of memory, the kernel would kill report of batch\/report-cplsh$/,
    sections: [
      ["Fixes (checked by running the choice again)", /Request 175Mi of memory in a Burstable pod/],
      ["Why", /pages, the highest badness of 7 containers\..*After that: container coredns/],
      ["Kubelet or kernel", /The kubelet acts first: it evicts/],
    ],
    assumed: /Each container counts as one process/,
  },
  "oom of a log": {
    words: ["oom", "test/oom/dumps/ltp-5.8-memcg.txt"],
    title: /^✖ The kernel killed memcg_process \(pid 19289\): cgroup limit 132Ki$/,
    sections: [
      [
        "Fixes (checked by running the choice again)",
        /Limit of \/ltp_19257 above 132Ki: no kill at this moment/,
      ],
      [/: the kernel killed /, /Why .* Ranking, first to be killed at the top .* pid /],
    ],
  },
  diff: {
    words: "diff --example memory-leak --what-if --eviction-hard memory.available<500Mi".split(" "),
    title: /^! B spares no pod: it evicts shop\/cart-\S+ 2m earlier$/,
    lead: /B .*then --eviction-hard.* A B memory\.available hard 100Mi 500Mi/,
    sections: [
      [
        "Settings",
        /setting A B memory\.available hard 100Mi 500Mi .*imagefs\.inodesFree hard 5% -/,
      ],
      [
        "First difference: 2026-01-15 10:10:20 UTC, step 63",
        /^A nothing happens B memory\.available .*, under hard 500Mi .*evicts shop\/cart-/,
      ],
      ["All differing steps", /from step steps A B 10:10:20 63 \d+ quiet/],
      ["In all", /count A B pods evicted 1 1 evictions 1 1 MemoryPressure 5m 5m/],
    ],
  },
  sweep: {
    words: "sweep --example memory-leak --vary evictionHard.memory.available=100Mi,101%".split(" "),
    title: /^! The only valid configuration evicts 1 pod$/,
    lead: /pods evicted evictions MemoryPressure 100Mi 1 1 5m 101% - - - Kubelet/,
    sections: [],
  },
  check: {
    words: ["check", "--eviction-hard", "memory.available<500Mi"],
    title: /^! The kubelet starts with the flags: 1 warning$/,
    lead: /^kubelet flags · checked as kubelet 1\.37 warning the flags: evictionHard defaults-/,
    sections: [
      [
        "Thresholds in force",
        /^threshold kind minimum reclaim memory.available<500Mi hard .*last at least 5m/,
      ],
      ["Memory QoS", /^On, for kubelet 1\.37 under cgroup v2\. Nothing is throttled: /],
    ],
  },
  simulate: {
    words: ["simulate", "--example", "out-of-loop"],
    title: /^✖ This cluster never settles: worker-1 rejects trainer again and again$/,
    lead: /Each time, 1 pod is rejected, 72,000 an hour/,
    sections: [
      [
        "Fixes (checked by simulating again: settles, no evictions)",
        /Remove spec\.nodeName \(worker-1\) from Deployment/,
      ],
      ["Events", /time node event \+0s Created 3 pods of .* … 67 more rounds like this, until/],
      ["Cycle, repeated every 50ms", /\+5s worker-1 Rejected lab\/trainer-145: OutOfcpu/],
      ["Nodes at the end", /node pods evicted conditions worker-1 2 0/],
    ],
    assumed: /The scheduler tries one pod at a time, in the order of its queue/,
  },
  advise: {
    words: ["advise", "--example", "memory-leak"],
    title: /^! 2 settings and 2 memory requests to change; no setting avoids the eviction$/,
    lead: /^memory-leak · 112 steps · 2026-01-15 Lowest memory\.available 92\.5Mi; fastest/,
    sections: [
      [
        "Fixes (settings replayed, requests decided again)",
        /Request 2521Mi of memory for \S+ \(now 256Mi\): batch\/report-cplsh is evicted instead/,
      ],
      ["Changes", /evictionSoft\.memory\.available: not set -> 512Mi With it .*Replayed: /],
      ["The patch", /kind: KubeletConfiguration evictionSoft: memory\.available: 512Mi/],
      ["Available", /signal lowest 5% median 10 s fall hard soft memory\.available 92\.5Mi/],
      ["Outside pods", /the node without its pods 943Mi/],
      ["Pods far from their request", /batch\/report-cplsh 131Mi 0 far above its request/],
      [
        "Published reservations for a node of this size",
        /this node 768Mi 100Mi .*255 MiB \+ 11 MiB ×/,
      ],
    ],
    assumed: /The load of this capture, 18m30s, is typical/,
  },
};

const plainText = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();

/** Title, lead and sections of a page. */
function partsOf(page: string) {
  const [head = "", ...sections] = page.split(/(?=<h2)/);
  const [, title = "", lead = ""] = /<h1[^>]*>(.*?)<\/h1>(.*)/s.exec(head) ?? [];
  const parts = sections.map((section) => {
    const [, name = "", content = ""] = /<h2[^>]*>(.*?)<\/h2>(.*)/s.exec(section) ?? [];
    return [plainText(name), plainText(content)] as const;
  });
  return { title: plainText(title), lead: plainText(lead), parts };
}

describe.each(Object.entries(ANSWERS))("the answer of %s", (_, answer) => {
  const { words, title, lead = /^/, sections } = answer;

  it.each(["markdown", "html"])("is a document with the same parts in %s", async (form) => {
    const text = await commandLine(words);
    const { stdout, exitCode } = await commandLine([...words, "--output", form]);
    expect(exitCode).toBe(text.exitCode);
    const { parts, ...found } = partsOf(form === "html" ? stdout : await marked.parse(stdout));
    // Notes are printed on their own in a terminal, and commands are in its last lines.
    const last = ["Notes", "Next", "Unknown", ...(answer.assumed === undefined ? [] : ["Assumed"])];
    const own = parts.filter(([name]) => !last.includes(name));
    expect(found.title).toMatch(title);
    expect(found.lead).toMatch(lead);
    expect(text.stdout.replace(/\s+/g, " ")).toContain(found.title);
    expect(own.map(([name]) => name)).toEqual([
      ...sections.map(([name]) => (typeof name === "string" ? name : expect.stringMatching(name))),
      "Versions",
    ]);
    const assumed = parts.find(([name]) => name === "Assumed")?.[1] ?? "";
    expect(assumed).toMatch(answer.assumed ?? /^/);
    for (const [index, [, content]] of sections.entries()) {
      expect(own[index]?.[1]).toMatch(content);
    }
  });
});
