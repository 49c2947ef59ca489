import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { memoryReport, nodeMemory } from "../../../../analysis/read/memory/nodeMemory.ts";
import { core } from "../../../hosts/daemon/server/watch.ts";
import { encode } from "../../chunks.ts";

const GI = 2 ** 30;
/** As cAdvisor reads a root cgroup: usage, and usage without inactive file. */
const NODE = {
  availableBytes: 2 * GI,
  usageBytes: 7 * GI,
  workingSetBytes: 5 * GI,
  rssBytes: 3 * GI,
};

function summary(memory: object, more: object = {}, pods: readonly object[] = []): Uint8Array {
  return encode(JSON.stringify({ node: { nodeName: "worker-3", memory, ...more }, pods }));
}

const CONTAINER = { usageBytes: 300, workingSetBytes: 200, rssBytes: 150 };
const POD = {
  podRef: { name: "cart", namespace: "shop", uid: "u1" },
  containers: [
    { name: "cart", memory: CONTAINER },
    { name: "no-rss", memory: { usageBytes: 300, workingSetBytes: 200 } },
  ],
};

describe("the memory of a Summary", () => {
  it("has the inactive file next to what the kubelet counts", () => {
    const system = { systemContainers: [{ name: "kubelet", memory: CONTAINER }] };
    const report = memoryReport(summary(NODE, system, [POD]), { uid: "u1" });
    expect(report).toMatchObject({
      node: { ...NODE, inactiveFileBytes: 2 * GI },
      systemContainers: [{ name: "kubelet", ...CONTAINER, inactiveFileBytes: 100 }],
      containers: [{ name: "cart", ...CONTAINER, inactiveFileBytes: 100 }],
    });
  });

  it("is kept by a reduced Summary", () => {
    const whole = summary(NODE, { systemContainers: [{ name: "pods", memory: CONTAINER }] }, [POD]);
    const reduced = new EvictionEngine(core()).reduceSummary(whole);
    expect(memoryReport(reduced, { uid: "u1" })).toEqual(memoryReport(whole, { uid: "u1" }));
  });

  it.each([
    ["no usage", { workingSetBytes: 5, rssBytes: 3 }],
    ["no RSS", { usageBytes: 7, workingSetBytes: 5 }],
    ["no working set", { usageBytes: 7, rssBytes: 5 }],
    ["a working set above the usage", { usageBytes: 4, workingSetBytes: 5, rssBytes: 3 }],
    ["a text", { usageBytes: "7", workingSetBytes: 5, rssBytes: 3 }],
    ["a negative number", { usageBytes: 7, workingSetBytes: 5, rssBytes: -3 }],
    ["a number above 2^53", { usageBytes: 2 ** 60, workingSetBytes: 5, rssBytes: 3 }],
  ])("is not shown where the node has %s", (_, memory) => {
    expect(memoryReport(summary(memory), undefined)).toBeNull();
    expect(nodeMemory(summary(memory))).toBeNull();
  });

  it.each([
    ["the node first, as a kubelet writes it", summary(NODE, {}, [POD])],
    ["the pods first", encode(JSON.stringify({ pods: [POD], node: { memory: NODE } }))],
    ["white space", encode(` { "node" : ${JSON.stringify({ memory: NODE })} }`)],
  ])("of the node alone is found with %s", (_, document) => {
    expect(nodeMemory(document)?.node).toEqual({ ...NODE, inactiveFileBytes: 2 * GI });
  });
});

describe("the sentences about it", () => {
  const sentencesOf = (memory: object) => memoryReport(summary(memory), undefined)?.sentences;

  it("say what the kubelet leaves out, and how much more `free` can show", () => {
    const [first, second, ...others] = sentencesOf(NODE) ?? [];
    expect(first).toMatch(/^Of the 7Gi in use, .* leaves out 2Gi of page cache.* other 5Gi/);
    expect(second).toMatch(/up to 2Gi more than the kubelet.*RSS, 3Gi/);
    expect(others).toEqual([]);
  });

  it("say that nothing is left out where all page cache is in use", () => {
    const [first] = sentencesOf({ ...NODE, workingSetBytes: 7 * GI }) ?? [];
    expect(first).toMatch(/here there is none of that, so all 7Gi in use are the working set/);
  });

  it("promise nothing where the working set is the processes' own", () => {
    const [, second] = sentencesOf({ ...NODE, rssBytes: 5 * GI }) ?? [];
    expect(second).toMatch(/both show about the same\.$/);
  });
});
