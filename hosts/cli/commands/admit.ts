import { Command, Option } from "commander";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { addApiServerOptions } from "../input/apiServer.ts";
import { addObjectsOptions, refuseStdinTwice, refuseTwoClusters } from "../input/objectsOptions.ts";
import { podReference } from "../input/podReference.ts";
import { type AdmitOptions, runAdmit } from "./admit/runAdmit.ts";

const EXAMPLES = `
Examples:
  plimsoll admit --pod shop/cart-1
  plimsoll admit --node worker-3 --pod-file agent.yaml
  plimsoll admit --objects dump.json --pod shop/cart-1
  kubectl get nodes,pods -A -o json | plimsoll admit --objects - --node worker-3 --pod-file pod.yaml
  plimsoll admit --example shop --node worker-1 --pod shop/cart-1

The scheduler binds a pod to a node; the kubelet there decides again, on what it knows: resources,
labels, taints, ports and pressure. A pod that it rejects ends as Failed with the reason OutOfcpu,
OutOfmemory, OutOfpods, NodeAffinity, Evicted and the like; for a critical pod it ends others to
make room. This command decides the same and names those pods, in the kubelet's words.

Objects are what kubectl prints (nodes and pods are enough), as JSON or YAML: a file, a folder or an
archive. Without --objects, the cluster of the kubeconfig is asked for the node and its pods. A pod
that stands on the node already is decided on as if it came now, beside all others.

Ends with 0 when the node takes the pod, and with 1 when it rejects it.`;

export function admitCommand(io: Io): Command {
  const command = new Command("admit")
    .summary("decide as a kubelet's admission does: whether a node takes a pod")
    .description(
      "Decides as a kubelet does whether its node takes a pod, and which pods it preempts for it.",
    );
  addObjectsOptions(command, "nodes and pods")
    .option("--node <name>", "the node (default: the one that the pod is bound to)")
    .addOption(
      new Option("--pod <namespace/name>", "the pod, one of the objects").argParser(podReference),
    )
    .option("--pod-file <file>", "the pod that a manifest describes, or one of its template")
    .option(
      "--kubelet-version <version>",
      "the kubelet's release, 1.20 to 1.36 (default: the node's own)",
    )
    .addOption(
      new Option("-o, --output <form>", "output format").choices(["text", "json"]).default("text"),
    )
    .optionsGroup("Cluster:");
  return addApiServerOptions(command)
    .addHelpText("after", EXAMPLES)
    .action((options: AdmitOptions) => {
      refuseContradictions(options);
      return runAdmit(options, io);
    });
}

function refuseContradictions(options: AdmitOptions): void {
  const { objects, example, pod, podFile, node } = options;
  if ((pod === undefined) === (podFile === undefined)) {
    throw usageFailure(
      pod === undefined
        ? "No pod is given; name one with --pod NAMESPACE/NAME, or give a manifest as --pod-file."
        : "--pod and --pod-file both name the pod; give one.",
    );
  }
  refuseTwoClusters(options);
  refuseStdinTwice(...(objects ?? []), podFile);
  const isPiped = objects?.includes("-") === true;
  if (isPiped && node === undefined) {
    throw usageFailure("Standard input is read once, so the node has to be named: give --node.");
  }
  const isLive = objects === undefined && example === undefined;
  if (isLive && pod === undefined && node === undefined) {
    throw usageFailure("No node is given; name one with --node.");
  }
}
