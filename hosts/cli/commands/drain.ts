import type { Command } from "commander";
import { DRAIN } from "../../../analysis/questions/drain/options.ts";
import { withObjectFiles } from "../../../analysis/questions/options/objects.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { refuseFileAsName } from "../input/givenInstead.ts";
import { runDrain } from "./drain/runDrain.ts";

export function drainCommand(words: readonly string[], io: Io): Command {
  return commandOf(DRAIN, async ({ node, file }, options) => {
    await refuseFileAsName("drain", node, file);
    await runDrain(node, withObjectFiles(options, file), words, io);
  });
}
