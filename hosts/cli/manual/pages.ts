/** The manual pages, from the same rows as the options and their help. */
import type { Command, Option } from "commander";
import { SUMMARIES } from "../../../analysis/questions/options/commands.ts";
import { type CommandRow, flagOf } from "../../../analysis/questions/options/row.ts";
import { version } from "../../../package.json";
import { rowOf } from "../command.ts";
import { exitCodes } from "../exitCode.ts";
import { pathOf } from "../help/commandHelp.ts";

const SECTION = 1;

/** The files by name: `plimsoll.1`, and `plimsoll-capture-pack.1` for each command. */
export function manualPages(root: Command): ReadonlyMap<string, string> {
  return new Map(allCommands(root).map((command) => [fileOf(command), pageOf(command)]));
}

function allCommands(command: Command): readonly Command[] {
  const below = command.commands.filter((each) => each.name() !== "help");
  return [command, ...below.flatMap(allCommands)];
}

function titleOf(command: Command): string {
  return ["plimsoll", ...pathOf(command).split(" ").filter(Boolean)].join("-");
}

function fileOf(command: Command): string {
  return `${titleOf(command)}.${SECTION}`;
}

function pageOf(command: Command): string {
  const title = titleOf(command);
  const words = `plimsoll ${pathOf(command)}`.trim();
  const summary = command.summary() || command.description();
  const row = rowOf(command);
  const below = command.commands.filter((each) => each.name() !== "help");
  const parts = [
    `.TH ${title.toUpperCase()} ${SECTION} "" "plimsoll ${version}"`,
    ".SH NAME",
    `${escaped(title)} \\- ${escaped(summary)}`,
    ".SH SYNOPSIS",
    `.B ${escaped(words)}`,
    escaped(command.usage()),
    ".SH DESCRIPTION",
    escaped(command.description()),
    ...section("COMMANDS", below.flatMap(commandEntry)),
    ...section("ARGUMENTS", argumentEntries(row)),
    ...section(
      "OPTIONS",
      command.options.flatMap((option) => optionEntry(option, row)),
    ),
    ...section("EXAMPLES", preformatted(row?.examples ?? [])),
    ...section("NOTES", notesOf(row)),
    ...section("EXIT STATUS", exitEntries(pathOf(command))),
  ];
  return `${parts.join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`.SH ${title}`, ...lines];
}

function entry(term: string, text: string): readonly string[] {
  return [".TP", `.B ${escaped(term)}`, escaped(text)];
}

function commandEntry(command: Command): readonly string[] {
  const name = command.name();
  const known = Object.hasOwn(SUMMARIES, name) ? SUMMARIES[name as keyof typeof SUMMARIES] : "";
  return entry(fileOf(command).replace(/\.\d$/, `(${SECTION})`), command.summary() || known);
}

function argumentEntries(row: CommandRow | undefined): readonly string[] {
  const rows = Object.entries(row?.arguments ?? {});
  return rows.flatMap(([name, { description }]) => entry(name, description));
}

function optionEntry(option: Option, row: CommandRow | undefined): readonly string[] {
  const { flags, description, argChoices } = option;
  const own = Object.entries(row?.options ?? {}).find(
    ([name, each]) => flagOf(name, each) === option.long,
  )?.[1];
  const facts = [
    ...(argChoices === undefined ? [] : [`one of ${argChoices.join(", ")}`]),
    ...(own?.default === undefined ? [] : [`default: ${own.default}`]),
  ];
  const text = facts.length === 0 ? description : `${description} (${facts.join("; ")})`;
  return entry(flags, text);
}

function preformatted(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [".nf", ...lines.map(escaped), ".fi"];
}

function notesOf(row: CommandRow | undefined): readonly string[] {
  const { before = [], after = [] } = row ?? {};
  const below = typeof after === "string" ? [after] : after;
  const texts = [...before, ...below].map((part) =>
    typeof part === "string" ? part : `${part.join("; ")}.`,
  );
  return texts.flatMap((text) => text.split("\n\n")).flatMap(paragraph);
}

/** What is laid out in lines keeps them. */
function paragraph(text: string): readonly string[] {
  const lines = text.split("\n");
  const isLaidOut = lines.some((line) => line.startsWith(" "));
  return isLaidOut ? [".PP", ...preformatted(lines)] : [".PP", ...lines.map(escaped)];
}

function exitEntries(path: string): readonly string[] {
  return exitCodes(path).flatMap(([code, meaning]) => entry(String(code), meaning));
}

/** A text as roff reads it: a dash is one that can be copied, and no line is a request. */
function escaped(text: string): string {
  const plain = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
  return plain.replace(/^(?=[.'])/, "\\&");
}
