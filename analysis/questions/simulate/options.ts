import { virtualSeconds } from "../../read/objects/scenario.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
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
    "nodes, pods, owners and the like",
    "a scenario that ships with plimsoll, such as eviction-loop",
  ),
  scenario: {
    argument: "<file>",
    description: "what workloads use and what is done, in YAML or JSON",
    value: "input",
  },
  capture: {
    argument: "<[node=]file>",
    description: "what was used: a capture of a node, or its /stats/summary; may be repeated",
    value: "input",
    repeats: true,
    parse: readNodeFile,
  },
  kubeletConfig: {
    argument: "<[node=]file>",
    description: "a KubeletConfiguration of every node, or of one; may be repeated",
    value: "input",
    repeats: true,
    parse: readNodeFile,
  },
  config: SCHEDULER_CONFIG,
  kubernetesVersion: releaseRow(
    "the release of the scheduler, and of kubelets whose nodes and configurations tell none",
    "simulator",
  ),
  seed: {
    argument: "<number>",
    description: "of what the scenario leaves to chance (default: its own, or 0)",
    parse: readSeed,
  },
} as const satisfies OptionRows;

export const SIMULATE = commandRow({
  name: "simulate",
  summary: "simulate a cluster in virtual time: does it settle, thrash or cascade?",
  description:
    "Simulates a cluster in virtual time, and says whether it settles, thrashes or cascades, and " +
    "what would end that.",
  options: {
    ...RUN,
    until: {
      argument: "<duration>",
      description: "how long to simulate, such as 6h (default: the scenario's, or 6h)",
      parse: readMoment,
    },
    search: { description: "do not search for changes that end it", isNegated: true },
    all: { description: "show every event" },
    output: outputRow([...DOCUMENT_FORMS, "ndjson", "json"]),
    ...OBJECTS_SERVER,
  },
  rules: OBJECTS_RULES,
  examples: [
    "plimsoll simulate --example eviction-loop",
    "plimsoll simulate --objects dump.json --scenario scenario.yaml",
    "plimsoll simulate --objects dump/ --scenario scenario.yaml --kubelet-config node.yaml",
    "plimsoll simulate --objects dump.json --capture node-1.ndjson.gz --capture node-2.ndjson.gz",
    "plimsoll simulate --objects dump.json --scenario scenario.yaml --output ndjson | jq -c .kind",
    "plimsoll simulate explain --example eviction-loop --at 2m39s --node worker-1",
  ],
  after: `\
A cluster in virtual time: kubelets evict, admit and report, the scheduler places, controllers taint
nodes, create pods again and collect those that failed. Objects are those that plimsoll schedule
reads, with Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs. A scenario says what their
containers use over time and what is done to the cluster: schemas/scenario-1.schema.json has it.
Captures say what was used on their nodes: each pod follows its own, and so does its replacement.

The simulation ends when the cluster settles, when it is proved to repeat the same states, or at
--until. For a cluster that thrashes or cascades, the smallest single changes that stop it are
searched, each verified by simulating again.

Ends with 0 when the cluster settles, and when that is undecided within --until; with 1 when it
thrashes or cascades.`,
});

export const SIMULATE_EXPLAIN = commandRow({
  name: "explain",
  summary: "explain what a node's kubelet decides at a moment",
  description: "Explains what the kubelet of a node decides at a moment of the scenario, and why.",
  options: {
    ...RUN,
    node: { argument: "<name>", description: "the node", value: "node", isRequired: true },
    at: {
      argument: "<duration>",
      description: "the moment, since the start of the scenario: 1h2m",
      isRequired: true,
      parse: readMoment,
    },
    all: { description: "show every ranked pod" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...OBJECTS_SERVER,
  },
  rules: OBJECTS_RULES,
  examples: [
    "plimsoll simulate explain --example eviction-loop --at 2m39s --node worker-1",
    "plimsoll simulate explain --objects dump.json --scenario day.yaml --at 1h --node worker-1",
  ],
  after: `\
Simulates the cluster up to that moment, and explains the step of the node's kubelet there as
plimsoll explain does.`,
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
