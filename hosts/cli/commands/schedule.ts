import { Command, InvalidArgumentError, Option } from "commander";
import { CHANGE_FORMS } from "../../../analysis/questions/change/change.ts";
import { Detail } from "../../../assembly/abi.ts";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { addApiServerOptions } from "../input/apiServer.ts";
import { listed } from "../input/capture.ts";
import { addObjectsOptions, refuseStdinTwice, refuseTwoClusters } from "../input/objectsOptions.ts";
import { podReference } from "../input/podReference.ts";
import type { ScheduleOptions } from "./schedule/options.ts";
import { runSchedule } from "./schedule/runSchedule.ts";

const EXAMPLES = `
Examples:
  plimsoll schedule --example shop --pod shop/cart-1
  plimsoll schedule --pod shop/cart-1
  plimsoll schedule --objects dump.json --pod shop/cart-1
  plimsoll schedule --objects dump/ --output ndjson | jq -c '[.pod.name, .result, .node]'
  plimsoll schedule --pod shop/cart-1 --what-if 'uncordon worker-3'
  plimsoll schedule --pod-file deployment.yaml --what-if 'copy node/worker-3 2'

Objects are what kubectl prints, as JSON or YAML, in one file or many: get a cluster's with
  kubectl get nodes,pods,namespaces,services,rs,sts,rc,pdb,priorityclasses,runtimeclasses \\
    --all-namespaces --output json > dump.json
or with kubectl cluster-info dump --all-namespaces --output-directory dump. A folder or an archive
of such files, a must-gather and a support bundle are read too. Without --objects, the cluster of
the kubeconfig is asked.

Without --pod, every pending pod is decided on in the order of the queue, each after those before it
were placed. A pod that stands on a node is decided on as if it were pending: why there, and whether
it would be placed there again.

A change of --what-if is one of these, or a file with objects that are added or replace others:
${CHANGE_FORMS.map((form) => `  ${form}`).join("\n")}
A * in a name stands for any characters.

Ends with 0 when every pod is placed, and with 1 when one stays pending or could not be judged.`;

export function scheduleCommand(io: Io): Command {
  const command = new Command("schedule")
    .summary("decide as kube-scheduler does: where a pod goes, or why it stays pending")
    .description("Decides as kube-scheduler does where pods go, and explains why, or why nowhere.");
  addObjectsOptions(command, "nodes, pods and the like")
    .option("--config <file>", "a KubeSchedulerConfiguration (default: the scheduler's own)")
    .addOption(new Option("--pod <namespace/name>", "this pod alone").argParser(podReference))
    .option("--pod-file <file>", "the pod that a manifest describes, or one of its template")
    .addOption(
      new Option(
        "--what-if <change>",
        "decide with a change as well, and show what differs; may be repeated",
      ).argParser(listed),
    )
    .option(
      "--kubernetes-version <version>",
      "the scheduler's release (default: the API server's, or 1.36)",
    )
    .option("--all", "show every node, pod and reason")
    .addOption(
      new Option(
        "--detail <level>",
        "0: decisions; 1: with the nodes that were tried; 2: with the nearest changes",
      ).argParser(detailOf),
    )
    .addOption(
      new Option("-o, --output <form>", "output format")
        .choices(["text", "json", "ndjson"])
        .default("text"),
    )
    .optionsGroup("Cluster:");
  return addApiServerOptions(command)
    .addHelpText("after", EXAMPLES)
    .action((options: ScheduleOptions) => {
      refuseContradictions(options);
      return runSchedule(options, io);
    });
}

function refuseContradictions(options: ScheduleOptions): void {
  const { objects = [], pod, podFile, config, detail, output } = options;
  if (pod !== undefined && podFile !== undefined) {
    throw usageFailure("--pod and --pod-file both name the pod; give one.");
  }
  refuseTwoClusters(options);
  refuseStdinTwice(...objects, podFile, config);
  if (detail !== undefined && output === "text") {
    throw usageFailure("--detail belongs to --output json and ndjson; for text there is --all.");
  }
}

function detailOf(text: string): Detail {
  const level = Number(text);
  if (
    level === Detail.Decision ||
    level === Detail.Arithmetic ||
    level === Detail.Counterfactuals
  ) {
    return level;
  }
  throw new InvalidArgumentError("Write 0, 1 or 2.");
}
