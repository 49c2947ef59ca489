/** The commands that serve pages or stay: they need a server and its packages. */
import type { Command } from "commander";
import type { Io } from "../system/io.ts";
import { demoCommand } from "./commands/demo.ts";
import { playgroundCommand } from "./commands/playground.ts";
import { runCommand } from "./commands/run.ts";

/** In the order of the help. */
export function servingCommands(io: Io): readonly Command[] {
  return [playgroundCommand(io), runCommand(io), demoCommand(io)];
}
