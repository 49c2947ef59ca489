import type { Command } from "commander";
import { SWEEP, SWEEP_MERGE } from "../../../analysis/questions/sweep/options.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { mergeSweep } from "./sweep/mergeSweep.ts";
import { runSweep } from "./sweep/runSweep.ts";

/** `words` is the whole command line, from which other command lines are suggested. */
export function sweepCommand(words: readonly string[], io: Io): Command {
  const merge = commandOf(SWEEP_MERGE, ({ shards }, options) => {
    return mergeSweep(shards, options, words, io);
  });
  return commandOf(SWEEP, ({ captures }, options) => runSweep(captures, options, words, io))
    .enablePositionalOptions()
    .addCommand(merge);
}
