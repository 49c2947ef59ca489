import { Detail } from "../../../assembly/abi.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CHANGE_FORMS } from "../change/change.ts";
import {
  CHANGE,
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

export const SCHEDULE = commandRow({
  name: "schedule",
  summary: "decide as kube-scheduler does: where a pod is placed, or why it stays pending",
  description: "Decides as kube-scheduler does where pods go, and explains why, or why nowhere.",
  options: {
    ...objectsRows("nodes, pods and the like"),
    config: SCHEDULER_CONFIG,
    pod: POD,
    podFile: POD_FILE,
    whatIf: {
      ...CHANGE,
      description: "decide with a change as well, and show what differs; may be repeated",
    },
    kubernetesVersion: releaseRow("the scheduler's release", "scheduler"),
    all: { description: "show every node, pod and reason" },
    detail: {
      argument: "<level>",
      description: "0: decisions; 1: with the nodes that were tried; 2: with the nearest changes",
      parse: readDetail,
    },
    output: outputRow([...DOCUMENT_FORMS, "json", "ndjson"]),
    ...OBJECTS_SERVER,
  },
  rules: {
    excludes: [["pod", "podFile"], ...OBJECTS_RULES.excludes],
    needs: [["detail", { output: ["json", "ndjson"] }]],
  },
  examples: [
    "plimsoll schedule --example shop --pod shop/cart-1",
    "plimsoll schedule --pod shop/cart-1",
    "plimsoll schedule --objects dump.json --pod shop/cart-1",
    "plimsoll schedule --objects dump/ --output ndjson | jq -c '[.pod.name, .result, .node]'",
    "plimsoll schedule --pod shop/cart-1 --what-if 'uncordon worker-3'",
    "plimsoll schedule --pod-file deployment.yaml --what-if 'copy node/worker-3 2'",
  ],
  after: `\
Objects are what kubectl prints, as JSON or YAML, in one file or many: get a cluster's with
  kubectl get nodes,pods,namespaces,services,rs,sts,rc,pdb,priorityclasses,runtimeclasses \\
    --all-namespaces --output json > dump.json
or with kubectl cluster-info dump --all-namespaces --output-directory dump. A folder or an archive
of such files, a must-gather and a support bundle are read too. Without --objects, the cluster of
the kubeconfig is read.

Without --pod, every pending pod is decided on in the order of the queue, each after those before it
were placed. A pod that runs on a node is decided on as if it were pending: why there, and whether
it would be placed there again.

A change of --what-if is one of these, or a file with objects that are added or replace others:
${CHANGE_FORMS.map((form) => `  ${form}`).join("\n")}
A * in a name matches any characters.

Ends with 0 when every pod is placed, and with 1 when one stays pending or could not be evaluated.`,
});

export type ScheduleOptions = OptionsOf<typeof SCHEDULE.options>;

function readDetail(text: string): Detail {
  const level = Number(text);
  const levels: readonly Detail[] = [Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals];
  const detail = levels.find((each) => each === level);
  if (detail !== undefined) return detail;
  throw new OptionError("Write 0, 1 or 2.");
}
