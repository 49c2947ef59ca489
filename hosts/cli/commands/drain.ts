import { Command, Option } from "commander";
import { CHANGE_FORMS } from "../../../analysis/questions/change/change.ts";
import type { Io } from "../../system/io.ts";
import { addApiServerOptions } from "../input/apiServer.ts";
import { listed } from "../input/capture.ts";
import { addObjectsOptions, refuseStdinTwice, refuseTwoClusters } from "../input/objectsOptions.ts";
import { type DrainOptions, runDrain } from "./drain/runDrain.ts";

const EXAMPLES = `
Examples:
  plimsoll drain worker-2 --example budgets --ignore-daemonsets --delete-emptydir-data
  plimsoll drain worker-3 --ignore-daemonsets --delete-emptydir-data
  plimsoll drain worker-3 --objects dump.json --ignore-daemonsets --output json
  plimsoll drain worker-3 --objects dump/ --what-if 'copy node/worker-1 1'

Nothing is evicted: the objects are those that plimsoll schedule reads, and a cluster is only asked
for them. kubectl's flags mean what they mean to kubectl drain. Each pod's eviction is answered as
the API server answers it, with the budgets as the disruption controller left them; the owners of
pods that go create others, the scheduler places these, and the budgets are counted again, until
nothing changes.

A change of --what-if is one of these, or a file with objects that are added or replace others:
${CHANGE_FORMS.map((form) => `  ${form}`).join("\n")}

Ends with 0 when the node is drained and every pod has found a place, and with 1 otherwise.`;

export function drainCommand(io: Io): Command {
  const command = new Command("drain")
    .argument("<node>", "the node that is to be drained")
    .summary("who blocks the drain of a node, and where its pods go")
    .description(
      "Plays the drain of a node: which pods kubectl evicts, which budgets block them for now or " +
        "for ever, and where the scheduler puts those that come instead.",
    )
    .option("--ignore-daemonsets", "leave pods of DaemonSets, as kubectl does with this flag")
    .option("--delete-emptydir-data", "evict pods with emptyDir volumes as well")
    .option("--force", "evict pods without a controller as well: nothing creates them again");
  addObjectsOptions(command, "nodes, pods, budgets and the like")
    .option("--config <file>", "a KubeSchedulerConfiguration (default: the scheduler's own)")
    .addOption(
      new Option("--what-if <change>", "with a change made before; may be repeated").argParser(
        listed,
      ),
    )
    .option(
      "--kubernetes-version <version>",
      "the cluster's release (default: the API server's, or 1.36)",
    )
    .option("--no-search", "do not search for what would let it go on")
    .option("--all", "show every pod")
    .addOption(
      new Option("-o, --output <form>", "output format").choices(["text", "json"]).default("text"),
    )
    .optionsGroup("Cluster:");
  return addApiServerOptions(command)
    .addHelpText("after", EXAMPLES)
    .action((node: string, options: DrainOptions) => {
      refuseTwoClusters(options);
      refuseStdinTwice(...(options.objects ?? []), options.config);
      return runDrain(node, options, io);
    });
}
