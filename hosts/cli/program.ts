import { Command } from "commander";
import { version } from "../../package.json";
import { coreDigest } from "../system/core.ts";
import type { Io } from "../system/io.ts";
import { adviseCommand } from "./commands/advise.ts";
import { captureCommand } from "./commands/capture.ts";
import { checkCommand } from "./commands/check.ts";
import { demoCommand } from "./commands/demo.ts";
import { diffCommand } from "./commands/diff.ts";
import { explainCommand } from "./commands/explain.ts";
import { nextCommand } from "./commands/next.ts";
import { playgroundCommand } from "./commands/playground.ts";
import { replayCommand } from "./commands/replay.ts";
import { runCommand } from "./commands/run.ts";
import { sweepCommand } from "./commands/sweep.ts";
import { EXIT_CODE_LINES } from "./exitCode.ts";
import { asTyped } from "./programName.ts";
import { withoutControls } from "./terminal/controls.ts";
import { wantsColour } from "./terminal/style.ts";
import { whatToType } from "./terminal/whatToType.ts";

const WHAT_TO_TYPE = whatToType().join("\n");

const EXIT_CODES = `
Exit codes:
${EXIT_CODE_LINES.map((line) => `  ${line}`).join("\n")}`;

/** The whole command line: every command, its options and its help. */
export function program(words: readonly string[], io: Io): Command {
  const root = new Command("plimsoll")
    .description("Replays and explains the kubelet's node-pressure evictions.")
    .option("-V, --version", "print the versions of the program and of its core")
    .helpCommand("help [command]", "print the help of a command")
    .addHelpText("after", `\n${WHAT_TO_TYPE}`);
  const commands = [
    replayCommand(words, io),
    explainCommand(io),
    diffCommand(io),
    sweepCommand(io),
    adviseCommand(io),
    nextCommand(io),
    checkCommand(io),
    captureCommand(io),
    playgroundCommand(io),
    runCommand(io),
    demoCommand(io),
  ];
  for (const command of commands) root.addCommand(command);
  for (const command of [root, ...commands, ...commands.flatMap((each) => each.commands)]) {
    prepare(command, io);
  }
  return root.addHelpText("afterAll", EXIT_CODES);
}

/** Nothing is printed or ended behind the back of `run`. */
function prepare(command: Command, io: Io): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(asTyped(text, io)),
      writeErr: (text) => void io.stderr.write(asTyped(text, io)),
      getOutHelpWidth: () => Math.min(io.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns, 100),
      getOutHasColors: () => wantsColour(io.environment, io.stdout),
      getErrHasColors: () => wantsColour(io.environment, io.stderr),
      // The parser's own words, in the form of every other error.
      outputError: (text, write) => write(withoutControls(text.replace(/^error: /, "plimsoll: "))),
    })
    .showHelpAfterError(false);
}

/** What a command line without any command prints. */
export const SHORT_HELP = `plimsoll: the kubelet's node-pressure evictions, replayed and explained

${WHAT_TO_TYPE}

plimsoll --help lists all commands; plimsoll help COMMAND has its options.
`;

/** The program's version and the digest of its core: equal cores decide alike everywhere. */
export async function versionText(): Promise<string> {
  return `plimsoll ${version}\ncore sha256 ${await coreDigest()}\n`;
}
