import type { Command } from "commander";
import { SIMULATE, SIMULATE_EXPLAIN } from "../../../analysis/questions/simulate/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { explainSimulation } from "./simulate/explainSimulation.ts";
import { runSimulation } from "./simulate/runSimulation.ts";

export function simulateCommand(io: Io): Command {
  return commandOf(SIMULATE, (_, options) => runSimulation(options, io))
    .enablePositionalOptions()
    .addCommand(commandOf(SIMULATE_EXPLAIN, (_, options) => explainSimulation(options, io)));
}
