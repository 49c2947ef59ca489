import type { Command } from "commander";
import { ADMIT } from "../../../analysis/questions/admit/options.ts";
import { askedPodOf } from "../../../analysis/questions/options/objects.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runAdmit } from "./admit/runAdmit.ts";

export function admitCommand(io: Io): Command {
  return commandOf(ADMIT, ({ pod }, options) =>
    runAdmit({ ...options, pod: askedPodOf(pod, options.namespace) }, io),
  );
}
