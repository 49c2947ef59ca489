/**
 * The commands, each loaded when it is asked for: a command line asks for one, and the packages of
 * the others take time and a daemon's memory.
 */
import type { Command } from "commander";
import type { CommandName } from "../../analysis/questions/options/commands.ts";
import type { Io } from "../system/io.ts";

/** `words` is the whole command line; `whole` makes the program with every command in it. */
export interface Loading {
  readonly words: readonly string[];
  readonly io: Io;
  whole(): Promise<Command>;
}

export const LOADERS: Readonly<Record<CommandName, (loading: Loading) => Promise<Command>>> = {
  explain: async ({ words, io }) => {
    return (await import("./commands/explain.ts")).explainCommand(words, io);
  },
  replay: async ({ words, io }) => {
    return (await import("./commands/replay.ts")).replayCommand(words, io);
  },
  next: async ({ io }) => (await import("./commands/next.ts")).nextCommand(io),
  oom: async ({ io }) => (await import("./commands/oom.ts")).oomCommand(io),
  schedule: async ({ io }) => (await import("./commands/schedule.ts")).scheduleCommand(io),
  drain: async ({ words, io }) => {
    return (await import("./commands/drain.ts")).drainCommand(words, io);
  },
  admit: async ({ io }) => (await import("./commands/admit.ts")).admitCommand(io),
  simulate: async ({ io }) => (await import("./commands/simulate.ts")).simulateCommand(io),
  check: async ({ io }) => (await import("./commands/check.ts")).checkCommand(io),
  advise: async ({ io }) => (await import("./commands/advise.ts")).adviseCommand(io),
  diff: async ({ words, io }) => (await import("./commands/diff.ts")).diffCommand(words, io),
  sweep: async ({ words, io }) => (await import("./commands/sweep.ts")).sweepCommand(words, io),
  upgrade: async ({ words, io }) => {
    return (await import("./commands/upgrade.ts")).upgradeCommand(words, io);
  },
  run: async ({ io }) => (await import("./commands/run.ts")).runCommand(io),
  capture: async ({ io }) => (await import("./commands/capture.ts")).captureCommand(io),
  playground: async ({ io }) => (await import("./commands/playground.ts")).playgroundCommand(io),
  demo: async ({ io }) => (await import("./commands/demo.ts")).demoCommand(io),
  completion: async ({ whole, io }) => {
    return (await import("./commands/completion.ts")).completionCommand(whole, io);
  },
};
