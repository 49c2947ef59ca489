import { Command } from "commander";
import { withoutControls } from "../../analysis/present/terminal/controls.ts";
import { wantsColor } from "../../analysis/present/terminal/style.ts";
import { version } from "../../package.json";
import type { Io } from "../system/io.ts";
import { moduleDigest } from "../system/modules.ts";
import { EXIT_CODE_LINES } from "./exitCode.ts";
import { asTyped } from "./programName.ts";
import { whatToType } from "./whatToType.ts";

const WHAT_TO_TYPE = whatToType().join("\n");

const EXIT_CODES = `
Exit codes:
${EXIT_CODE_LINES.map((line) => `  ${line}`).join("\n")}`;

/** Loads the commands that answer: most command lines need no others. */
async function answering(words: readonly string[], io: Io): Promise<readonly Command[]> {
  return (await import("./reading.ts")).readingCommands(words, io);
}

/** The others, in the order of the help. A daemon keeps what is loaded, so each is by itself. */
const LOADED_APART: Readonly<Record<string, (io: Io) => Promise<Command>>> = {
  playground: async (io) => (await import("./commands/playground.ts")).playgroundCommand(io),
  run: async (io) => (await import("./commands/run.ts")).runCommand(io),
  demo: async (io) => (await import("./commands/demo.ts")).demoCommand(io),
  completion: async (io) =>
    (await import("./commands/completion.ts")).completionCommand(() => program([], io), io),
};

/**
 * The commands that the words may be about. Those that are not asked for are not loaded: their
 * packages take a tenth of a second, and memory.
 */
async function commandsFor(words: readonly string[], io: Io): Promise<readonly Command[]> {
  const [first = ""] = words;
  const apart = Object.hasOwn(LOADED_APART, first) ? LOADED_APART[first] : undefined;
  if (apart !== undefined) return [await apart(io)];
  const commands = await answering(words, io);
  if (commands.some((command) => command.name() === first)) return commands;
  const others = await Promise.all(Object.values(LOADED_APART).map((load) => load(io)));
  return [...commands, ...others];
}

/** Whether a word is a command's name. */
export async function isCommand(word: string, io: Io): Promise<boolean> {
  if (Object.hasOwn(LOADED_APART, word) || word === "help") return true;
  const commands = await answering([word], io);
  return commands.some((command) => command.name() === word);
}

/** The command line: its commands, their options and their help. */
export async function program(words: readonly string[], io: Io): Promise<Command> {
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
  const commands = await commandsFor(words, io);
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
  return `plimsoll ${version}\ncore sha256 ${await moduleDigest("eviction")}\n`;
}
