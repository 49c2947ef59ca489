import type { Command } from "commander";
import { askedPodOf, withObjectFiles } from "../../../analysis/questions/options/objects.ts";
import { SCHEDULE } from "../../../analysis/questions/schedule/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runSchedule } from "./schedule/runSchedule.ts";

export function scheduleCommand(io: Io): Command {
  return commandOf(SCHEDULE, ({ pod, file }, options) =>
    runSchedule({ ...withObjectFiles(options, file), pod: askedPodOf(pod, options.namespace) }, io),
  );
}
