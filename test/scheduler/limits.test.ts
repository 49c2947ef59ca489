/**
 * The largest clusters that anyone is said to run: 15,000 nodes and 200,000 pods.
 *
 * @module-tag long
 */
import { describe, expect, test } from "vitest";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import { Detail, SchedulerAction, Status } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const NODES = 15_000;
const PODS = 200_000;
const PER_DOCUMENT = 50_000;
const TIME_LIMIT_MILLISECONDS = 240_000;
const encoder = new TextEncoder();

function node(index: number): object {
  const allocatable = { cpu: "4", memory: "32Gi", pods: "110" };
  return { kind: "Node", metadata: { name: `node-${index}` }, status: { allocatable } };
}

function pod(name: string, cpu: string, nodeName?: string): object {
  const containers = [{ name: "c", resources: { requests: { cpu, memory: "1Gi" } } }];
  const metadata = { namespace: "shop", name };
  return { kind: "Pod", metadata, spec: { ...(nodeName ? { nodeName } : {}), containers } };
}

function give(cluster: ClusterModule, objects: readonly object[]): void {
  for (let first = 0; first < objects.length; first += PER_DOCUMENT) {
    const lines = objects.slice(first, first + PER_DOCUMENT).map((one) => JSON.stringify(one));
    const document = encoder.encode(lines.join("\n"));
    expect(document.length).toBeLessThan(cluster.inputCapacity);
    expect(cluster.give("objects", document)).toBe(Status.Ok);
  }
}

test(
  "15,000 nodes with 200,000 pods are decided on",
  async () => {
    const cluster = new ClusterModule(await loadModule("scheduler"));
    give(
      cluster,
      Array.from({ length: NODES }, (_, index) => node(index)),
    );
    // 13 pods on each node, and one more on the first 5,000: 2.6 processors are left there.
    give(
      cluster,
      Array.from({ length: PODS }, (_, index) =>
        pod(`standing-${index}`, "100m", `node-${index % NODES}`),
      ),
    );
    give(cluster, [pod("pending", "2650m")]);
    expect(cluster.call("schedule", 0)).toBe(SchedulerAction.Scheduled);
    expect(cluster.call("report", Detail.Arithmetic)).toBeGreaterThan(0);
    const { node: chosen, evaluated, feasible } = JSON.parse(cluster.answer());
    // Of 15,000 nodes 5 in a hundred are enough; the first 5,000 have too little.
    expect({ chosen, evaluated, feasible }).toEqual({
      chosen: "node-5000",
      evaluated: 5750,
      feasible: 750,
    });
  },
  TIME_LIMIT_MILLISECONDS,
);

describe("a pod of very many terms is refused with their place: each is a look at each pod", () => {
  const labelSelector = { matchLabels: { app: "cart" } };
  const term = { topologyKey: "zone", labelSelector };
  const key = "zone";
  const expression = { key, operator: "Exists" };
  const many = <T>(item: T) => Array.from({ length: 513 }, () => item);
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const nodeTerms = { nodeSelectorTerms: many({ matchExpressions: [expression] }) };

  test.each<[string, object, string]>([
    ["affinity", { affinity: { podAffinity: { [required]: many(term) } } }, `${required}[256]`],
    ["node terms", { affinity: { nodeAffinity: { [required]: nodeTerms } } }, "Terms[256]"],
    [
      "constraints",
      {
        topologySpreadConstraints: many({
          ...term,
          maxSkew: 1,
          whenUnsatisfiable: "DoNotSchedule",
        }),
      },
      "topologySpreadConstraints[256]",
    ],
    [
      "expressions",
      {
        topologySpreadConstraints: [
          { ...term, labelSelector: { matchExpressions: many(expression) } },
        ],
      },
      "matchExpressions[511]",
    ],
  ])("%s", async (_, spec, place) => {
    const engine = new SchedulerEngine(await loadModule("scheduler"));
    const of = (size: number) =>
      JSON.stringify(spec, (_, value) =>
        Array.isArray(value) && value.length > size ? value.slice(0, size) : value,
      );
    const given = (text: string) =>
      engine.objects(`{"kind":"Pod","metadata":{"name":"a"},"spec":${text}}`);
    expect(() => given(of(513))).toThrow(
      "more than 512 requirements of labels, terms and constraints",
    );
    expect(() => given(of(513))).toThrow(
      expect.objectContaining({ path: expect.stringContaining(place) }),
    );
    given(of(255));
  });
});
