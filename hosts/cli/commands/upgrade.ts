import type { Command } from "commander";
import { UPGRADE } from "../../../analysis/questions/upgrade/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { runUpgrade } from "./upgrade/runUpgrade.ts";

export function upgradeCommand(words: readonly string[], io: Io): Command {
  return commandOf(UPGRADE, ({ file }, options) => runUpgrade(file, options, words, io));
}
