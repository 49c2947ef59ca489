import { virtualSeconds } from "../../read/objects/scenario.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { SUMMARIES } from "../options/commands.ts";
import {
  OBJECTS_RULES,
  OBJECTS_SERVER,
  objectsRows,
  releaseRow,
  SCHEDULER_CONFIG,
} from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { commandRow, OptionError, type OptionRows, type OptionsOf } from "../options/row.ts";
import { readNodeFile } from "../options/values.ts";

const RUN = {
  ...objectsRows(
    "nodes, pods, owners and other objects",
    "a scenario that ships with plimsoll, such as eviction-loop",
  ),
  scenario: {
    argument: "<file>",
    description: "usage of workloads and changes of the cluster, in YAML or JSON",
    value: "input",
  },
  capture: {
    argument: "<[node=]file>",
    description: "recorded usage: a capture of a node, or its /stats/summary; repeatable",
    value: "input",
    repeats: true,
    parse: readNodeFile,
  },
  kubeletConfig: {
    argument: "<[node=]file>",
    description: "a KubeletConfiguration for all nodes, or for one; repeatable",
    value: "input",
    repeats: true,
    parse: readNodeFile,
  },
  schedulerConfig: SCHEDULER_CONFIG,
  kubernetesVersion: releaseRow(
    "the release of the scheduler, and of kubelets without a release of their own",
    "simulator",
  ),
  seed: {
    argument: "<number>",
    description: "the seed for what the scenario leaves open (default: the scenario's, or 0)",
    parse: readSeed,
  },
} as const satisfies OptionRows;

export const SIMULATE = commandRow({
  name: "simulate",
  summary: SUMMARIES.simulate,
  description:
    "Simulates a cluster in virtual time, and reports whether it settles, thrashes or cascades, " +
    "and which changes stop that.",
  options: {
    ...RUN,
    until: {
      argument: "<duration>",
      description: "how long to simulate, such as 6h (default: the scenario's, or 6h)",
      parse: readMoment,
    },
    timeLimit: {
      argument: "<duration>",
      description: "stop after so much real time, and say how far the simulation got",
      parse: readMoment,
    },
    search: { description: "do not search for fixes", isNegated: true },
    all: { description: "show every event" },
    output: outputRow([...DOCUMENT_FORMS, "ndjson", "json"]),
    ...OBJECTS_SERVER,
  },
  rules: OBJECTS_RULES,
  acrossNamespaces: "pods of all namespaces share the nodes",
  examples: [
    "plimsoll simulate --example eviction-loop",
    "plimsoll simulate --objects dump.json --scenario scenario.yaml",
    "plimsoll simulate --objects dump/ --scenario scenario.yaml --kubelet-config node.yaml",
    "plimsoll simulate --objects dump.json --capture node-1.ndjson.gz --capture node-2.ndjson.gz",
    "plimsoll simulate --objects dump.json --scenario scenario.yaml --output ndjson | jq -c .kind",
    "plimsoll simulate explain --example eviction-loop --at 2m39s --node worker-1",
  ],
  after: `\
In virtual time, kubelets evict, admit and report conditions, the scheduler places pods, and
controllers taint nodes, replace pods and collect failed ones. Objects are read as by plimsoll
schedule, with Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs. A scenario
(schemas/scenario-1.schema.json) describes the usage of their containers over time, and changes of
the cluster. With captures, each pod and its replacements have the usage recorded for that pod.

The simulation ends when the cluster settles, when its states are proved to repeat, or at --until.
For a cluster that thrashes or cascades, plimsoll searches for the smallest single changes that
stop it, and verifies each by simulating again.

The exit code is 0 if the cluster settles or is undecided within --until, and 1 if it thrashes or
cascades.`,
});

export const SIMULATE_EXPLAIN = commandRow({
  name: "explain",
  summary: "explain what a node's kubelet decides at a point in time",
  description: "Explains what the kubelet of a node decides at a point in time, and why.",
  options: {
    ...RUN,
    node: { argument: "<name>", description: "the node", value: "node", isRequired: true },
    at: {
      argument: "<duration>",
      description: "the time since the start of the scenario, such as 1h2m",
      isRequired: true,
      parse: readMoment,
    },
    all: { description: "show every ranked pod" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...OBJECTS_SERVER,
  },
  rules: OBJECTS_RULES,
  acrossNamespaces: "pods of all namespaces share the nodes",
  examples: [
    "plimsoll simulate explain --example eviction-loop --at 2m39s --node worker-1",
    "plimsoll simulate explain --objects dump.json --scenario day.yaml --at 1h --node worker-1",
  ],
  after: `\
Simulates the cluster up to that time, and explains the step of the node's kubelet as plimsoll
explain does.`,
});

export type ClusterOptions = OptionsOf<typeof SIMULATE.options>;
export type ExplainSimulationOptions = OptionsOf<typeof SIMULATE_EXPLAIN.options>;

/** Seconds since the start. */
function readMoment(text: string): number {
  const seconds = virtualSeconds(text);
  if (!Number.isNaN(seconds)) return seconds;
  throw new OptionError("Write it as 90s, 30m or 1h2m, above zero.");
}

function readSeed(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new OptionError("Write a whole number.");
}
