/** A report as Markdown, as issue trackers read it (CommonMark with tables). */

import {
  type Block,
  partsOf,
  plain,
  plainLines,
  type ReportDocument,
  type TableColumn,
  type TableRow,
  type Text,
} from "../../text/document.ts";
import { chartLines } from "./chartLines.ts";

export function markdown({ title, lead, sections }: ReportDocument): string {
  return textOf([
    `# ${escaped(plain(title))}`,
    ...lead.map(blockText),
    ...sections.flatMap((each) => [`## ${inline(each.title)}`, ...each.blocks.map(blockText)]),
  ]);
}

/** Parts of a report, to stand in a text of somebody else. */
export function blocksMarkdown(blocks: readonly Block[]): string {
  return textOf(blocks.map(blockText));
}

function textOf(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.is) {
    case "heading":
      return `### ${inline(block.text)}`;
    case "paragraph":
      return opened(inline(block.text));
    case "list":
      return block.items.map((item) => `- ${opened(inline(item))}`).join("\n");
    case "quote":
      return `> ${opened(escaped(plain(block.text)))}`;
    case "facts":
      return block.rows
        .map(([label, text]) => `- **${escaped(plain(label))}:** ${inline(text)}`)
        .join("\n");
    case "table":
      return tableText(block.columns, block.rows);
    case "code":
      return fenced(block.language, block.text);
    case "chart":
      return fenced("text", chartLines(block.chart).join("\n"));
  }
}

function tableText(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ title }) => escaped(plain(title)) || " ")),
    line(columns.map(({ isNumber }) => (isNumber ? "--:" : "---"))),
    ...rows.map(({ cells, tone }) =>
      line(
        cells.map((cell) => {
          const text = inline(cell).replaceAll("|", "\\|").replaceAll("\\\\|", "\\|");
          return tone === "bad" && text !== "" ? `**${text}**` : text;
        }),
      ),
    ),
  ].join("\n");
}

/** A fence is longer than any in the text. */
function fenced(language: string, text: string): string {
  const clean = plainLines(text);
  const fence = "`".repeat(Math.max(3, longestRun(clean) + 1));
  return `${fence}${language}\n${clean}\n${fence}`;
}

function inline(text: Text): string {
  return partsOf(text)
    .map((part) => (typeof part === "string" ? escaped(keepEnds(part)) : codeSpan(part.code)))
    .join("")
    .trim();
}

function codeSpan(code: string): string {
  const clean = plain(code);
  if (clean === "") return "";
  const fence = "`".repeat(longestRun(clean) + 1);
  const space = clean.startsWith("`") || clean.endsWith("`") ? " " : "";
  return `${fence}${space}${clean}${space}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Characters that begin something in Markdown or HTML, wherever they stand. */
const SPECIAL = /[\\`*_{}[\]<>|~]/g;
/** What an issue tracker makes a link, a mention or a reference of. */
const LINKED = /(:)(?=\/\/)|(@)(?=\w)|(#)(?=\w)|(www)(?=\.)/gi;
/** What begins a block at the start of a line: a heading, a list, a rule. */
const OPENING = /^(?:#{1,6}(?=\s|$)|[-+=](?=[\s=-]|$)|\d+[.)](?=\s|$))/;
const ZERO_WIDTH = "&#8203;";

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replace(SPECIAL, (found) => (found === "<" ? "&lt;" : `\\${found}`))
    .replace(LINKED, (found) => `${found}${ZERO_WIDTH}`);
}

/** A text at the start of a line, where it would begin something else than a paragraph. */
function opened(text: string): string {
  return text.replace(OPENING, (found) => `${found.slice(0, -1)}\\${found.slice(-1)}`);
}

/** A part of a sentence: the spaces between it and the code beside it stay. */
function keepEnds(text: string): string {
  const clean = plain(text);
  if (clean === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${clean}${/\s$/.test(text) ? " " : ""}`;
}
