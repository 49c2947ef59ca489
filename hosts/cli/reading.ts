/** The commands that read what was recorded or what a cluster says, and end. */
import type { Command } from "commander";
import type { Io } from "../system/io.ts";
import { admitCommand } from "./commands/admit.ts";
import { adviseCommand } from "./commands/advise.ts";
import { captureCommand } from "./commands/capture.ts";
import { checkCommand } from "./commands/check.ts";
import { diffCommand } from "./commands/diff.ts";
import { drainCommand } from "./commands/drain.ts";
import { explainCommand } from "./commands/explain.ts";
import { nextCommand } from "./commands/next.ts";
import { oomCommand } from "./commands/oom.ts";
import { replayCommand } from "./commands/replay.ts";
import { scheduleCommand } from "./commands/schedule.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { sweepCommand } from "./commands/sweep.ts";

/** In the order of the help. */
export function readingCommands(words: readonly string[], io: Io): readonly Command[] {
  return [
    replayCommand(words, io),
    explainCommand(io),
    diffCommand(io),
    sweepCommand(io),
    adviseCommand(io),
    nextCommand(io),
    oomCommand(io),
    scheduleCommand(io),
    drainCommand(io),
    simulateCommand(io),
    admitCommand(io),
    checkCommand(io),
    captureCommand(io),
  ];
}
