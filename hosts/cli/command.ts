/** The parser's command of a row: its options, its help, and what is refused before it runs. */
import { Command, InvalidArgumentError, Option } from "commander";
import { type Given, refusalOf } from "../../analysis/questions/options/refusal.ts";
import {
  type ArgumentRows,
  type ArgumentsOf,
  type CommandRow,
  flagOf,
  OptionError,
  type OptionRow,
  type OptionRows,
  type OptionsOf,
} from "../../analysis/questions/options/row.ts";
import { usageFailure } from "./exitCode.ts";

const rows = new WeakMap<Command, CommandRow>();

/** The row that a command was made of; undefined for a group of commands. */
export function rowOf(command: Command): CommandRow | undefined {
  return rows.get(command);
}

/** `run` gets arguments and options when they go together. */
export function commandOf<Options extends OptionRows, Arguments extends ArgumentRows>(
  row: CommandRow<Options, Arguments>,
  run: (given: ArgumentsOf<Arguments>, options: OptionsOf<Options>) => Promise<void>,
): Command {
  const { name, summary, description } = row;
  const texts = new Map<string, string[]>();
  const command = new Command(name).summary(summary).description(description);
  rows.set(command, row);
  for (const [argument, { isRequired, repeats, description }] of argumentsOf(row)) {
    const shown = repeats ? `${argument}...` : argument;
    command.argument(isRequired ? `<${shown}>` : `[${shown}]`, description);
  }
  for (const [option, each] of Object.entries(row.options)) {
    command.addOption(optionOf(option, each, texts));
  }
  for (const { rows } of row.tables ?? []) {
    for (const [option, each] of Object.entries(rows)) {
      command.addOption(optionOf(option, each, texts).hideHelp());
    }
  }
  return command.action(async () => {
    refuseOptionsBefore(command);
    const named = namedArguments(row, command.processedArgs);
    const refusal = refusalOf(row, givenTo(command, named, texts));
    if (refusal !== null) throw usageFailure(refusal);
    await run(named as ArgumentsOf<Arguments>, command.opts() as OptionsOf<Options>);
  });
}

function optionOf(name: string, row: OptionRow, texts: Map<string, string[]>): Option {
  const { short, argument, choices, default: preset } = row;
  const flag = `${flagOf(name, row)}${argument === undefined ? "" : ` ${argument}`}`;
  const option = new Option(short === undefined ? flag : `-${short}, ${flag}`, row.description);
  if (row.group !== undefined) option.helpGroup(`${row.group}:`);
  if (row.isRequired) option.makeOptionMandatory();
  if (choices !== undefined) option.choices(choices);
  const chosen = option.parseArg;
  if (argument === undefined) return option;
  if (preset !== undefined) {
    const value = parsed(row, preset, []);
    if (typeof value === "string") option.default(value);
    else option.default(value, preset);
  }
  // The parser calls it for each value; the first of them does not follow another.
  return option.argParser((text: string, before: unknown) => {
    const all = texts.get(name) ?? [];
    const earlier = all.length === 0 ? [] : (before as readonly unknown[]);
    // If an option does not repeat, the last value counts.
    texts.set(name, row.repeats ? [...all, text] : [text]);
    if (choices !== undefined) chosen?.(text, undefined);
    const value = parsed(row, text, earlier);
    return row.repeats ? [...earlier, value] : value;
  });
}

function parsed(row: OptionRow, text: string, before: readonly unknown[]): unknown {
  try {
    return row.parse === undefined ? text : row.parse(text, before as readonly never[]);
  } catch (error) {
    if (error instanceof OptionError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function argumentsOf({ arguments: all = {} }: CommandRow) {
  return Object.entries(all);
}

function namedArguments(row: CommandRow, values: readonly unknown[]): Record<string, unknown> {
  const named = argumentsOf(row).map(([name], index) => [name, values[index]]);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

function givenTo(
  command: Command,
  named: Readonly<Record<string, unknown>>,
  texts: ReadonlyMap<string, readonly string[]>,
): Given {
  const given = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(named)) {
    const all = [value].flat() as string[];
    if (all.length > 0) given.set(name, all);
  }
  for (const option of command.options) {
    const name = option.attributeName();
    if (isGiven(command, option)) given.set(name, texts.get(name) ?? []);
  }
  return given;
}

function isGiven(command: Command, option: Option): boolean {
  return command.getOptionValueSource(option.attributeName()) === "cli";
}

/** Options of the command above would be ignored. */
function refuseOptionsBefore(command: Command): void {
  const { parent } = command;
  const given = parent?.parent && parent.options.find((option) => isGiven(parent, option));
  if (!given) return;
  throw usageFailure(`Put ${given.long} after \`${command.name()}\`.`);
}
