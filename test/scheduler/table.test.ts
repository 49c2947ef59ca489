/** The table of a decision's nodes, where it is written in another way than everything else. */
import { expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const encoder = new TextEncoder();
const module = await loadModule("scheduler");

const node = (name: string, allocatable: object = {}) => ({
  kind: "Node",
  metadata: { name },
  status: { allocatable: { cpu: "4", memory: "8Gi", pods: "10", ...allocatable } },
});
const pod = (name: string, spec: object = {}) => ({
  kind: "Pod",
  metadata: { namespace: "a", name },
  spec: { containers: [{ resources: { requests: { cpu: "1" } } }], ...spec },
});

interface Tried {
  readonly name: string;
  readonly scores: Readonly<Record<string, { raw: number }>>;
}

function nodesTried(objects: readonly object[]): readonly Tried[] {
  const cluster = new ClusterModule(module);
  const give = (verb: string, document: object) =>
    cluster.give(verb, encoder.encode(JSON.stringify(document)));
  give("objects", { kind: "List", items: objects });
  give("schedule", { namespace: "a", name: "asked" });
  cluster.call("report", 1);
  return JSON.parse(cluster.answer()).nodes;
}

test("names of nodes are escaped wherever in them something is to be", () => {
  const names = [
    ...Array.from({ length: 20 }, (_, at) => `${"n".repeat(at)}"${"n".repeat(20 - at)}`),
    ...Array.from({ length: 20 }, (_, at) => `${"n".repeat(at)}\\${"n".repeat(20 - at)}`),
    ...Array.from({ length: 20 }, (_, at) => `${"n".repeat(at)}\u001f${"n".repeat(20 - at)}`),
    ...["ä-and-more-than-eight", "plain", "exactly8", "!#-~ all that is printed"],
  ];
  const tried = nodesTried([...names.map((name) => node(name)), pod("asked")]);
  expect(tried.map(({ name }) => name)).toEqual(names);
});

test("nodes that are alike have the same scores, and others their own", () => {
  const tried = nodesTried([
    ...[node("empty-1"), node("empty-2"), node("used"), node("empty-3")],
    ...[node("large", { cpu: "8" }), node("small", { memory: "4Gi" }), node("empty-4")],
    ...[node("devices", { "example.com/gpu": "1" }), node("empty-5")],
    ...[pod("standing", { nodeName: "used" }), pod("asked")],
  ]);
  const fits = new Map(tried.map(({ name, scores }) => [name, scores.NodeResourcesFit?.raw]));
  // LeastAllocated: the averages of what is left of cpu and memory, where 200 MiB are assumed.
  expect(Object.fromEntries(fits)).toEqual({
    ...{ "empty-1": 86, "empty-2": 86, "empty-3": 86, "empty-4": 86, "empty-5": 86, devices: 86 },
    ...{ used: 72, large: 92, small: 85 },
  });
});
