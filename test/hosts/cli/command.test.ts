/** Each row about options that do not go together is tried on the command line. */
/// <reference types="vite/types/importMeta.d.ts" />
import { describe, expect, it } from "vitest";
import {
  type CommandRow,
  flagOf,
  namesIn,
  type OptionRow,
  type Term,
} from "../../../analysis/questions/options/row.ts";
import { commandOf } from "../../../hosts/cli/command.ts";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine } from "./commandLine.ts";

/** Every row that a file of options exports, with the words that name the command. */
const FILES = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    "../../../analysis/questions/*/options.ts",
    "../../../hosts/cli/commands/*/options.ts",
    "../../../hosts/cli/commands/*/*Options.ts",
  ],
  { eager: true },
);

const COMMANDS = Object.entries(FILES).flatMap(([path, exported]) => {
  const folder = path.split("/").at(-2) ?? "";
  return Object.values(exported)
    .filter(isCommandRow)
    .map((row) => [row.name === folder ? folder : `${folder} ${row.name}`, row] as const);
});

function isCommandRow(value: unknown): value is CommandRow {
  return typeof value === "object" && value !== null && "summary" in value && "options" in value;
}

/** A value that each kind of option takes. */
const VALUES: Readonly<Record<string, string>> = {
  "<namespace/name>": "shop/cart-1",
  "<level>": "1",
  "<duration>": "1m",
  "<[node=]file>": "node-1=x.json",
  "<times...>": "2026-11-20T10:04:40Z",
  "<time>": "2h",
  "<number>": "1",
  "<count>": "1",
  "<release>": "5.15",
  "<version>": "1.35",
  "<list>": "cpu=4",
  "<margin>": "10%",
  "<url>": "http://127.0.0.1:9",
  "<i/n>": "3/16",
  "<member=values>": "evictionHard.memory.available=1Gi",
  "[address]": "https://127.0.0.1:9",
};

/** Of options whose argument does not say it. */
const NAMED_VALUES: Readonly<Record<string, string>> = { layout: "single" };

function valueFor(name: string, { argument = "", choices }: OptionRow): string {
  return choices?.[0] ?? NAMED_VALUES[name] ?? VALUES[argument] ?? "x";
}

/** The words that give a term, with a value of its own where it needs none in particular. */
function given(row: CommandRow, term: Term, value?: string): string[] {
  const name = nameOf(term);
  const text = value ?? (typeof term === "string" ? undefined : Object.values(term)[0]?.[0]);
  const option = row.options[name] ?? rowInTable(row, name);
  if (option === undefined) return [...before(row, name), text ?? "x.gz"];
  const flag = flagOf(name, option);
  return option.argument === undefined ? [flag] : [flag, text ?? valueFor(name, option)];
}

/** The arguments that come first. */
function before({ arguments: all = {} }: CommandRow, name: string): string[] {
  const names = Object.keys(all);
  return names.slice(0, names.indexOf(name)).map(() => "x/y");
}

function rowInTable({ tables = [] }: CommandRow, name: string): OptionRow | undefined {
  return tables.map(({ rows }) => rows[name]).find((row) => row !== undefined);
}

function nameOf(term: Term): string {
  return typeof term === "string" ? term : (Object.keys(term)[0] ?? "");
}

/** How a sentence names a term that is given. */
function named(row: CommandRow, term: Term): string {
  const words = given(row, term);
  if (row.arguments?.[nameOf(term)] !== undefined) return words.at(-1) ?? "";
  return typeof term === "string" ? (words[0] ?? "") : words.join(" ");
}

/** How a sentence names a term without its value. */
function unvalued(row: CommandRow, term: Term): string {
  return typeof term === "string" && row.arguments?.[term] !== undefined
    ? `the ${term}`
    : named(row, term);
}

/** A term, and what it needs by the rows before this one. */
function withEarlierNeeds(row: CommandRow, term: Term, before: number): readonly Term[] {
  const terms = [term];
  for (const each of terms) {
    const needs = row.rules?.needs?.slice(0, before) ?? [];
    const others = needs.flatMap(([needing, ...any]) => (needing === each ? any.slice(0, 1) : []));
    terms.push(...others.filter((other) => !terms.includes(other)));
  }
  return terms;
}

interface Case {
  readonly words: readonly string[];
  /** Names with another value than their own in these words. */
  readonly filled?: readonly string[];
  /** What the sentence is about. */
  readonly names: readonly string[];
}

/** What the command asks for in any case, but for what is given. */
function required(row: CommandRow, { words, filled = [] }: Case): string[] {
  const names = [row.arguments ?? {}, row.options].flatMap((rows) =>
    Object.keys(rows).filter((name) => rows[name]?.isRequired && !filled.includes(name)),
  );
  return names
    .map((name) => given(row, name))
    .filter(([flag = ""]) => !words.includes(flag))
    .flat();
}

/** Kinds of values that may be standard input. */
const READ = ["input", "text"];

function namesThatRead(row: CommandRow): string[] {
  const rows = { ...row.arguments, ...row.options };
  return Object.keys(rows).filter((name) => READ.includes(rows[name]?.value ?? ""));
}

const CASES = COMMANDS.flatMap(([command, row]) => {
  const { excludes = [], alone = [], needs = [], atMost = [], oneOf = [] } = row.rules ?? {};
  const all = [...Object.keys(row.arguments ?? {}), ...Object.keys(row.options)];
  const inputs = namesThatRead(row);
  const cases: Case[] = [
    ...excludes.map(([a, b]) => ({
      words: [...given(row, a), ...given(row, b)],
      names: [named(row, a), named(row, b)],
    })),
    ...alone.flatMap(([term, ...allowed]) =>
      [...all, ...(row.tables ?? []).flatMap(namesIn)]
        .filter((name) => name !== term && !allowed.includes(name))
        .map((name) => ({
          words: [...given(row, name), ...given(row, term)],
          names: [named(row, term), named(row, name)],
        })),
    ),
    ...needs.map(([term, ...others], index) => ({
      words: withEarlierNeeds(row, term, index).flatMap((each) => given(row, each)),
      names: [named(row, term), ...others.map((each) => unvalued(row, each))],
    })),
    ...atMost.map(([name, most]) => ({
      words: Array.from({ length: most + 1 }, () => given(row, name)).flat(),
      names: [named(row, name), `${most + 1} times`],
    })),
    ...oneOf.map(([, sentence], index) => ({
      words: oneOf.slice(0, index).flatMap(([[first = ""]]) => given(row, first)),
      names: [sentence],
    })),
    ...inputs.flatMap((a, index) =>
      inputs.slice(index + 1).map((b) => ({
        words: [...given(row, a, "-"), ...given(row, b, "-")],
        filled: [a, b],
        names: [unvalued(row, a), unvalued(row, b)],
      })),
    ),
  ];
  return cases.map((each) => ({
    line: [...command.split(" "), ...required(row, each), ...each.words].join("\0"),
    names: each.names,
  }));
});

describe("options that do not go together are refused in one sentence", () => {
  it.each(CASES.map(({ line, names }) => [line.replaceAll("\0", " "), line, names] as const))(
    "%s",
    async (_, line, names) => {
      const { exitCode, stdout, stderr } = await commandLine(line.split("\0"));
      for (const name of names) expect(stderr).toContain(name);
      expect(stderr).toMatch(/^plimsoll: [^\n]+\.\n$/);
      expect({ exitCode, stdout }).toEqual({ exitCode: ExitCode.Usage, stdout: "" });
    },
  );
});

/** The words of a command line in a help, up to what a shell does with its output. */
function wordsOf(example: string, command: string): string[] | null {
  const [, rest] = new RegExp(`plimsoll ${command}(?: (.*))?$`, "s").exec(example) ?? [];
  if (rest === undefined) return null;
  const words = rest.match(/'[^']*'|[^\s']+/g) ?? [];
  const end = words.findIndex((word) => /^[|>]$/.test(word));
  return (end < 0 ? words : words.slice(0, end))
    .filter((word) => word !== "\\")
    .map((word) => word.replaceAll("'", ""));
}

const EXAMPLES = COMMANDS.flatMap(([command, row]) =>
  (row.examples ?? []).flatMap((example) => {
    const words = wordsOf(example, command);
    // A command with others below it has examples of theirs too.
    const isOwn = words !== null && !COMMANDS.some(([other]) => other === `${command} ${words[0]}`);
    return isOwn ? [{ example, row, words }] : [];
  }),
);

describe("every example of a help is taken as it is written", () => {
  it.each(EXAMPLES)("$example", async ({ row, words }) => {
    let isRun = false;
    const command = commandOf(row, async () => {
      isRun = true;
    });
    await command.exitOverride().parseAsync(words, { from: "user" });
    expect(isRun).toBe(true);
  });
});
