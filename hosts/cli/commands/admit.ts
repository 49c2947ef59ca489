import type { Command } from "commander";
import { ADMIT } from "../../../analysis/questions/admit/options.ts";
import { askedPodOf, withObjectFiles } from "../../../analysis/questions/options/objects.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runAdmit } from "./admit/runAdmit.ts";

export function admitCommand(io: Io): Command {
  return commandOf(ADMIT, ({ pod, file }, options) =>
    runAdmit({ ...withObjectFiles(options, file), pod: askedPodOf(pod, options.namespace) }, io),
  );
}
