import type { Command, Option } from "commander";
import { SUMMARIES } from "../../../analysis/questions/options/commands.ts";
import {
  type CommandRow,
  commandRow,
  flagOf,
  type OptionRow,
  type ValueKind,
} from "../../../analysis/questions/options/row.ts";
import { exampleClusterNames, listExamples } from "../../system/examples.ts";
import type { Io } from "../../system/io.ts";
import { commandOf, rowOf } from "../command.ts";
import { bashCompletion } from "../completion/bash.ts";
import type { CompletedCommand, CompletedOption, CompletedValue } from "../completion/completed.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";
import { usageFailure } from "../exitCode.ts";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
const NAMES = Object.keys(SHELLS);

const COMPLETION = commandRow({
  name: "completion",
  summary: SUMMARIES.completion,
  description: "Prints a script with which a shell completes commands, options and values.",
  arguments: { shell: { description: `one of ${NAMES.join(", ")}`, isRequired: true } },
  options: {},
  examples: [
    "source <(plimsoll completion bash)      # in ~/.bashrc",
    "source <(plimsoll completion zsh)       # in ~/.zshrc, after compinit",
    "plimsoll completion fish | source       # in ~/.config/fish/config.fish",
  ],
});

/** `root` is the whole program: every command with its options. */
export function completionCommand(root: () => Promise<Command>, io: Io): Command {
  return commandOf(COMPLETION, async ({ shell }) => {
    if (!Object.hasOwn(SHELLS, shell)) {
      throw usageFailure(`${shell}: there is no completion for it; choose ${NAMES.join(", ")}.`);
    }
    const names = { example: (await listExamples()).map(({ name }) => name) };
    const known = { ...names, cluster: await exampleClusterNames() };
    const tree = completed([], await root(), known);
    await io.stdout.write(SHELLS[shell as keyof typeof SHELLS](tree));
  });
}

type KnownNames = Partial<Readonly<Record<ValueKind, readonly string[]>>>;

function completed(
  above: readonly string[],
  command: Command,
  known: KnownNames,
): CompletedCommand {
  const words = [...above, command.name()];
  const row = rowOf(command);
  const commands = command.commands.map((each) => completed(words, each, known));
  const visible = command.createHelp().visibleOptions(command);
  const hidden = command.options.filter((option) => option.hidden);
  return {
    words,
    summary: command.summary(),
    options: [...visible, ...hidden].map((option) => optionOf(option, row, known)),
    commands,
    value: argumentOf(command, row, known),
  };
}

function optionOf(option: Option, row: CommandRow | undefined, known: KnownNames): CompletedOption {
  const { long, short, description } = option;
  const takesValue = option.required || option.optional;
  return {
    flags: [long, short].flatMap((flag) => flag ?? []),
    description,
    value: takesValue ? valueWith(optionRow(option, row), known) : null,
  };
}

function optionRow({ long }: Option, row: CommandRow | undefined): OptionRow | undefined {
  const own = Object.entries(row?.options ?? {});
  return own.find(([name, each]) => flagOf(name, each) === long)?.[1];
}

/** The program takes files without a command. */
function argumentOf(
  command: Command,
  row: CommandRow | undefined,
  known: KnownNames,
): CompletedValue {
  if (command.parent === null && command.commands.length > 0) return { of: "files" };
  if (row?.name === COMPLETION.name) return { of: "names", names: NAMES };
  // One that repeats is the last: files may follow the name of a node or pod.
  const argument = Object.values(row?.arguments ?? {}).at(-1);
  return argument === undefined ? { of: "nothing" } : valueWith(argument, known);
}

function valueWith(
  row: Pick<OptionRow, "choices" | "value"> | undefined,
  known: KnownNames,
): CompletedValue {
  if (row?.choices !== undefined) return { of: "names", names: row.choices };
  const names = row?.value === undefined ? undefined : known[row.value];
  if (names !== undefined) return { of: "names", names };
  if (row?.value === "folder") return { of: "folders" };
  const isFile = row?.value === "file" || row?.value === "input" || row?.value === "path";
  return isFile ? { of: "files" } : { of: "nothing" };
}
