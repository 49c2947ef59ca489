import { Command, Help } from "commander";
import { inOneLine } from "../../analysis/present/terminal/controls.ts";
import { wantsColor } from "../../analysis/present/terminal/style.ts";
import { wrap } from "../../analysis/present/terminal/wrap.ts";
import {
  COMMAND_NAMES,
  type CommandName,
  SUMMARIES,
} from "../../analysis/questions/options/commands.ts";
import { version } from "../../package.json";
import type { Io } from "../system/io.ts";
import { rowOf } from "./command.ts";
import { usageFailure } from "./exitCode.ts";
import { commandList, fullHelp, pathOf, shortHelp } from "./help/commandHelp.ts";
import { overview } from "./help/overview.ts";
import { whatToType } from "./help/whatToType.ts";
import { LOADERS } from "./loaders.ts";
import { asTyped } from "./programName.ts";

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
    .enablePositionalOptions();
  const isShort = words.includes("-h") && !words.includes("--help");
  const loading = { words, io, whole: () => wholeProgram(io) };
  const commands = await Promise.all(
    COMMAND_NAMES.map((name) =>
      isLoaded(name) ? LOADERS[name](loading) : new Command(name).summary(SUMMARIES[name]),
    ),
  );
  for (const command of commands) root.addCommand(command);
  // Others are only named: nothing reaches them.
  const loaded = commands.filter((command) => isLoaded(command.name()));
  for (const command of [root, ...loaded, ...loaded.flatMap((each) => each.commands)]) {
    prepare(command, isShort, io);
  }
  return root;
}

/** Nothing is printed or ended behind the back of `run`. */
function prepare(command: Command, isShort: boolean, io: Io): void {
  const isRoot = command.parent === null;
  command
    .exitOverride()
    .helpOption("-h, --help", "one screen of help; --help has all of it")
    .configureHelp({
      minWidthToWrap: 20,
      // The parser's own leaves a word that is longer than a line as it is.
      boxWrap: (text, columns) =>
        text
          .split("\n")
          .map((line) => wrap(line, columns).join("\n"))
          .join("\n"),
      visibleCommands: (each) => (isRoot ? [] : Help.prototype.visibleCommands.call({}, each)),
      formatHelp: (each, help) => {
        if (isShort) return isRoot ? overview() : shortHelp(each, help);
        if (!isRoot) return fullHelp(each, help);
        const columns = help.helpWidth ?? 80;
        return fullHelp(each, help, [commandList(columns), whatToType().join("\n")]);
      },
    })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(asTyped(text, io)),
      writeErr: (text) => void io.stderr.write(asTyped(text, io)),
      getOutHelpWidth: () => Math.min(io.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns, 100),
      getOutHasColors: () => wantsColor(io.environment, io.stdout),
      getErrHasColors: () => wantsColor(io.environment, io.stderr),
      // The parser's own words, in the form of every other error.
      outputError: (text, write) => {
        const refusal = namespaceRefusal(text, command);
        if (refusal !== null) throw usageFailure(refusal);
        write(parserError(text));
      },
    })
    .showHelpAfterError(false);
}

const OF_NAMESPACES = /^error: unknown option '(-n|--namespace|-A|--all-namespaces)/;

/** People type these with kubectl; null for another option, and for a command without pods. */
function namespaceRefusal(text: string, command: Command): string | null {
  const flag = OF_NAMESPACES.exec(text)?.[1];
  const reason = rowOf(command)?.acrossNamespaces;
  if (flag === undefined || reason === undefined) return null;
  return `${flag} does not fit ${pathOf(command)}: ${reason}; leave it out.`;
}

/** In a line, with what may have been meant in another. */
function parserError(text: string): string {
  const [, sentence = text, suggestion] =
    /^error: (.*?)(?:\n(\(Did you mean .*\)))?\n$/s.exec(text) ?? [];
  const lines = [`plimsoll: ${sentence}`, ...(suggestion === undefined ? [] : [suggestion])];
  return lines.map((line) => `${inOneLine(line)}\n`).join("");
}

/** The program's version and the digest of its core: equal cores decide alike everywhere. */
export async function versionText(): Promise<string> {
  const { moduleDigest } = await import("../system/modules.ts");
  return `plimsoll ${version}\ncore sha256 ${await moduleDigest("eviction")}\n`;
}
