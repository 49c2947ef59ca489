/** Clusters in virtual time: how long a day of one takes, and what it holds in memory. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SimulatorEngine } from "../../analysis/engine/simulatorEngine.ts";
import { atMost, type Row, remark } from "./row.ts";
import type { Run } from "./run.ts";
import { decide, readObjects } from "./scheduling/module.ts";
import { RELEASE } from "./scheduling/scheduler.ts";
import { documentsOf, type KubernetesObject, mixedWorkload } from "./scheduling/workloads.ts";
import { median } from "./stopwatch.ts";
import { formatBytes, formatMicros } from "./table.ts";

const moduleOf = (name: string) =>
  new WebAssembly.Module(
    readFileSync(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url))),
  );

const HOUR = 3_600_000_000_000n;
const DAY = { nodes: 1000, hours: 24n, microsMax: 10_000_000 };
/** Pods come at 20 a second, so all are there after some two hours. */
const LARGE = { nodes: 5000, hours: 3n, bytesMax: 2 ** 30 };
const PODS_PER_NODE = 30;
/**
 * The scheduler's: with that of 1.36 this cluster cascades after six hours, and its scenario ends.
 */
const PLAYED_RELEASE = "1.35";
const REPLICAS = 300;
/** Of each so many Deployments one grows beyond what its nodes have. */
const GROWING = 10;
/** The cluster of Alibaba's OpenB trace. */
const OPEN_B = { nodes: 1523, pods: 8152, microsMax: 500_000 };

export function measureLoop({ times, onProgress }: Run): readonly Row[] {
  const module = moduleOf("plimsoll-simulator.wasm");
  onProgress(`a day of ${DAY.nodes} nodes`);
  const days = Array.from({ length: times }, () => play(module, DAY.nodes, DAY.hours));
  onProgress(`${LARGE.nodes} nodes, all of whose pods come`);
  const large = play(module, LARGE.nodes, LARGE.hours);
  onProgress("placements of the size of OpenB");
  const placed = Array.from({ length: times }, placeOpenB);
  const [first] = days;
  const pods = DAY.nodes * PODS_PER_NODE;
  return [
    atMost(
      `a virtual day of ${DAY.nodes} nodes × ${pods} pods`,
      DAY.microsMax,
      median(days.map(({ micros }) => micros)),
      formatMicros,
    ),
    remark("  pods that were evicted in it", String(first?.evictedPods)),
    remark("  memory of the module", formatBytes(first?.memoryBytes ?? 0)),
    atMost(
      `memory of ${LARGE.nodes} nodes × ${LARGE.nodes * PODS_PER_NODE} pods`,
      LARGE.bytesMax,
      large.memoryBytes,
      formatBytes,
    ),
    remark(`  ${LARGE.hours} hours of them`, formatMicros(large.micros)),
    atMost(
      `${OPEN_B.pods} placements on ${OPEN_B.nodes} nodes`,
      OPEN_B.microsMax,
      median(placed),
      formatMicros,
    ),
  ];
}

interface Played {
  readonly micros: number;
  readonly evictedPods: number;
  readonly memoryBytes: number;
}

function play(module: WebAssembly.Module, nodes: number, hours: bigint): Played {
  const engine = new SimulatorEngine(module);
  const deployments = (nodes * PODS_PER_NODE) / REPLICAS;
  const objects = [...Array.from({ length: nodes }, (_, i) => nodeOf(i))];
  for (let i = 0; i < deployments; i++) objects.push(deploymentOf(i));
  engine.configure(
    JSON.stringify({
      apiVersion: "kubescheduler.config.k8s.io/v1",
      kind: "KubeSchedulerConfiguration",
      plimsoll: { kubernetesVersion: PLAYED_RELEASE },
    }),
  );
  for (const document of documentsOf(objects, engine.inputCapacity)) engine.objects(document);
  engine.scenario({
    kubelet: { evictionHard: { "memory.available": "500Mi" } },
    workloads: Array.from({ length: deployments }, (_, i) => ({
      owner: { kind: "Deployment", namespace: "bench", name: `app-${i}` },
      memory:
        i % GROWING === 0 ? { base: "500Mi", growth: "512Ki/s", max: "12Gi" } : { base: "1Gi" },
    })),
  });
  const start = performance.now();
  for (const _ of engine.run(hours * HOUR));
  const micros = 1000 * (performance.now() - start);
  const { evictedPods, at } = engine.report().parse();
  if (at < Number(hours) * 3600)
    throw new Error(`The scenario ended after ${at} s: ${nodes} nodes.`);
  return { micros, evictedPods, memoryBytes: engine.memoryBytes };
}

function nodeOf(index: number): KubernetesObject {
  const name = `node-${index}`;
  const amounts = { cpu: "64", memory: "64Gi", pods: "250", "ephemeral-storage": "500Gi" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    status: { capacity: amounts, allocatable: amounts },
  };
}

function deploymentOf(index: number): KubernetesObject {
  const labels = { app: `app-${index}` };
  const resources = { requests: { cpu: "100m", memory: "1Gi" } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: "bench", name: labels.app },
    spec: {
      replicas: REPLICAS,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "app", image: "app", resources }] },
      },
    },
  };
}

function placeOpenB(): number {
  const { objects } = mixedWorkload(OPEN_B.nodes, OPEN_B.pods);
  const module = moduleOf("plimsoll-scheduler.wasm");
  return decide(readObjects(module, objects, RELEASE).engine, OPEN_B.pods);
}
