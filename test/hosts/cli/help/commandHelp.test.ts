import type { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { processIo } from "../../../../hosts/cli/processIo.ts";
import { wholeProgram } from "../../../../hosts/cli/program.ts";
import { commandLine } from "../commandLine.ts";

interface Named {
  name(): string;
  readonly commands: readonly Named[];
}

function pathsOf({ commands }: Named, before: readonly string[] = []): readonly string[][] {
  return commands.flatMap((command) => {
    const path = [...before, command.name()];
    return [path, ...pathsOf(command, path)];
  });
}

const ROOT = await wholeProgram(processIo());
const PATHS = pathsOf(ROOT);
const ROWS = 24;
const COLUMNS = 80;

async function linesOf(words: readonly string[], columns = COLUMNS): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = await commandLine(words, { columns });
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  return stdout.trimEnd().split("\n");
}

function expectOneScreen(lines: readonly string[]): void {
  // The prompt is on the screen too.
  expect(lines.length).toBeLessThan(ROWS);
  expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
}

describe("one screen", () => {
  it("without a word says what to give", async () => {
    const lines = await linesOf([]);
    expectOneScreen(lines);
    expect(lines[0]).toMatch(/^Plimsoll explains evictions, OOM kills and pending pods/);
  });

  it("has all commands for -h", async () => {
    const lines = await linesOf(["-h"]);
    expectOneScreen(lines);
    const text = lines.join("\n");
    for (const [name = "", ...below] of PATHS) {
      if (below.length === 0) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it.each(PATHS.map((path) => path.join(" ")))("is the -h of %s", async (path) => {
    const lines = await linesOf([...path.split(" "), "-h"]);
    expectOneScreen(lines);
    expect(lines[0]).toMatch(new RegExp(`^Usage: plimsoll ${path}\\b`));
    expect(lines.at(-1)).toBe(`All options: plimsoll ${path} --help`);
  });
});

describe("all of the help", () => {
  it.each(PATHS.map((path) => path.join(" ")))("of %s fits a narrow terminal", async (path) => {
    const lines = await linesOf([...path.split(" "), "--help"]);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
    expect(await linesOf(["help", ...path.split(" ")])).toEqual(lines);
  });

  it("of the program fits a narrow terminal", async () => {
    const lines = await linesOf(["--help"]);
    expect(lines.filter((line) => line.length > COLUMNS)).toEqual([]);
  });

  it("says of what a command found something only where it can", async () => {
    expect((await linesOf(["check", "--help"])).join("\n")).toContain("an invalid configuration");
    expect((await linesOf(["sweep", "--help"])).join("\n")).not.toContain("  1  findings");
  });
});

it("offers a cluster where a kubeconfig has a context, and names it", async () => {
  const environment = { KUBECONFIG: new URL("./kubeconfig.yaml", import.meta.url).pathname };
  const { stdout } = await commandLine([], { environment });
  expect(stdout).toContain("Ask a cluster (context production):");
  expectOneScreen(stdout.trimEnd().split("\n"));
});

describe("a flag means the same in every command", () => {
  const optionsOf = (command: Command): readonly Option[] => [
    ...command.options,
    ...command.commands.flatMap(optionsOf),
  ];
  const all = optionsOf(ROOT);

  it("takes a value, or takes none", () => {
    const kinds = new Map<string, Set<boolean>>();
    for (const { long, required, optional } of all) {
      const flag = long ?? "";
      kinds.set(flag, (kinds.get(flag) ?? new Set()).add(required || optional));
    }
    const mixed = [...kinds].filter(([, found]) => found.size > 1).map(([flag]) => flag);
    expect(mixed).toEqual([]);
  });

  it("has one letter, which no other flag has", () => {
    const flags = new Map<string, Set<string>>();
    for (const { long, short } of all) {
      if (short) flags.set(short, (flags.get(short) ?? new Set()).add(long ?? ""));
    }
    expect([...flags].map(([letter, found]) => [letter, ...found])).toEqual(
      expect.arrayContaining([
        ["-o", "--output"],
        ["-l", "--selector"],
        ["-n", "--namespace"],
      ]),
    );
    expect([...flags.values()].filter(({ size }) => size > 1)).toEqual([]);
  });
});
