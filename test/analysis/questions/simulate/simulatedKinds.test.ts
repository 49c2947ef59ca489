import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  SIMULATED_KINDS,
  SimulatedKinds,
} from "../../../../analysis/questions/simulate/simulatedKinds.ts";
import { encode } from "../../chunks.ts";

const object = (kind: string, apiVersion = "v1") => ({ apiVersion, kind, metadata: { name: "a" } });
const resources = { cpu: "4", memory: "4Gi", pods: "110" };

function kindsOf(...values: readonly unknown[]): SimulatedKinds {
  const kinds = new SimulatedKinds();
  kinds.take(encode(values.map((value) => JSON.stringify(value)).join("\n")));
  return kinds;
}

describe("what a cluster is not played with", () => {
  it.each<[string, readonly unknown[], string]>([
    ["nothing where all is read", [object("Node"), object("Deployment", "apps/v1")], ""],
    ["each kind once, with a count", [object("Secret"), object("Secret")], "2 Secret"],
    ["those in a list", [{ kind: "List", items: [object("Pod"), object("Event")] }], "1 Event"],
    ["those of a list of a kind", [{ kind: "CronJobList", items: [{}, {}] }], "2 CronJob"],
    ["a kind of another group", [object("Job", "batch.volcano.sh/v1")], "1 Job.batch.volcano.sh"],
    ["a kind in the group that it had", [object("DaemonSet", "extensions/v1beta1")], ""],
    [
      "twelve, and how many more",
      [..."ABCDEFGHIJKLMN"].map((kind) => object(kind)),
      "1 A, 1 B, 1 C, 1 D, 1 E, 1 F, 1 G, 1 H, 1 I, 1 J, 1 K, 1 L and 2 more kinds",
    ],
  ])("is named: %s", (_, values, words) => {
    expect(kindsOf(...values).notSimulated).toBe(words);
  });

  it("is known where nothing else is there", () => {
    expect(kindsOf({ kind: "List", items: [] }).isEmpty).toBe(true);
    expect(kindsOf(object("Secret")).isEmpty).toBe(true);
    expect(kindsOf({ kind: "PodList", items: [{}] }).isEmpty).toBe(false);
  });

  it("is what the module does not read", () => {
    const read = (path: string) =>
      readFileSync(new URL(`../../../../assembly/${path}`, import.meta.url), "utf8");
    const [, names = ""] = /KIND_NAMES[^[]*\[([^\]]*)\]/.exec(
      read("objects/model/kind.ts").replace("StaticArray<string>", ""),
    ) ?? ["", ""];
    const kinds = [...names.matchAll(/"(\w+)"/g)].map(([, kind]) => kind);
    const owners = [
      ...read("simulator/documents/owners.ts").matchAll(/kind == internLiteral\("(\w+)"/g),
    ];
    const all = new Set([...kinds, ...owners.map(([, kind]) => kind)]);
    expect(Object.keys(SIMULATED_KINDS).sort()).toEqual([...all].sort());
  });
});

describe("a node that is odd", () => {
  const node = (name: string, status: object) => ({
    ...object("Node"),
    metadata: { name },
    status,
  });
  const warningsOf = (...statuses: readonly object[]) =>
    kindsOf(...statuses.map((status, index) => node(`n${index}`, status))).warnings;
  const whole = { capacity: resources, allocatable: resources };
  const evicted = "without memory in status.capacity each pod is evicted as soon as it runs; ";
  const tooLarge = "memory in status.capacity is more than a kubelet can count; ";
  const unplaced = "without status.allocatable the scheduler places no pod there; ";
  const advice = "give what kubectl get nodes prints.";
  it.each<[string, readonly object[], readonly string[]]>([
    ["is not there", [whole], []],
    ["is not there where memory is allocatable", [{ allocatable: resources }], []],
    [
      "has no memory",
      [{ ...whole, capacity: { ...resources, memory: "0" } }],
      [`Node n0: ${evicted}${advice}`],
    ],
    [
      "has more memory than 63 bits hold",
      [{ ...whole, capacity: { ...resources, memory: "9223372036854775808" } }],
      [`Node n0: ${tooLarge}${advice}`],
    ],
    ["is not there where all of the capacity is allocatable", [{ capacity: resources }], []],
    [
      "has nothing to give away",
      [{ capacity: null, allocatable: null }],
      [`Node n0: ${evicted}${advice}`, `Node n0: ${unplaced}${advice}`],
    ],
    [
      "has no status, as many do not",
      [{}, {}, {}, {}],
      [`Nodes n0, n1, n2 and 1 more node: ${evicted}${advice}`].concat(
        `Nodes n0, n1, n2 and 1 more node: ${unplaced}${advice}`,
      ),
    ],
  ])("%s", (_, statuses, sentences) => {
    expect(warningsOf(...statuses)).toEqual(sentences);
  });
});
