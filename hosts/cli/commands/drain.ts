import type { Command } from "commander";
import { DRAIN } from "../../../analysis/questions/drain/options.ts";
import { withObjectFiles } from "../../../analysis/questions/options/objects.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runDrain } from "./drain/runDrain.ts";

export function drainCommand(words: readonly string[], io: Io): Command {
  return commandOf(DRAIN, ({ node, file }, options) =>
    runDrain(node, withObjectFiles(options, file), words, io),
  );
}
