import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CHANGE_FORMS } from "../change/change.ts";
import {
  CHANGE,
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
  summary: "show what blocks the drain of a node, and where its pods are placed",
  description:
    "Simulates the drain of a node: which pods kubectl evicts, which budgets block them for now " +
    "or permanently, and where the scheduler puts the replacements.",
  arguments: {
    node: { description: "the node that is to be drained", value: "node", isRequired: true },
  },
  options: {
    ignoreDaemonsets: { description: "leave pods of DaemonSets, as kubectl does with this flag" },
    deleteEmptydirData: { description: "evict pods with emptyDir volumes as well" },
    force: {
      description: "evict pods without a controller as well: nothing creates them again",
    },
    ...objectsRows("nodes, pods, budgets and the like"),
    config: SCHEDULER_CONFIG,
    whatIf: CHANGE,
    kubernetesVersion: releaseRow("the cluster's release", "drain"),
    search: { description: "do not search for what would let it go on", isNegated: true },
    all: { description: "show every pod, eviction and budget" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...OBJECTS_SERVER,
  },
  rules: OBJECTS_RULES,
  examples: [
    "plimsoll drain worker-2 --example budgets --ignore-daemonsets --delete-emptydir-data",
    "plimsoll drain worker-3 --ignore-daemonsets --delete-emptydir-data",
    "plimsoll drain worker-3 --objects dump.json --ignore-daemonsets --output json",
    "plimsoll drain worker-3 --objects dump/ --what-if 'copy node/worker-1 1'",
  ],
  after: `\
Nothing is evicted: objects are read as by plimsoll schedule, from files or a cluster. kubectl's
flags mean what they mean to kubectl drain. Each eviction is answered as the API server answers it,
with the budgets as the disruption controller left them; owners replace evicted pods, the scheduler
places the replacements, and the budgets are counted again, until nothing changes.

A change of --what-if is one of these, or a file with objects that are added or replace others:
${CHANGE_FORMS.map((form) => `  ${form}`).join("\n")}

Ends with 0 when the node is drained and every pod has found a place, and with 1 otherwise.`,
});

export type DrainOptions = OptionsOf<typeof DRAIN.options>;
