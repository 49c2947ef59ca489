/** Small clusters that are simulated. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../module/compile.ts";
import { type SimulatorEvent, SimulatorModule } from "./simulatorModule.ts";

export const SIMULATOR = new WebAssembly.Module(
  readFileSync(join(ROOT, "dist/plimsoll-simulator.wasm")),
);
export const DAY = 86_400;

interface NodeOptions {
  readonly memory?: string;
  readonly disk?: string;
}

export function node(name: string, { memory = "8Gi", disk }: NodeOptions = {}): object {
  const storage = disk === undefined ? {} : { "ephemeral-storage": disk };
  const amounts = { cpu: "4", memory, pods: "110", ...storage };
  return {
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    status: { capacity: amounts, allocatable: amounts },
  };
}

export function owner(kind: string, name: string, spec: object, pod: object = {}): object {
  const labels = { app: name };
  // Without a request a pod is BestEffort, which a kubelet under pressure refuses at once.
  const resources = { requests: { memory: "100Mi" } };
  const containers = [{ name: "app", image: "app", resources }];
  const template = { metadata: { labels }, spec: { containers, ...pod } };
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { namespace: "shop", name },
    spec: { selector: { matchLabels: labels }, template, ...spec },
  };
}

export function play(objects: readonly object[], scenario: object, seconds = DAY) {
  const loop = new SimulatorModule(SIMULATOR);
  loop.give("objects", JSON.stringify({ kind: "List", items: objects }));
  loop.give("scenario", JSON.stringify(scenario));
  const events = loop.run(seconds);
  return { loop, events, verdict: loop.verdict() };
}

export function uses(kind: string, name: string, use: object): object {
  return { owner: { kind, namespace: "shop", name }, ...use };
}

export const counted = (events: readonly SimulatorEvent[], kind: string) =>
  events.filter((event) => event.kind === kind).length;

export function bare(namespace: string, name: string, spec: object, status: object = {}): object {
  const containers = [{ name: "app", image: "app", resources: { requests: { cpu: "100m" } } }];
  const metadata = { namespace, name };
  return { apiVersion: "v1", kind: "Pod", metadata, spec: { containers, ...spec }, status };
}

export const running = { phase: "Running" };
