import type { Command } from "commander";
import { ADMIT } from "../../../analysis/questions/admit/options.ts";
import { askedPodOf, withObjectFiles } from "../../../analysis/questions/options/objects.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { refuseFileAsName } from "../input/givenInstead.ts";
import { runAdmit } from "./admit/runAdmit.ts";

export function admitCommand(io: Io): Command {
  return commandOf(ADMIT, async ({ pod, file }, options) => {
    await refuseFileAsName("admit", pod, file);
    const asked = askedPodOf(pod, options.namespace);
    await runAdmit({ ...withObjectFiles(options, file), pod: asked }, io);
  });
}
