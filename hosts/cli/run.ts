import { type Command, CommanderError } from "commander";
import { InstallationError, SettingError } from "../system/errors.ts";
import type { Io } from "../system/io.ts";
import { inputSentence, printError } from "./errors.ts";
import { ExitCode, Failure, Findings, usageFailure } from "./exitCode.ts";
import { program, SHORT_HELP, versionText } from "./program.ts";
import { asTyped } from "./programName.ts";

/** Command lines without a command. */
const PLAIN = new Map<string, () => string | Promise<string>>([
  ["", () => SHORT_HELP],
  ["-V", versionText],
  ["--version", versionText],
]);

/** Runs a command line (without the program's name) and says how it ended. */
export async function run(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const root = program(words, io);
    const plain = PLAIN.get(words.join(" "));
    refuseUnknownHelp(words, root);
    if (plain === undefined) await root.parseAsync(words, { from: "user" });
    else await io.stdout.write(asTyped(await plain(), io));
    return ExitCode.Ok;
  } catch (error) {
    if (error instanceof Findings) return ExitCode.Findings;
    // The parser has printed its own message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    const { exitCode, sentence } = described(error);
    await printError(sentence, io);
    return exitCode;
  }
}

/** The parser prints its general help for a command that there is not. */
function refuseUnknownHelp([first, name]: readonly string[], root: Command): void {
  if (first !== "help" || name === undefined || name.startsWith("-")) return;
  if (root.commands.some((command) => command.name() === name) || name === "help") return;
  const names = root.commands.map((command) => command.name()).join(", ");
  throw usageFailure(`unknown command '${name}'; the commands are ${names}.`);
}

/** The one place that chooses the exit code of an error from below. */
function described(error: unknown): { exitCode: ExitCode; sentence: string } {
  if (error instanceof Failure) return { exitCode: error.exitCode, sentence: error.message };
  if (error instanceof SettingError) return { exitCode: ExitCode.Usage, sentence: error.message };
  if (error instanceof InstallationError) {
    return { exitCode: ExitCode.Internal, sentence: error.message };
  }
  const input = inputSentence(error);
  if (input !== null) return { exitCode: ExitCode.Input, sentence: input };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const ask = "This is a defect of plimsoll; report it with the input and these lines.";
  return { exitCode: ExitCode.Internal, sentence: `${ask}\n${stack}` };
}
