/** The help of a command: one screen for -h, and all of it for --help and `help`. */
import { type Command, Help, type Option } from "commander";
import { hang, wrap } from "../../../analysis/present/terminal/wrap.ts";
import { COMMAND_GROUPS } from "../../../analysis/questions/options/commands.ts";
import { MOST_USED } from "../../../analysis/questions/options/mostUsed.ts";
import {
  type CommandRow,
  type ExampleTable,
  flagOf,
} from "../../../analysis/questions/options/row.ts";
import { rowOf } from "../command.ts";
import { exitCodes } from "../exitCode.ts";
import { wrapCommand, wrapped } from "./wrapped.ts";

/** What a shell would take for a redirection. */
const SHELL_CHARACTERS = /[<>]/;
/** The rows of a terminal, but for the prompt above and below. */
const SCREEN_LINES = 22;
const EXAMPLES_MAX = 3;
const FLAGS_COLUMNS_MAX = 30;

/** The words that name a command, without the program. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? "" : `${pathOf(parent)} ${command.name()}`.trim();
}

/** Everything about a command; `more` is what the program itself adds. */
export function fullHelp(command: Command, help: Help, more: readonly string[] = []): string {
  const columns = help.helpWidth ?? 80;
  const row = rowOf(command);
  const own = row === undefined ? [] : paragraphsOf(row, columns);
  const codes = exitCodes(pathOf(command)).flatMap(([code, meaning]) =>
    hang(`  ${code}  `, meaning, columns),
  );
  const parts = [...own, ...more, ["Exit codes:", ...codes].join("\n")];
  const options = Help.prototype.formatHelp.call(help, command, help).trimEnd();
  return `${[options, ...parts].join("\n\n")}\n`;
}

function paragraphsOf(row: CommandRow, columns: number): string[] {
  const { tables = [], before = [], examples = [], after = [] } = row;
  const title = examples.length === 1 ? "Example:" : "Examples:";
  const shown = examples.length === 0 ? [] : [[title, ...examplesOf(examples, columns)].join("\n")];
  const below = typeof after === "string" ? [after] : after;
  const lines = below.flatMap((part) =>
    typeof part === "string" ? wrapped(part, columns) : hang("  ", `${part.join("; ")}.`, columns),
  );
  return [
    ...tables.map((table) => tableText(table)),
    ...before.map((part) => wrapped(part, columns).join("\n")),
    ...shown,
    ...(lines.length === 0 ? [] : [lines.join("\n")]),
  ];
}

function examplesOf(examples: readonly string[], columns: number): string[] {
  return examples.flatMap((line) => (line === "" ? [""] : wrapCommand(line, columns, "  ")));
}

function tableText({ title, rows }: ExampleTable): string {
  const lines = Object.entries(rows).map(([name, { example }]) => {
    return `  ${flagOf(name)} ${SHELL_CHARACTERS.test(example) ? `'${example}'` : example}`;
  });
  return [title, ...lines].join("\n");
}

/** What a command is for, the options that most people need, and how to see the others. */
export function shortHelp(command: Command, help: Help): string {
  const columns = Math.min(help.helpWidth ?? 80, 80);
  const [first = "", ...more] = wrap(`Usage: ${help.commandUsage(command)}`, columns);
  const about = wrap(help.commandDescription(command), columns);
  const examples = rowOf(command)?.examples?.filter((line) => line !== "") ?? [];
  const shown = examples
    .map((line) => wrapCommand(line, columns, "  "))
    .filter((lines) => lines.length === 1)
    .slice(0, EXAMPLES_MAX)
    .flat();
  const head = [first, ...more.map((line) => `  ${line}`), "", ...about, ""];
  const foot = [
    ...(shown.length === 0 ? [] : ["", "Examples:", ...shown]),
    "",
    `All options: plimsoll ${pathOf(command)} --help`,
  ];
  const rows = [...commandRows(command, help), ...optionRows(command, help)];
  const body = fitting(rows, SCREEN_LINES - head.length - foot.length, columns);
  return `${[...head, ...body, ...foot].join("\n")}\n`;
}

type HelpRow = readonly [term: string, description: string];

function commandRows(command: Command, help: Help): HelpRow[] {
  const below = help.visibleCommands(command).filter((each) => each.name() !== "help");
  return below.map((each) => [each.name(), help.subcommandDescription(each)]);
}

function optionRows(command: Command, help: Help): HelpRow[] {
  const rank = (option: Option) => {
    const at = MOST_USED.indexOf(option.attributeName());
    return at < 0 ? MOST_USED.length : at;
  };
  const options = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  return options
    .sort((a, b) => rank(a) - rank(b))
    .map((option) => [help.optionTerm(option), gistOf(option)]);
}

/** The first clause of a description; the values, where it explains one after the other. */
function gistOf({ description, argChoices: [first, ...more] = [] }: Option): string {
  if (first !== undefined && description.startsWith(`${first}: `)) {
    return [first, ...more].join(", ");
  }
  return description.replace(/(?:;| \(default).*$/s, "");
}

/** As many rows as fit, from the first one. */
function fitting(rows: readonly HelpRow[], lines: number, columns: number): string[] {
  const widths = rows.map(([term]) => term.length).filter((width) => width <= FLAGS_COLUMNS_MAX);
  const width = Math.max(0, ...widths) + 2;
  const found: string[] = [];
  for (const [term, description] of rows) {
    const next =
      term.length > FLAGS_COLUMNS_MAX
        ? [`  ${term}`, ...hang(" ".repeat(width + 2), description, columns)]
        : hang(`  ${term.padEnd(width)}`, description, columns);
    if (found.length + next.length > lines) break;
    found.push(...next);
  }
  return found;
}

/** All commands by what people work on, for the help of the program. */
export function commandList(columns: number): string {
  const lines = Object.entries(COMMAND_GROUPS).flatMap(([group, commands]) => [
    `${group}:`,
    ...Object.entries(commands).flatMap(([name, summary]) =>
      hang(`  ${name.padEnd(COMMAND_COLUMNS)}`, summary, columns),
    ),
  ]);
  return lines.join("\n");
}

const COMMAND_COLUMNS = 12;
