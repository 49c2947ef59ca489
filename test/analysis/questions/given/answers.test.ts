import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { answersTo } from "../../../../analysis/questions/given/answers.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import { moduleOf } from "../../../hosts/browser/examples.ts";
import { readKept } from "../../../recorded/kept.ts";
import { logOf } from "../../read/messages/kubeletLog.ts";

const ROOT = new URL("../../../../", import.meta.url);
const SHOP = readFileSync(new URL("examples/shop.cluster.json.gz", ROOT));
const DMESG = readFileSync(new URL("test/oom/dumps/bash-4.x-global.txt", ROOT));
const CAPTURE = readFileSync(new URL("examples/fork-bomb.plimsoll.ndjson.gz", ROOT));
const OF_OOMD = readFileSync(new URL("test/oomd/vectors/V01.json", ROOT));
const MESSAGE = "The node was low on resource: memory. Threshold quantity: 100Mi.";
const PENDING = "0/3 nodes are available: 3 Insufficient memory.";
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]);

const asking = {
  module: async (policy: Parameters<typeof moduleOf>[0]) => moduleOf(policy),
  now: 1_764_000_000_000_000_000n,
  onRead: () => {},
  rest: async () => {},
};

type Files = Readonly<Record<string, string | Uint8Array>>;

async function answered(files: Files, pod: string | null = null, changes: string[] = []) {
  const documents = Object.entries(files).map(([name, content]) => ({
    name,
    content: new Blob([content as BlobPart]),
  }));
  return answersTo(documents, asking, pod === null ? null : { pod, changes });
}

describe("given documents", () => {
  it.each<[string, string, Files, string, RegExp]>([
    ["a message", "node", { it: MESSAGE }, "it: a message", /memory/],
    ["the scheduler's message", "pendingPod", { it: PENDING }, "it: a message", /stays pending/],
    [
      "nodes without pods",
      "pendingPod",
      { it: '{"kind":"NodeList","items":[{"metadata":{"name":"a"}}]}' },
      "it: objects of a cluster",
      /^There are no pods among the objects$/,
    ],
    ["a kernel's log", "kernelOom", { it: DMESG }, "it: a kernel's log", /./],
    ["a kernel's log in gzip", "kernelOom", { it: gzipSync(DMESG) }, "it: a kernel's log", /./],
    [
      "a log of earlyoom",
      "kernelOom",
      {
        it:
          'earlyoom[7]: sending SIGTERM to process 42 uid 1000 "web": oom_score 900, ' +
          "VmRSS 9 MiB\n",
      },
      "it: a log of a killer in user space",
      /^earlyoom sent SIGTERM to web/,
    ],
    [
      "a log of systemd-oomd",
      "kernelOom",
      { it: "Feb 03 10:11:12 host systemd-oomd[5]: Swap used (9) / total (10) is more than 90%\n" },
      "it: a log of a killer in user space",
      /^systemd-oomd went to act; the log does not show a kill/,
    ],
    [
      "a scenario of systemd-oomd",
      "kernelOom",
      { it: OF_OOMD },
      "it: a scenario of a killer",
      /^systemd-oomd would kill \/user\.slice\/a\.scope at 3\.75s because of memory pressure/,
    ],
    [
      "the configuration of systemd-oomd",
      "kernelOom",
      { it: "[OOM]\nSwapUsedLimit=90%\n" },
      "it: the configuration of a killer in user space",
      /^systemd-oomd takes all of it/,
    ],
    [
      "a configuration",
      "node",
      { it: "kind: KubeletConfiguration\nmaxPods: -1\n" },
      "it: a kubelet configuration",
      /^The kubelet would not start with it: 2 errors/,
    ],
    ["objects", "pendingPod", { it: SHOP }, "it: objects of a cluster", /^shop\/cart-1/],
    [
      "a description of a pending pod",
      "pendingPod",
      {
        it:
          "Name: cart-0\nNamespace: shop\nStatus: Pending\nEvents:\n" +
          `  Warning  FailedScheduling  2m  default-scheduler  ${PENDING}\n`,
      },
      "it: a document with eviction messages",
      /^shop\/cart-0 stays pending/,
    ],
    [
      "a pod whose container was out of memory",
      "kernelOom",
      {
        it:
          "Name: cart-0\nNamespace: shop\nStatus: Running\nContainers:\n  cart:\n" +
          "    State: Running\n    Last State: Terminated\n      Reason: OOMKilled\n" +
          "      Exit Code: 137\n",
      },
      "it: a document with eviction messages",
      /the kernel killed it/,
    ],
    [
      "a drain that kubectl refuses",
      "drain",
      {
        it:
          'error: unable to drain node "worker-1" due to error: cannot delete DaemonSet-managed ' +
          "Pods (use --ignore-daemonsets to ignore): shop/agent-1, continuing command...",
      },
      "it: a message",
      /kubectl drain/,
    ],
  ])("raise the question of the command line: %s", async (_, subject, files, source, title) => {
    const { answers, ofNode } = await answered(files);
    expect(ofNode).toEqual([]);
    expect(answers.map((answer) => [answer.subject, answer.sources])).toEqual([
      [subject, [source]],
    ]);
    expect(answers[0]?.document.title).toMatch(title);
  });

  it("name the condition of a node that is under pressure", async () => {
    const node =
      "Name: n1\nEvents:\n  Normal  NodeHasInsufficientMemory  7m  kubelet  " +
      "Node n1 status is now: NodeHasInsufficientMemory\n";
    const { answers } = await answered({ node });
    expect(answers[0]?.document.title).toBe("n1 is under pressure: MemoryPressure");
  });

  it("have the eviction first, whichever is given first", async () => {
    const node =
      "Name: n1\nEvents:\n" +
      "  Warning  EvictionThresholdMet  7m  kubelet  Attempting to reclaim memory\n";
    const status = `Status: Failed\nReason: Evicted\nMessage: ${MESSAGE}\n`;
    const pod = `Name: cart-0\nNamespace: shop\n${status}`;
    const { answers } = await answered({ node, pod });
    expect(answers.map(({ document }) => document.title)).toEqual([
      expect.stringMatching(/^shop\/cart-0 was evicted/),
      expect.stringMatching(/^n1 /),
    ]);
  });

  it("are asked about the pod that is named", async () => {
    const { answers } = await answered({ it: SHOP }, "shop/search-1");
    expect(answers[0]?.document.title).toMatch(/^shop\/search-1/);
    // Every pending pod can be asked about.
    expect(answers[0]?.pods).toHaveLength(6);
  });

  it("belong together: a log and its configuration, objects and the scheduler's", async () => {
    const { passes } = await readKept("memory-hard");
    const log = logOf(passes, "klog of 1.35");
    const config = "kind: KubeletConfiguration\nevictionHard: {memory.available: 50Mi}\n";
    const { answers, taken } = await answered({ log, config });
    expect(answers.map(({ sources }) => sources)).toEqual([
      ["log: a kubelet's log", "config: a kubelet configuration"],
    ]);
    expect(taken).toEqual([
      "Opened: log is a kubelet's log; config is a kubelet configuration, used as the recorded " +
        "one.",
    ]);
    const scheduler =
      "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n" +
      "profiles: [{schedulerName: other}]\n";
    const objects = (await answered({ scheduler, objects: SHOP })).answers[0];
    // No pending pod asks for that scheduler.
    expect(objects?.notes.join(" ")).toContain("wait for a scheduler that is not configured");
  });

  it("that are a refused configuration have the change with which it starts", async () => {
    const it = `kind: KubeletConfiguration
apiVersion: kubelet.config.k8s.io/v1beta1
evictionSoft: { nodefs.inodesFree: "10%" }
`;
    const { answers } = await answered({ it });
    const [{ document } = { document: null }] = answers;
    expect(document?.title).toBe("The kubelet would not start with it: 1 error");
    const shown = JSON.stringify(document?.sections);
    expect(shown).toContain("evictionSoftGracePeriod: {nodefs.inodesFree: 1m30s}");
    expect(shown).toContain("Warnings after the fix");
    expect(JSON.stringify(document?.sources)).toContain("checked as kubelet 1.");
  });

  it("use no configuration with which a kubelet would not start", async () => {
    const { passes } = await readKept("memory-hard");
    const log = logOf(passes, "klog of 1.35");
    const config =
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" +
      "evictionHard: {memory.available: lots}\n";
    for (const others of [{ log }, { message: MESSAGE }]) {
      const { answers, taken } = await answered({ ...others, config });
      const [name] = Object.keys(others);
      const found = answers.map((answer) => [answer.name, answer.sources.length]);
      expect(found.toSorted()).toEqual(
        [
          ["config", 1],
          [name, 1],
        ].toSorted(),
      );
      const checked = answers.find((answer) => answer.name === "config");
      expect(checked?.document.title).toBe("The kubelet would not start with config: 1 error");
      expect(taken.join()).toMatch(/config is a kubelet configuration\.$/);
    }
  });

  it("settle the threshold of a message with the configuration of its node", async () => {
    const config =
      "kind: KubeletConfiguration\nevictionHard: {memory.available: 50Mi}\n" +
      "evictionSoft: {memory.available: 100Mi}\nevictionSoftGracePeriod: {memory.available: 1m}\n";
    const message = MESSAGE.replace(/\.$/, ", available: 94688Ki. ");
    const { answers } = await answered({ message, config });
    expect(answers).toHaveLength(1);
    expect(JSON.stringify(answers[0]?.document)).toContain("soft threshold memory.available<100Mi");
  });

  it("leave a capture to a replay, and name what raises no question", async () => {
    const { answers, ofNode, taken } = await answered({ c: CAPTURE, p: PICTURE, k: DMESG });
    expect(ofNode.map(({ name }) => name)).toEqual(["c"]);
    expect(answers.map(({ subject }) => subject)).toEqual(["kernelOom"]);
    expect(taken).toEqual([
      "Opened: c is a capture; k is a kernel's log.",
      "p is a picture; paste its text instead.",
    ]);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["notes.txt", "It was slow.", /^notes\.txt is not recognized\. It seems to be plain text/],
    ["shot.png", PICTURE, /^shot\.png is a picture; paste its text instead\.$/],
    ["empty.json", "{}", /^empty\.json is not recognized\. It seems to be an empty object/],
    ["scheduler.yaml", "kind: KubeSchedulerConfiguration\n", /give the cluster's objects with it/],
  ])("are refused in one sentence: %s", async (name, content, sentence) => {
    await expect(answered({ [name]: content })).rejects.toThrow(UnreadableError);
    await expect(answered({ [name]: content })).rejects.toThrow(sentence);
  });
});
