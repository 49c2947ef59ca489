import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { manualPages } from "../../../../hosts/cli/manual/pages.ts";
import { processIo } from "../../../../hosts/cli/processIo.ts";
import { wholeProgram } from "../../../../hosts/cli/program.ts";

const ROOT = await wholeProgram(processIo());
const PAGES = manualPages(ROOT);

function allCommands(command: Command, path: string): readonly (readonly [string, Command])[] {
  const below = command.commands.map((each) => allCommands(each, `${path}-${each.name()}`));
  return [[`${path}.1`, command], ...below.flat()];
}

it.each(allCommands(ROOT, "plimsoll"))("%s has every option of its command", (name, command) => {
  const page = PAGES.get(name) ?? "";
  const terms = [...page.matchAll(/^\.B (.*)$/gm)].map(([, term = ""]) =>
    term.replaceAll("\\-", "-"),
  );
  for (const option of command.options) expect(terms).toContain(option.flags);
  for (const each of command.commands) expect(terms.join("\n")).toContain(`-${each.name()}(1)`);
});

it("is a page for each file that package.json names", () => {
  const manifest = new URL("../../../../package.json", import.meta.url);
  const { man } = JSON.parse(readFileSync(manifest, "utf8"));
  expect(man).toEqual([...PAGES.keys()].sort().map((name) => `./dist/man/${name}`));
});

it("has no line that roff takes for a request", () => {
  const requests = new Set<string>();
  for (const page of PAGES.values()) {
    for (const [request] of page.matchAll(/^[.'].*?(?= |$)/gm)) requests.add(request);
  }
  expect([...requests].sort()).toEqual([".B", ".PP", ".SH", ".TH", ".TP", ".fi", ".nf"]);
});
