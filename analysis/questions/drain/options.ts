import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CHANGE_FORMS } from "../change/change.ts";
import { SUMMARIES } from "../options/commands.ts";
import {
  CHANGE,
  OBJECT_FILES,
  OBJECT_FILES_RULES,
  OBJECTS_RULES,
  OBJECTS_SERVER,
  objectsRows,
  releaseRow,
  SCHEDULER_CONFIG,
} from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { commandRow, type OptionsOf } from "../options/row.ts";

export const DRAIN = commandRow({
  name: "drain",
  summary: SUMMARIES.drain,
  description:
    "Simulates the drain of a node: which pods kubectl evicts, which budgets block them for now " +
    "or permanently, and where the scheduler places the replacements.",
  arguments: {
    node: {
      description: "the node to drain; without one, those of the objects are listed",
      value: "node",
    },
    file: OBJECT_FILES,
  },
  options: {
    ignoreDaemonsets: { description: "ignore pods of DaemonSets, as in kubectl" },
    deleteEmptydirData: { description: "also evict pods with emptyDir volumes, as in kubectl" },
    force: {
      description: "also evict pods without a controller, which nothing recreates, as in kubectl",
    },
    ...objectsRows("nodes, pods, budgets and other objects"),
    schedulerConfig: SCHEDULER_CONFIG,
    change: CHANGE,
    kubernetesVersion: releaseRow("the cluster's release", "drain"),
    search: { description: "do not search for fixes", isNegated: true },
    all: { description: "show every pod, eviction and budget" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...OBJECTS_SERVER,
  },
  rules: { excludes: [...OBJECT_FILES_RULES, ...OBJECTS_RULES.excludes] },
  acrossNamespaces: "a drain evicts the pods of all namespaces",
  examples: [
    "plimsoll drain worker-2 --example budgets --ignore-daemonsets --delete-emptydir-data",
    "plimsoll drain worker-3 --ignore-daemonsets --delete-emptydir-data",
    "plimsoll drain worker-3 dump.json --ignore-daemonsets --output json",
    "plimsoll drain worker-3 --objects dump/ --change 'copy node/worker-1 1'",
  ],
  after: `\
No pod is evicted: the drain is simulated on objects, which are read as by plimsoll schedule, from
files or a cluster. Each eviction is answered as the API server would, from the status of the
budgets. Then owners replace the evicted pods, the scheduler places the replacements, and the
disruption controller updates the budgets, until nothing changes.

--change takes one of these changes, or a file with objects to add or replace:
${CHANGE_FORMS.map((form) => `  ${form}`).join("\n")}

The exit code is 0 if the node is drained and every pod is placed elsewhere, and 1 otherwise.`,
});

export type DrainOptions = OptionsOf<typeof DRAIN.options>;
