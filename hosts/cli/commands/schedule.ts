import type { Command } from "commander";
import { SCHEDULE } from "../../../analysis/questions/schedule/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runSchedule } from "./schedule/runSchedule.ts";

export function scheduleCommand(io: Io): Command {
  return commandOf(SCHEDULE, (_, options) => runSchedule(options, io));
}
