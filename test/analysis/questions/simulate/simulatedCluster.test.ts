/**
 * What the nodes of a simulated cluster are filled with.
 *
 * @module-tag long
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SimulatorEngine } from "../../../../analysis/engine/simulatorEngine.ts";
import { SimulatedCluster } from "../../../../analysis/questions/simulate/simulatedCluster.ts";
import { EvictionEngine } from "../../../../hosts/entries/library/index.ts";

const compiled = (name: string) =>
  new WebAssembly.Module(readFileSync(new URL(`../../../../dist/${name}`, import.meta.url)));
const capacity = { cpu: "4", memory: "8Gi", pods: "110", "ephemeral-storage": "16Gi" };
const labels = { app: "mail" };
const resources = { requests: { memory: "100Mi" } };
const containers = [{ name: "mail", image: "mail", resources }];
const DOCUMENTS = [
  { kind: "Node", metadata: { name: "worker-1" }, status: { capacity, allocatable: capacity } },
  {
    kind: "Deployment",
    metadata: { namespace: "shop", name: "mail" },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  },
];
const owner = { kind: "Deployment", namespace: "shop", name: "mail" };

it.each<[string, object]>([
  ["memory", { memory: { base: "1Gi", growth: "16Mi/s", max: "7900Mi" } }],
  ["disk", { disk: { base: "1Gi", write: "64Mi/s", max: "15500Mi" } }],
  ["inodes", { inodes: { base: "1k", write: "2k/s", max: "1030k" } }],
])("are %s, where pods are evicted for that", (measure, use) => {
  const scenario = {
    until: "30m",
    kubelet: { evictionHard: { "memory.available": "500Mi", "nodefs.available": "10%" } },
    workloads: [{ owner, ...use }],
  };
  const inodes = { "nodefs.inodesFree": "5%" };
  const kubelet = { evictionHard: { ...scenario.kubelet.evictionHard, ...inodes } };
  const cluster = { configuration: null, documents: DOCUMENTS, scenario: { ...scenario, kubelet } };
  const core = new EvictionEngine(compiled("plimsoll-eviction.wasm"));
  const simulated = new SimulatedCluster(
    new SimulatorEngine(compiled("plimsoll-simulator.wasm")),
    core,
    cluster,
  );
  expect(simulated.measure).toBe(measure);
  const { nodes, moments } = simulated.run(null);
  const [line = Number.NaN] = nodes.map((node) => node.line ?? Number.NaN);
  const held = moments.flatMap(({ usages }) => usages.filter(({ pods }) => pods.length === 1));
  expect(Math.max(...held.map(({ amount }) => amount))).toBeGreaterThan(line);
  // Nothing runs next to the pod, so as long as it runs it is what the node holds.
  const calm = held.filter(({ amount, conditions }) => conditions.length === 0 && amount < line);
  expect(calm.length).toBeGreaterThan(10);
  for (const { amount, pods } of calm) expect(pods[0]?.amount).toBe(amount);
});
