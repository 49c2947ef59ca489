import { Command } from "commander";
import { withoutControls } from "../../analysis/present/terminal/controls.ts";
import { wantsColor } from "../../analysis/present/terminal/style.ts";
import {
  COMMAND_NAMES,
  type CommandName,
  SUMMARIES,
} from "../../analysis/questions/options/commands.ts";
import { version } from "../../package.json";
import type { Io } from "../system/io.ts";
import { EXIT_CODE_LINES } from "./exitCode.ts";
import { LOADERS } from "./loaders.ts";
import { asTyped } from "./programName.ts";
import { whatToType } from "./whatToType.ts";

const WHAT_TO_TYPE = whatToType().join("\n");

const EXIT_CODES = `
Exit codes:
${EXIT_CODE_LINES.map((line) => `  ${line}`).join("\n")}`;

/** Whether a word is a command's name. */
export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(LOADERS, word);
}

/** The command line that the words are about; other commands have a name and a summary only. */
export async function program(words: readonly string[], io: Io): Promise<Command> {
  const asked = words.find((word) => word !== "help" && !word.startsWith("-")) ?? "";
  return programWith((name) => name === asked, words, io);
}

/** Every command with its options and their help. */
export async function wholeProgram(io: Io): Promise<Command> {
  return programWith(() => true, [], io);
}

async function programWith(
  isLoaded: (name: string) => boolean,
  words: readonly string[],
  io: Io,
): Promise<Command> {
  const root = new Command("plimsoll")
    .description(
      "Explains and simulates the decisions of the kubelet, kube-scheduler and the OOM killer.",
    )
    .usage("[options] [command | FILE… | -]")
    .option("-V, --version", "print the versions of the program and of its core")
    .helpCommand("help [command...]", "print the help of a command")
    // An option behind a command is that command's, whatever the ones above it have.
    .enablePositionalOptions()
    .addHelpText("after", `\n${WHAT_TO_TYPE}`);
  const loading = { words, io, whole: () => wholeProgram(io) };
  const commands = await Promise.all(
    COMMAND_NAMES.map((name) =>
      isLoaded(name) ? LOADERS[name](loading) : new Command(name).summary(SUMMARIES[name]),
    ),
  );
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
      getOutHasColors: () => wantsColor(io.environment, io.stdout),
      getErrHasColors: () => wantsColor(io.environment, io.stderr),
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
  const { moduleDigest } = await import("../system/modules.ts");
  return `plimsoll ${version}\ncore sha256 ${await moduleDigest("eviction")}\n`;
}
