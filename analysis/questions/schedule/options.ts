import { Detail } from "../../../assembly/abi.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CHANGE_FORMS } from "../change/change.ts";
import { SUMMARIES } from "../options/commands.ts";
import {
  CHANGE,
  NAMESPACES,
  OBJECT_FILES,
  OBJECT_FILES_RULES,
  OBJECTS_RULES,
  OBJECTS_SERVER,
  objectsRows,
  POD,
  POD_FILE,
  releaseRow,
  SCHEDULER_CONFIG,
} from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { commandRow, OptionError, type OptionsOf } from "../options/row.ts";
import type { PodReference } from "../options/values.ts";

export const SCHEDULE = commandRow({
  name: "schedule",
  summary: SUMMARIES.schedule,
  description: "Decides like kube-scheduler where pods are placed, or why they stay pending.",
  arguments: {
    pod: { ...POD, description: `only this pod: ${POD.description}` },
    file: OBJECT_FILES,
  },
  options: {
    ...objectsRows("nodes, pods and other objects"),
    ...NAMESPACES,
    schedulerConfig: SCHEDULER_CONFIG,
    podFile: POD_FILE,
    change: {
      ...CHANGE,
      description: "also decide with a change, and show what differs; repeatable",
    },
    kubernetesVersion: releaseRow("the scheduler's release", "scheduler"),
    all: { description: "show every node, pod and reason" },
    detail: {
      argument: "<level>",
      description: "0: decisions; 1: also the nodes that were tried; 2: also the smallest changes",
      parse: readDetail,
    },
    output: outputRow([...DOCUMENT_FORMS, "json", "ndjson"]),
    ...OBJECTS_SERVER,
  },
  rules: {
    excludes: [
      ["file", "podFile", "give the files as --objects"],
      ["pod", "podFile"],
      ["namespace", "allNamespaces"],
      ["namespace", "podFile", "the manifest has its namespace"],
      ...OBJECT_FILES_RULES,
      ...OBJECTS_RULES.excludes,
    ],
    needs: [["detail", { output: ["json", "ndjson"] }]],
  },
  examples: [
    "plimsoll schedule shop/cart-1 --example shop",
    "plimsoll schedule cart-1 -n shop",
    "plimsoll schedule shop/cart-1 dump.json",
    "plimsoll schedule -n shop",
    "plimsoll schedule --objects dump/ --output ndjson | jq -c '[.pod.name, .result, .node]'",
    "plimsoll schedule shop/cart-1 --change 'uncordon worker-3'",
    "plimsoll schedule --pod-file deployment.yaml --change 'copy node/worker-3 2'",
  ],
  after: `\
Objects are the output of kubectl as JSON or YAML, in one file or many. To get them from a cluster:
  kubectl get nodes,pods,namespaces,services,rs,sts,rc,pdb,priorityclasses,runtimeclasses \\
    --all-namespaces --output json > dump.json
or kubectl cluster-info dump --all-namespaces --output-directory dump. Folders and archives of such
files, must-gathers and support bundles also work. Without --objects, the cluster of the kubeconfig
is read.

Without a pod, all pending pods are scheduled in the order of the queue, each after the previous
ones are placed; with --namespace, only those of one namespace are shown. A pod that runs on a node
is evaluated as if it were pending: why it is on that node, and whether it would be placed there
again.

--change takes one of these changes, or a file with objects to add or replace:
${CHANGE_FORMS.map((form) => `  ${form}`).join("\n")}
A * in a name matches any characters.

The exit code is 0 if every pod is placed, and 1 if a pod stays pending or could not be evaluated.`,
});

export type ScheduleOptions = OptionsOf<typeof SCHEDULE.options> & {
  readonly pod?: PodReference | undefined;
};

function readDetail(text: string): Detail {
  const level = Number(text);
  const levels: readonly Detail[] = [Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals];
  const detail = levels.find((each) => each === level);
  if (detail !== undefined) return detail;
  throw new OptionError("Write 0, 1 or 2.");
}
