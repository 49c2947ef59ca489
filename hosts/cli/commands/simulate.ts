import type { Command } from "commander";
import { CLUSTER, CLUSTER_EXPLAIN } from "../../../analysis/questions/simulate/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { explainSimulation } from "./cluster/explainSimulation.ts";
import { runCluster } from "./cluster/runCluster.ts";

export function clusterCommand(io: Io): Command {
  return commandOf(CLUSTER, (_, options) => runCluster(options, io))
    .enablePositionalOptions()
    .addCommand(commandOf(CLUSTER_EXPLAIN, (_, options) => explainSimulation(options, io)));
}
