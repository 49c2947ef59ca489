import { describe, expect, test } from "vitest";
import { generateMoments, generateNode } from "../../examples/generate/generateNode.ts";
import { recordScenario } from "../../examples/generate/record.ts";
import { SCENARIOS } from "../../examples/generate/scenarios/index.ts";

interface Files {
  readonly availableBytes: number;
  readonly capacityBytes: number;
  readonly inodesFree: number;
  readonly inodes: number;
}

interface Memory {
  readonly time: string;
  readonly availableBytes: number;
  readonly workingSetBytes: number;
}

interface Summary {
  readonly node: {
    readonly memory: Memory;
    readonly systemContainers: readonly { readonly name: string; readonly memory: Memory }[];
    readonly fs: Files;
    readonly runtime: { readonly imageFs: Files; readonly containerFs: Files };
    readonly rlimit: { readonly maxpid: number; readonly curproc: number };
  };
  readonly pods: readonly {
    readonly podRef: { readonly uid: string };
    readonly memory: { readonly workingSetBytes: number };
    readonly process_stats: { readonly process_count: number };
    readonly containers: readonly { readonly memory: { readonly workingSetBytes: number } }[];
  }[];
}

interface Line {
  readonly summary: Summary;
  readonly reclaimed?: Summary;
}

function workingSets(items: readonly { memory: { workingSetBytes: number } }[]): number {
  return items.reduce((sum, { memory }) => sum + memory.workingSetBytes, 0);
}

function podsCgroup({ node }: Summary): Memory {
  const found = node.systemContainers.find(({ name }) => name === "pods");
  if (found === undefined) throw new Error("A Summary has a system container for pods.");
  return found.memory;
}

/** What holds in every real Summary, at every moment. */
function expectConsistent(summary: Summary, capacity: number): void {
  const { node, pods } = summary;
  expect(node.memory.availableBytes + node.memory.workingSetBytes).toBe(capacity);
  expect(node.memory.availableBytes).toBeGreaterThan(0);
  expect(podsCgroup(summary).workingSetBytes).toBe(workingSets(pods));
  expect(workingSets(pods)).toBeLessThan(node.memory.workingSetBytes);
  for (const pod of pods) {
    expect(workingSets(pod.containers)).toBeLessThan(pod.memory.workingSetBytes);
  }
  for (const files of [node.fs, node.runtime.imageFs]) {
    expect(files.availableBytes).toBeGreaterThan(0);
    expect(files.availableBytes).toBeLessThan(files.capacityBytes);
    expect(files.inodesFree).toBeLessThan(files.inodes);
  }
  const processes = pods.reduce((sum, pod) => sum + pod.process_stats.process_count, 0);
  expect(node.rlimit.curproc).toBeGreaterThan(processes);
  expect(node.rlimit.curproc).toBeLessThan(node.rlimit.maxpid);
}

describe("the totals of a node follow from its pods, at every step", () => {
  test.each(SCENARIOS)("$name", (scenario) => {
    const [, ...lines] = [...recordScenario(scenario)].map((line) => Buffer.from(line).toString());
    for (const line of lines) {
      const { summary, reclaimed } = JSON.parse(line) as Line;
      expectConsistent(summary, scenario.node.memoryCapacityBytes);
      if (reclaimed) expectConsistent(reclaimed, scenario.node.memoryCapacityBytes);
    }
  });
});

describe("a generated node", () => {
  const options = { pods: 40, seed: 11 };

  test("is consistent, and lists the pods it has stats of", () => {
    const { summary, pods } = generateNode(options);
    const decoded = JSON.parse(summary) as Summary;
    expectConsistent(decoded, 44 * 2 ** 30);
    const { items } = JSON.parse(pods) as { items: { metadata: { uid: string } }[] };
    expect(items.map(({ metadata }) => metadata.uid)).toEqual(
      decoded.pods.map(({ podRef }) => podRef.uid),
    );
    expect(new Set(items.map(({ metadata }) => metadata.uid)).size).toBe(40);
  });

  test("follows from its seed", () => {
    expect(generateNode(options)).toEqual(generateNode(options));
    expect(generateNode({ ...options, seed: 12 })).not.toEqual(generateNode(options));
  });

  test("is indented as the kubelet's server indents, when asked", () => {
    const { summary } = generateNode({ ...options, pretty: true });
    expect(summary.slice(0, 28)).toBe('{\n "node": {\n  "nodeName": "');
    expect(JSON.parse(summary)).toEqual(JSON.parse(generateNode(options).summary));
  });

  test("moves on from one moment to the next", () => {
    const [first, second] = [...generateMoments(options, 2)].map(({ summary }) => summary);
    const timeOf = (summary = "") => (JSON.parse(summary) as Summary).node.memory.time;
    expect([timeOf(first), timeOf(second)]).toEqual([
      "2026-01-15T10:04:59Z",
      "2026-01-15T10:05:09Z",
    ]);
  });
});
