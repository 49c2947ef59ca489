import type { Command } from "commander";
import { ADMIT } from "../../../analysis/questions/admit/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runAdmit } from "./admit/runAdmit.ts";

export function admitCommand(io: Io): Command {
  return commandOf(ADMIT, (_, options) => runAdmit(options, io));
}
