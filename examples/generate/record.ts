import { readFileSync } from "node:fs";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { formatHeader, formatRecord } from "../../analysis/read/capture/writer.ts";
import { podListOf } from "./documents/podList.ts";
import { summaryOf } from "./documents/summary.ts";
import { Random } from "./random.ts";
import type { Scenario, ScenarioEvent } from "./scenario.ts";
import { SimulatedNode } from "./simulation/node.ts";

/** The release whose documents the generator writes. */
const KUBELET_VERSION = "v1.35.8";
const STARTS_AT = Date.UTC(2026, 0, 15, 10);
const STEP_MILLISECONDS = 10_000;
const RECLAIM_MILLISECONDS = 2_000;
const UPTIME_MILLISECONDS = 3 * 24 * 3_600_000;

const encoder = new TextEncoder();
const CORE = new URL("../../dist/plimsoll-eviction.wasm", import.meta.url);
const engine = new EvictionEngine(new WebAssembly.Module(readFileSync(CORE)));

/** The lines of a scenario's capture, reduced to what the policy reads. */
export function* recordScenario(scenario: Scenario): Generator<Uint8Array, void, undefined> {
  const random = new Random(scenario.seed);
  const node = new SimulatedNode(scenario.node, STARTS_AT - UPTIME_MILLISECONDS, random);
  for (const plan of scenario.pods) {
    const createdAt = STARTS_AT - random.integer(3600, 86400) * 1000;
    node.create(plan, { createdAt, loadedSince: STARTS_AT });
  }
  yield formatHeader(headerOf(scenario));
  for (let step = 0; step < scenario.steps; step += 1) {
    const now = STARTS_AT + step * STEP_MILLISECONDS;
    const after = now + RECLAIM_MILLISECONDS;
    const events = scenario.events.filter((event) => event.step === step);
    // The list of pods changes with the events of the step before.
    const changed = step === 0 || scenario.events.some((event) => event.step === step - 1);
    node.advance(now);
    yield formatRecord({
      time: BigInt(now) * 1_000_000n,
      ...(changed && { pods: engine.reducePods(json(podListOf(node))) }),
      summary: engine.reduceSummary(json(summaryOf(node, now))),
      ...reclaimedIn(events, node, after),
      others: new Map(scenario.meminfo ? [["meminfo", json(meminfoOf(node))]] : []),
    });
    for (const event of events) apply(event, scenario, node, after);
  }
}

function headerOf({ name, seed, node, config }: Scenario) {
  return {
    node: node.name,
    kubelet: KUBELET_VERSION,
    generator: { scenario: name, seed },
    layout: { dedicatedImageFs: node.imageFs !== undefined, splitContainerFs: false },
    capacity: {
      cpu: "4",
      memory: `${node.memoryCapacityBytes / 1024}Ki`,
      "ephemeral-storage": `${node.nodeFs.capacityBytes / 1024}Ki`,
    },
    config: {
      kind: "KubeletConfiguration",
      apiVersion: "kubelet.config.k8s.io/v1beta1",
      ...config,
    },
  };
}

/** Node-level reclaim falls into the middle of a step: the kubelet looks again after it. */
function reclaimedIn(events: readonly ScenarioEvent[], node: SimulatedNode, now: number) {
  const collected = events.find(({ kind }) => kind.endsWith("Collected"));
  if (collected === undefined) return {};
  if (collected.kind === "imagesCollected") node.collectImages();
  return { reclaimed: engine.reduceSummary(json(summaryOf(node, now))) };
}

function apply(event: ScenarioEvent, scenario: Scenario, node: SimulatedNode, now: number): void {
  switch (event.kind) {
    case "created": {
      const plan = scenario.pods.find(({ name }) => name === event.pod);
      if (plan === undefined)
        throw new Error(`No pod of ${scenario.name} is called "${event.pod}".`);
      node.create(plan, { createdAt: now, loadedSince: now });
      return;
    }
    case "evicted":
      node.running(event.pod).phase = "Failed";
      return;
    case "deleted":
      node.removeFailed(event.pod);
      return;
    case "containersRestarted":
      node.running(event.pod).restartContainers(now);
  }
}

/** The kernel's own estimate of what is available without swapping: free memory and file cache. */
function meminfoOf(node: SimulatedNode) {
  const { limitBytes, anonymousBytes } = node.memory;
  const kib = (bytes: number) => `${Math.trunc(bytes / 1024)} kB`;
  return { MemTotal: kib(limitBytes), MemAvailable: kib(limitBytes - anonymousBytes) };
}

function json(document: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(document));
}
