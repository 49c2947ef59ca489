/** A document as Markdown, as issue trackers read it (CommonMark with tables). */

import {
  allSections,
  type Block,
  type Document,
  type Entry,
  type Fact,
  type Fix,
  fixText,
  MARKS,
  plain,
  plainLines,
  plainPart,
  type Row,
  type Section,
  type Table,
  type Text,
} from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { chartLines } from "../chartLines.ts";
import { gaugesTable } from "../gaugesTable.ts";
import { shown, type View, written } from "../shown.ts";
import { timelineTable } from "../timelineTable.ts";

export function markdown(document: Document, view: View): string {
  const { title, mark, sources = [], summary = [], lead } = document;
  const details = summary.length === 0 ? [] : ["## Details"];
  return textOf([
    `# ${mark === undefined ? "" : `${MARKS[mark].sign} `}${escaped(plain(title))}`,
    ...sources.map((source) => `*${inline(source, view)}*`),
    ...summary.flatMap((each) => sectionTexts(each, view)),
    ...details,
    ...blockTexts(lead, view),
    ...allSections(document).flatMap((each) => sectionTexts(each, view)),
  ]);
}

function sectionTexts({ title, blocks }: Section, view: View): readonly string[] {
  return [`## ${inline(title, view)}`, ...blockTexts(blocks, view)];
}

/** Parts of a document, for another text. */
export function blocksMarkdown(blocks: readonly Block[], view: View = { all: true }): string {
  return textOf(blockTexts(blocks, view));
}

function textOf(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

function blockTexts(blocks: readonly Block[], view: View): readonly string[] {
  return blocks.flatMap((block) => blockText(block, view)).filter((text) => text !== "");
}

function blockText(block: Block, view: View): string | readonly string[] {
  switch (block.is) {
    case "heading":
      return `### ${inline(block.text, view)}`;
    case "paragraph":
      return opened(inline(block.text, view));
    case "list":
      return listText(block, view);
    case "quote":
      return `> ${opened(escaped(plain(block.text)))}`;
    case "facts":
      return factsText(block.rows, view);
    case "fixes":
      return fixesText(block.fixes, view);
    case "table":
      return [tableText(block, view), factsText(block.notes ?? [], view)];
    case "entries":
      return block.entries.flatMap((entry) => entryTexts(entry, view));
    case "code":
      return fenced(block.language, block.text);
    case "chart":
      return fenced("text", chartLines(block.chart).join("\n"));
    case "gauges":
      return tableText(gaugesTable(block), view);
    case "timeline":
      return tableText(timelineTable(block), view);
  }
}

function listText({ items, cut }: Extract<Block, { is: "list" }>, view: View): string {
  const { head, hidden, tail } = shown(items, cut, view);
  const more = hidden > 0 ? [formatMore(hidden)] : [];
  return [...head, ...more, ...tail].map((item) => `- ${opened(inline(item, view))}`).join("\n");
}

function fixesText(fixes: readonly Fix[], view: View): string {
  return fixes
    .map((fix, index) => {
      const cost = fix.cost === undefined ? "" : `  \n   cost: ${inline(fix.cost, view)}`;
      return `${index + 1}. ${opened(inline(fixText(fix), view))}${cost}`;
    })
    .join("\n");
}

function factsText(rows: readonly Fact[], view: View): string {
  return rows
    .map(([label, text]) => {
      const name = escaped(plain(label));
      return `- ${name === "" ? "" : `**${name}:** `}${inline(text, view)}`;
    })
    .join("\n");
}

function entryTexts({ title, blocks }: Entry, view: View): readonly string[] {
  return [`**${inline(title, view)}**`, ...blockTexts(blocks, view)];
}

function tableText({ columns, rows, cut }: Table, view: View): string {
  const { head, hidden, tail } = shown(rows, cut, view, ({ isKept = false }) => isKept);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rowText = ({ cells, tone }: Row) =>
    line(
      cells.map((cell) => {
        const text = inline(cell, view).replaceAll("|", "\\|").replaceAll("\\\\|", "\\|");
        return tone === "bad" && text !== "" ? `**${text}**` : text;
      }),
    );
  const gap = columns.map((_, index) => (index === 0 ? formatMore(hidden) : ""));
  return [
    line(columns.map(({ title }) => escaped(plain(title)) || " ")),
    line(columns.map(({ isNumber }) => (isNumber ? "--:" : "---"))),
    ...head.map(rowText),
    ...(hidden > 0 ? [line(gap)] : []),
    ...tail.map(rowText),
  ].join("\n");
}

/** A fence is longer than any in the text. */
function fenced(language: string, text: string): string {
  const clean = plainLines(text);
  const fence = "`".repeat(Math.max(3, longestRun(clean) + 1));
  return `${fence}${language}\n${clean}\n${fence}`;
}

function inline(text: Text, view: View): string {
  return written(text, view)
    .map((part) => {
      if (typeof part === "string") return escaped(plainPart(part));
      return "code" in part ? codeSpan(part.code) : escaped(plainPart(part.text));
    })
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

/** Characters with a meaning in Markdown or HTML at any position. */
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
