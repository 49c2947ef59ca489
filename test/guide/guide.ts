/** What a reader of the documents types: their commands, and the outputs they show. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Pages whose every command runs. */
export const PAGES: readonly string[] = [
  "README.md",
  ...["tutorial", "how-to", "explanation"].flatMap((kind) =>
    readdirSync(`${ROOT}docs/${kind}`)
      .sort()
      .map((name) => `docs/${kind}/${name}`),
  ),
];

export function readPage(path: string): string {
  return readFileSync(`${ROOT}${path}`, "utf8");
}

/** A command with the output that a page shows of it, whole or a part. */
export interface Shown {
  readonly command: string;
  readonly output: string;
  /** What follows `console`: `head=6`, or `section=Fixes`; empty for all of it. */
  readonly part: string;
  /** The block as it is in the page. */
  readonly block: string;
}

interface Fence {
  readonly language: string;
  readonly part: string;
  readonly lines: readonly string[];
  readonly block: string;
}

const FENCE = /^```(\w+) ?([^\n]*)\n([\s\S]*?)^```$/gm;

function fencesOf(page: string): readonly Fence[] {
  return [...page.matchAll(FENCE)].map(([block, language = "", part = "", body = ""]) => {
    return { language, part, block, lines: body.trimEnd().split("\n") };
  });
}

/** Lines that end in `\` continue, as in a shell. */
function joined(lines: readonly string[]): string[] {
  return lines
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
}

/** How many lines a command takes. */
function commandLines(lines: readonly string[]): number {
  return lines.findIndex((line) => !line.endsWith("\\")) + 1;
}

/** The commands of `console` blocks, one in each, with the lines below it. */
export function shownOn(page: string): readonly Shown[] {
  return fencesOf(page)
    .filter(({ language }) => language === "console")
    .map(({ part, lines, block }) => {
      const count = commandLines(lines);
      const [command = ""] = joined(lines.slice(0, count));
      const output = lines.slice(count).join("\n");
      return { command: command.replace(/^\$ /, ""), output, part, block };
    });
}

/** The lines of a section: its title, and what is indented below it. */
function sectionOf(lines: readonly string[], title: string): readonly string[] {
  const from = lines.findIndex((line) => line.startsWith(title));
  if (from < 0) throw new Error(`The output has no section ${title}:\n${lines.join("\n")}`);
  const length = lines.slice(from + 1).indexOf("");
  return lines.slice(from, length < 0 ? undefined : from + 1 + length);
}

/** The part of an output that a page shows; `…` stands for what is left out. */
export function partOf(output: string, part: string): string {
  const lines = output.trimEnd().split("\n");
  const [name = "", value = ""] = part.split("=");
  if (part === "") return lines.join("\n");
  if (name === "section") return ["…", ...sectionOf(lines, value), "…"].join("\n");
  if (name !== "head") throw new Error(`${part} is not a part of an output.`);
  const count = Number(value);
  return [...lines.slice(0, count), ...(lines.length > count ? ["…"] : [])].join("\n");
}

/** The block with another output. */
export function blockWith({ block, part }: Shown, output: string): string {
  const [, ...lines] = block.split("\n");
  const command = lines.slice(0, commandLines(lines));
  return [`\`\`\`console${part === "" ? "" : ` ${part}`}`, ...command, output, "```"].join("\n");
}

/** `plimsoll …`, also at the end of a pipe; the program itself and not an installation of it. */
const OURS = /(^|[|(] ?|kubectl )plimsoll /;
const STORED = /^kubectl get .* > /;

/** A comment after a command; a `#` within quotes is followed by one. */
function withoutComment(line: string): string {
  return line.replace(/\s+# [^']*$/, "");
}

function commandsIn(lines: readonly string[]): string[] {
  return joined(lines)
    .map(withoutComment)
    .filter((line) => OURS.test(line) || STORED.test(line));
}

/** A cell of a table with a command in it. */
const CELL = /\| `([^`]+)` /g;

function commandsInTables(page: string): string[] {
  const cells = [...page.matchAll(CELL)].map(([, code = ""]) => code.replaceAll("\\|", "|"));
  return cells.filter((code) => OURS.test(code));
}

/** Every command of a page that is without an output, in its order, each once. */
export function commandsOn(page: string): readonly string[] {
  const blocks = fencesOf(page).filter(({ language }) => language === "sh");
  const all = [...blocks.flatMap(({ lines }) => commandsIn(lines)), ...commandsInTables(page)];
  return [...new Set(all)];
}
