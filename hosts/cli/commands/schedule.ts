import type { Command } from "commander";
import { askedPodOf, withObjectFiles } from "../../../analysis/questions/options/objects.ts";
import { SCHEDULE } from "../../../analysis/questions/schedule/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { refuseFileAsName } from "../input/givenInstead.ts";
import { runSchedule } from "./schedule/runSchedule.ts";

export function scheduleCommand(io: Io): Command {
  return commandOf(SCHEDULE, async ({ pod, file }, options) => {
    await refuseFileAsName("schedule", pod, file);
    const asked = askedPodOf(pod, options.namespace);
    await runSchedule({ ...withObjectFiles(options, file), pod: asked }, io);
  });
}
