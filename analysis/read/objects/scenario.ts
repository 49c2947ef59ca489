/** A scenario of a cluster: what workloads use and what is done to it. The module judges it. */

import { isMembers, type Members } from "../json/untyped.ts";
import { ConfigurationError } from "../kubelet/error.ts";
import type { ConfigurationText, KubeletConfiguration } from "../kubelet/loaded.ts";
import { parseDuration } from "../kubelet/validation/goText.ts";
import { jsonDocumentsOf } from "../kubelet/yaml.ts";

export interface ScenarioNode {
  readonly name?: unknown;
  readonly kubelet?: unknown;
  readonly [member: string]: unknown;
}

/** As `schemas/scenario-1.schema.json` has it; members are as they were written. */
export interface Scenario {
  readonly seed?: unknown;
  readonly kubelet?: unknown;
  readonly nodes?: readonly ScenarioNode[];
  readonly workloads?: unknown;
  readonly changes?: unknown;
  readonly [member: string]: unknown;
}

/** A kubelet configuration of one node, or of every node that has none of its own. */
export interface ScenarioKubelet {
  readonly node: string | null;
  readonly configuration: KubeletConfiguration;
}

const DEFAULT_SECONDS = 6 * 3600;
/** A year. */
const SECONDS_MAX = 366 * 86_400;

/** The duration of a scenario; the module has checked it. */
export function secondsOfScenario({ until }: Scenario): number {
  return typeof until === "string" ? virtualSeconds(until) : DEFAULT_SECONDS;
}

/** A moment of a scenario, in seconds: `1h2m`, `90s`; NaN for a text that is none. */
export function virtualSeconds(text: string): number {
  const parsed = parseDuration(text);
  const seconds = "value" in parsed ? Number(parsed.value) / 1e9 : Number.NaN;
  return seconds > 0 && seconds <= SECONDS_MAX ? seconds : Number.NaN;
}

/** Options of a command line, which override the scenario. */
export interface ScenarioOptions {
  readonly seed?: number;
  readonly kubelets?: readonly ScenarioKubelet[];
}

export interface ReadScenario {
  readonly scenario: Scenario;
  /** What is worth knowing about the text, a sentence each. */
  readonly notes: readonly string[];
}

/** Reads YAML or JSON; throws ConfigurationError for what is not one map. */
export function readScenario(source: ConfigurationText): ReadScenario {
  const { values, notes } = jsonDocumentsOf(source);
  const [scenario, second] = values;
  if (scenario === undefined) {
    throw new ConfigurationError(`${source.name} is empty; write {} to mean an empty scenario.`);
  }
  if (second !== undefined) {
    throw new ConfigurationError(
      `${source.name}: it has more than one document; give one scenario.`,
    );
  }
  if (!isMembers(scenario)) {
    throw new ConfigurationError(
      `${source.name}: a scenario is a map with members such as workloads and changes; see ` +
        "the schema.",
    );
  }
  if ("kind" in scenario || "items" in scenario) {
    throw new ConfigurationError(
      `${source.name}: this is a Kubernetes object, not a scenario; give it with the objects.`,
    );
  }
  return { scenario: scenario as Scenario, notes: notes.map(({ sentence }) => sentence) };
}

/** Whether it creates nodes and all workloads that it is about: it needs no other objects. */
export function createsCluster({ workloads, changes }: Scenario): boolean {
  const created = membersIn(changes).flatMap(({ create }) => (isMembers(create) ? [create] : []));
  const names = new Set(created.map((each) => nameOf(each.kind, each.metadata)));
  const owners = membersIn(workloads).map(({ owner }) =>
    isMembers(owner) ? nameOf(owner.kind, owner) : "",
  );
  return created.some(({ kind }) => kind === "Node") && owners.every((name) => names.has(name));
}

function membersIn(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

function nameOf(kind: unknown, metadata: unknown): string {
  const { namespace = "default", name } = isMembers(metadata) ? metadata : {};
  return [kind, namespace, name].join(" ");
}

/** The scenario with the options of the command line. */
export function withOptions(
  scenario: Scenario,
  { seed, kubelets = [] }: ScenarioOptions,
): Scenario {
  const seeded = seed === undefined ? scenario : { ...scenario, seed };
  return kubelets.reduce(withKubelet, seeded);
}

function withKubelet(scenario: Scenario, { node, configuration }: ScenarioKubelet): Scenario {
  if (node !== null) return withNode(scenario, node, { kubelet: configuration });
  // It applies to every node, as a flag overrides a file.
  const nodes = nodesOf(scenario).map(withoutKubelet);
  return { ...scenario, kubelet: configuration, ...(nodes.length === 0 ? {} : { nodes }) };
}

function withoutKubelet(node: ScenarioNode): ScenarioNode {
  if (!isMembers(node)) return node;
  const { kubelet: _, ...others } = node;
  return others;
}

/** The scenario with members of a node in place of those that it has. */
export function withNode(scenario: Scenario, name: string, members: ScenarioNode): Scenario {
  const nodes = nodesOf(scenario);
  const found = nodes.findIndex((node) => isMembers(node) && node.name === name);
  if (found < 0) return { ...scenario, nodes: [...nodes, { name, ...members }] };
  const changed = nodes.map((node, index) => (index === found ? { ...node, ...members } : node));
  return { ...scenario, nodes: changed };
}

/** The nodes as they were written: the module refuses one that is not a map. */
export function nodesOf({ nodes }: Scenario): readonly ScenarioNode[] {
  return Array.isArray(nodes) ? nodes : [];
}

/** Whether it says what any container uses; otherwise all use nothing. */
export function statesUsage({ workloads }: Scenario): boolean {
  return Array.isArray(workloads) && workloads.length > 0;
}

/** The kubelet configuration that a scenario gives to a node; null for the defaults. */
export function kubeletOf(scenario: Scenario, name: string): KubeletConfiguration | null {
  const found = nodesOf(scenario).find((node) => isMembers(node) && node.name === name);
  const own = found?.kubelet ?? scenario.kubelet;
  return isMembers(own) ? own : null;
}
