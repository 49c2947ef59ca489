import { type Command, CommanderError } from "commander";
import { withoutControls } from "../../analysis/present/terminal/controls.ts";
import { hang } from "../../analysis/present/terminal/wrap.ts";
import { OptionError } from "../../analysis/questions/options/row.ts";
import { InstallationError, SettingError } from "../system/errors.ts";
import type { Io } from "../system/io.ts";
import { inputSentence, printError } from "./errors.ts";
import { ExitCode, Failure, Findings, usageFailure } from "./exitCode.ts";
import { startScreen } from "./help/overview.ts";
import { withSafeJson } from "./jsonOutput.ts";
import { holdingNotes, releaseNotes } from "./notes.ts";
import { isCommand, program, versionText, wholeProgram } from "./program.ts";
import { asTyped } from "./programName.ts";

/** Command lines without a command. */
const PLAIN = new Map<string, (io: Io) => string | Promise<string>>([
  ["", startScreen],
  ["-V", versionText],
  ["--version", versionText],
  ["version", versionText],
]);

/** Runs a command line (without the program's name) and says how it ended. */
export function run(words: readonly string[], io: Io): Promise<ExitCode> {
  return endOf(io, async () => {
    const isPiped = isWithoutName(words) && (await isAnythingPiped(io));
    const typed = isPiped ? ["-", ...words] : words;
    const plain = PLAIN.get(typed.join(" "));
    if (plain === undefined) return answerWithNotes(typed, io);
    await io.stdout.write(asTyped(await plain(io), io));
    return ExitCode.Ok;
  });
}

async function endOf(io: Io, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Findings) return ExitCode.Findings;
    // The parser has printed its own message already.
    if (error instanceof CommanderError) {
      if (error.code === UNKNOWN_OPTION) await printOthersWith(error.message, io);
      return error.exitCode === 0 ? ExitCode.Ok : ExitCode.Usage;
    }
    const { exitCode, sentence, trace } = described(error);
    await releaseNotes(io);
    await printError(sentence, io);
    if (trace !== undefined) await io.stderr.write(`${withoutControls(trace)}\n`);
    return exitCode;
  }
}

const UNKNOWN_OPTION = "commander.unknownOption";

/** The commands with an option that the typed command lacks. */
async function printOthersWith(message: string, io: Io): Promise<void> {
  const flag = /'(--[\w-]+)/.exec(message)?.[1];
  if (flag === undefined) return;
  const named = commandsWith(await wholeProgram(io), flag, []);
  if (named.length === 0) return;
  const own = `(${named.join(", ")} ${named.length > 1 ? "have" : "has"} ${flag}.)`;
  const { isTerminal, columns } = io.stderr;
  const lines = isTerminal ? hang("", asTyped(own, io), columns) : [asTyped(own, io)];
  await io.stderr.write(`${lines.join("\n")}\n`);
}

function commandsWith(command: Command, flag: string, before: readonly string[]): string[] {
  const path = [...before, command.name()];
  const own = command.options.some(({ long, hidden }) => long === flag && !hidden);
  return [
    ...(own ? [path.join(" ")] : []),
    ...command.commands.flatMap((each) => commandsWith(each, flag, path)),
  ];
}

const OWN_OPTIONS: ReadonlySet<string> = new Set(["-h", "--help", "-V", "--version"]);

/** Whether the words name neither a command nor a file: what is piped is asked about. */
function isWithoutName([first]: readonly string[]): boolean {
  return first === undefined || (/^-./.test(first) && !OWN_OPTIONS.has(first));
}

async function isAnythingPiped(io: Io): Promise<boolean> {
  if (!io.hasStdin || io.beginningOfStdin === undefined) return false;
  return (await io.beginningOfStdin(1)).length > 0;
}

/** A daemon prints its notes as they come. */
async function answerWithNotes(words: readonly string[], io: Io): Promise<ExitCode> {
  if (words[0] === "run") return answer(words, io);
  const holding = holdingNotes(io);
  try {
    return await answer(words, holding);
  } finally {
    await releaseNotes(holding);
  }
}

/** Runs a command, or those that answer about files given without one, one after the other. */
async function answer(words: readonly string[], io: Io): Promise<ExitCode> {
  const [first = ""] = words;
  const isOption = first.startsWith("-") && first !== "-";
  if (isOption || isCommand(first) || first === "help") return parse(words, withSafeJson(io));
  const { answerGiven } = await import("./answerGiven.ts");
  return answerGiven(words, io, {
    parse: (typed, own) => parse(typed, withSafeJson(own)),
    endOf,
  });
}

async function parse(words: readonly string[], io: Io): Promise<ExitCode> {
  const root = await program(words, { ...io, words });
  await root.parseAsync(withExample(helpWords(words, root)), { from: "user" });
  return ExitCode.Ok;
}

/** The parser would refuse a last `--example`; an empty name there lists all names. */
function withExample(words: readonly string[]): readonly string[] {
  return words.at(-1) === "--example" ? [...words, ""] : words;
}

/** `help capture pack` is `capture pack --help`. The parser takes one name, and any. */
function helpWords(words: readonly string[], root: Command): readonly string[] {
  const [first, ...names] = words;
  if (first !== "help" || names.length === 0) return words;
  let commands = root.commands;
  for (const name of names.filter((word) => !word.startsWith("-"))) {
    const found = commands.find((command) => command.name() === name);
    if (found === undefined && name !== "help") throw unknownCommand(name, commands);
    commands = found?.commands ?? [];
  }
  return [...names.filter((name) => name !== "help"), "--help"];
}

function unknownCommand(name: string, commands: readonly Command[]): Failure {
  const names = commands.map((command) => command.name()).join(", ");
  const choice = names === "" ? "it has no commands of its own" : `the commands are ${names}`;
  return usageFailure(`unknown command '${name}'; ${choice}.`);
}

/** How V8 says that it cannot reserve addresses for the memory of a module. */
const WITHOUT_ADDRESSES = /^WebAssembly\.\w+\(\): (?:Out of memory|could not allocate memory)/;
const NO_ADDRESSES =
  "no address space for a WebAssembly module, for which V8 reserves some 10 GiB; raise the limit " +
  "of this shell or batch job (ulimit -v unlimited).";

/** The one place that chooses the exit code of an error from below. */
interface Described {
  readonly exitCode: ExitCode;
  readonly sentence: string;
  /** Where a defect of ours is. */
  readonly trace?: string;
}

function described(error: unknown): Described {
  if (error instanceof Failure) return { exitCode: error.exitCode, sentence: error.message };
  if (error instanceof SettingError || error instanceof OptionError) {
    return { exitCode: ExitCode.Usage, sentence: error.message };
  }
  if (error instanceof InstallationError) {
    return { exitCode: ExitCode.Internal, sentence: error.message };
  }
  if (error instanceof RangeError && WITHOUT_ADDRESSES.test(error.message)) {
    return { exitCode: ExitCode.Input, sentence: NO_ADDRESSES };
  }
  const input = inputSentence(error);
  if (input !== null) return { exitCode: ExitCode.Input, sentence: input };
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const sentence = "This is a bug in plimsoll; report it with the input and these lines.";
  return { exitCode: ExitCode.Internal, sentence, trace };
}
