/** The reference of the commands, a page each, from the same rows as their options and help. */
import type { Command } from "commander";
import { hang } from "../../analysis/present/terminal/wrap.ts";
import {
  type CommandRow,
  type ExampleTable,
  flagOf,
  type OptionRow,
} from "../../analysis/questions/options/row.ts";
import { rowOf } from "../../hosts/cli/command.ts";
import { exitCodes } from "../../hosts/cli/exitCode.ts";
import { wholeProgram } from "../../hosts/cli/program.ts";
import type { Io, Output } from "../../hosts/system/io.ts";

const TEXT_COLUMNS = 90;

/** Pages about what a command answers, from docs/reference/commands. */
const RELATED: Readonly<Record<string, readonly (readonly [title: string, path: string])[]>> = {
  admit: [
    ["Why does the node reject my pod?", "../../how-to/rejected.md"],
    ["The kubelet's admission", "../admission.md"],
  ],
  advise: [["Which thresholds should I set?", "../../how-to/choose-thresholds.md"]],
  capture: [
    ["How do I record a node?", "../../how-to/record-a-node.md"],
    ["How do I explain an eviction from Prometheus?", "../../how-to/from-prometheus.md"],
    ["Formats", "../formats.md"],
  ],
  check: [
    ["How do I check configurations in CI?", "../../how-to/check-in-ci.md"],
    ["Configuration formats", "../../../analysis/read/kubelet/README.md"],
  ],
  diff: [["Does a new kubelet release change what is evicted?", "../../how-to/upgrade.md"]],
  drain: [
    ["Why does kubectl drain not finish?", "../../how-to/drain-stuck.md"],
    ["Draining a node", "../drain.md"],
  ],
  explain: [
    ["Why was my pod evicted?", "../../how-to/evicted.md"],
    ["How the kubelet picks a pod", "../../explanation/how-the-kubelet-picks-a-pod.md"],
  ],
  next: [
    ["Which node evicts next?", "../../how-to/before-it-happens.md"],
    ["Rights", "../rights.md"],
  ],
  oom: [
    ["Why was my container OOMKilled?", "../../how-to/oomkilled.md"],
    ["Kills of the kernel's OOM killer", "../oom.md"],
  ],
  playground: [["How do I share an incident?", "../../how-to/share-an-incident.md"]],
  replay: [["Why was my pod evicted?", "../../how-to/evicted.md"]],
  run: [["How do I run the daemon?", "../../how-to/run-the-daemon.md"]],
  schedule: [
    ["Why is my pod pending?", "../../how-to/pending.md"],
    ["Where a pod is placed", "../scheduler.md"],
  ],
  simulate: [
    ["Why is my pod evicted again and again?", "../../how-to/thrashing.md"],
    ["A cluster in virtual time", "../simulator.md"],
  ],
  sweep: [["Which thresholds should I set?", "../../how-to/choose-thresholds.md"]],
};

/** Writing nowhere: the commands are listed, and none of them runs. */
const OUTPUT: Output = {
  isTerminal: false,
  columns: 80,
  rows: 24,
  onResize: () => () => {},
  write: async () => {},
};
const IO: Io = {
  stdout: OUTPUT,
  stderr: OUTPUT,
  environment: {},
  readStdin: async () => new Uint8Array(),
};

/** Text in a table, where `|` and `<` have a meaning. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("*", "\\*");
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function optionCells(name: string, row: OptionRow): readonly string[] {
  const { argument, short, description, choices, default: preset, repeats, isRequired } = row;
  const flag = [flagOf(name, row), ...(argument === undefined ? [] : [argument])].join(" ");
  const facts = [
    ...(choices === undefined ? [] : [`one of ${choices.map(code).join(", ")}`]),
    ...(preset === undefined ? [] : [`default ${code(preset)}`]),
    ...(repeats && !/repeat/.test(description) ? ["may be repeated"] : []),
    ...(isRequired ? ["required"] : []),
  ];
  const shown = short === undefined ? code(flag) : `${code(`-${short}`)}, ${code(flag)}`;
  return [shown, [cell(description), ...facts].join("; ")];
}

function optionTables({ options }: CommandRow): string[] {
  const groups = new Map<string, (readonly string[])[]>();
  for (const [name, row] of Object.entries(options)) {
    const title = row.group ?? "Options";
    groups.set(title, [...(groups.get(title) ?? []), optionCells(name, row)]);
  }
  const parts = [...groups].flatMap(([title, rows]) => {
    const table = tableOf(["option", "meaning"], rows);
    return title === "Options" ? [table] : [`### ${title}`, table];
  });
  return parts.length === 0 ? [] : ["## Options", ...parts];
}

/** Options that the help shows by an example each. */
function exampleTable({ title, rows }: ExampleTable): string[] {
  const lines = Object.entries(rows).map(([name, { example }]) => {
    return `- ${code(`${flagOf(name)} ${/[<>]/.test(example) ? `'${example}'` : example}`)}`;
  });
  return [`### ${title.replace(/:$/, "")}`, lines.join("\n")];
}

/** Paragraphs of help: those that are laid out in columns keep their lines. */
function paragraphs(text: string): string[] {
  return text.split(/\n\n+/).map((part) => {
    if (/^ {2}/m.test(part)) return `\`\`\`text\n${part}\n\`\`\``;
    return part.replaceAll("\n", " ").replaceAll("<", "&lt;").replaceAll("*", "\\*");
  });
}

function notes({ before = [], after = [] }: CommandRow): string[] {
  const below = typeof after === "string" ? [after] : after;
  const all = [...before, ...below].flatMap((part) =>
    typeof part === "string" ? paragraphs(part) : [`${part.map(cell).join("; ")}.`],
  );
  return all.length === 0 ? [] : ["## Notes", ...all];
}

function usage(words: string, row: CommandRow): string {
  const named = Object.entries(row.arguments ?? {}).map(([name, { isRequired, repeats }]) => {
    const shown = repeats ? `${name}…` : name;
    return isRequired ? `<${shown}>` : `[${shown}]`;
  });
  const options = Object.keys(row.options).length === 0 ? [] : ["[options]"];
  return `\`\`\`text\n${[words, ...options, ...named].join(" ")}\n\`\`\``;
}

function argumentTable(row: CommandRow): string[] {
  const rows = Object.entries(row.arguments ?? {}).map(([name, { description }]) => [
    code(name),
    cell(description),
  ]);
  return rows.length === 0 ? [] : ["## Arguments", tableOf(["argument", "meaning"], rows)];
}

function body(words: string, row: CommandRow): string[] {
  const { examples = [], tables = [] } = row;
  const shown = ["## Examples", `\`\`\`sh\n${examples.join("\n").trim()}\n\`\`\``];
  return [
    row.description,
    usage(words, row),
    ...(examples.length === 0 ? [] : shown),
    ...argumentTable(row),
    ...optionTables(row),
    ...tables.flatMap(exampleTable),
    ...notes(row),
  ];
}

/** The headings of a command in a group, one level below those of the group. */
function lowered(parts: readonly string[]): string[] {
  return parts.map((part) => (/^#+ /.test(part) ? `#${part}` : part));
}

/** What a command of a group is called, and the group itself where it runs too. */
function pageOf(command: Command): string {
  const words = `plimsoll ${command.name()}`;
  const row = rowOf(command);
  const own = row === undefined ? [command.description()] : body(words, row);
  const parts = command.commands.flatMap((each) => {
    const inner = rowOf(each);
    const called = `${words} ${each.name()}`;
    return inner === undefined ? [] : [`## ${called}`, ...lowered(body(called, inner))];
  });
  const related = RELATED[command.name()] ?? [];
  const links = related.map(([title, path]) => `[${title}](${path})`).join(" · ");
  return [`# ${words}`, ...own, ...parts, ...(links === "" ? [] : [`**See also:** ${links}`])].join(
    "\n\n",
  );
}

function indexOf(commands: readonly Command[]): string {
  const rows = commands.map((command) => [
    `[${code(command.name())}](${command.name()}.md)`,
    cell(command.summary()),
  ]);
  const exits = exitCodes()
    .flatMap(([code, meaning]) => hang(`${code}  `, meaning, TEXT_COLUMNS))
    .join("\n");
  return [
    "# Commands",
    tableOf(["command", "does"], rows),
    "`plimsoll FILE…` recognizes what it is given and runs the command that answers; it names " +
      "that command on standard error. `plimsoll help COMMAND` prints the options of a command, " +
      "and `plimsoll completion` a script for bash, zsh or fish that completes them.",
    "## Exit codes",
    `\`\`\`text\n${exits}\n\`\`\``,
  ].join("\n\n");
}

/** The files of docs/reference/commands, by name. */
export async function commandPages(): Promise<ReadonlyMap<string, string>> {
  const { commands } = await wholeProgram(IO);
  const shown = commands.filter((command) => command.name() !== "help");
  const pages = shown.map((one): [string, string] => [`${one.name()}.md`, pageOf(one)]);
  const all: [string, string][] = [["README.md", indexOf(shown)], ...pages];
  return new Map(all.map(([name, text]) => [name, `${text}\n`]));
}
