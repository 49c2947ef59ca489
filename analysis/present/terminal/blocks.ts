/** A document, or some blocks of one, as lines for a terminal. */
import {
  ASSUMED,
  type Block,
  type Document,
  type Entry,
  type Fact,
  fixText,
  MARKS,
  type Mark,
  NEXT,
  partsOf,
  plainLines,
  type Section,
  type Text,
  type Tone,
} from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { chartLines } from "../chartLines.ts";
import { shown, type View } from "../shown.ts";
import { gaugeLines } from "./gaugeLines.ts";
import { broken, folded, foldedCommand, type Piece, painted, piecesOf, widthOf } from "./inline.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { tableLines } from "./tableLines.ts";
import { TimelineLines } from "./timelineLines.ts";

const INDENT = "  ";
const GAP = "  ";

/** Where lines are drawn. */
interface Room {
  readonly view: View;
  readonly style: Style;
  readonly columns: number;
}

export function documentLines(document: Document, view: View, style: Style): string[] {
  if (document.mark !== undefined)
    return answerLines({ mark: document.mark, ...document }, view, style);
  const { title, tone = "title", lead, sections } = document;
  return [
    ...blocksLines(
      [{ is: "paragraph", text: [{ text: title, tone }] }, ...lead],
      roomOf(view, style),
    ),
    ...sectionsLines(sections, view, style),
  ];
}

/** A first screen, without the line of the prompt, and what it has of a table and of fixes. */
const SCREEN_LINES = 23;
const SCREEN_ROWS = 8;
const SCREEN_FIXES = 3;
const SCREEN_COMMANDS = 2;

/** The first screen of an answer; `--all` adds the rest before its last lines. */
function answerLines(document: Answer, view: View, style: Style): string[] {
  if (view.all) return linesOfAnswer(document, view, style);
  const { lines: most = SCREEN_LINES } = view;
  let lines: string[] = [];
  for (const less of screens(most)) {
    lines = linesOfAnswer(document, { ...view, ...less }, style);
    if (lines.length <= most) break;
  }
  return lines;
}

/** What tables keep as long as there is more than one fix. */
const SCREEN_ROWS_LESS = 3;

/** Ever shorter screens: first with fewer assumptions, then commands, rows, fixes and entries. */
function* screens(most: number): Generator<Partial<View>, void, undefined> {
  const whole = { rows: SCREEN_ROWS, entryLines: most, commands: SCREEN_COMMANDS };
  yield { ...whole, fixes: SCREEN_FIXES };
  const screen = { ...whole, assumed: 1 };
  yield { ...screen, fixes: SCREEN_FIXES };
  for (let fixes = SCREEN_FIXES; fixes > 1; fixes--) {
    yield { ...screen, fixes, commands: 1 };
    for (let rows = SCREEN_ROWS - 1; rows >= SCREEN_ROWS_LESS; rows--) {
      yield { ...screen, fixes, commands: 1, rows };
    }
  }
  const least = { ...screen, fixes: 1, commands: 1 };
  for (let entryLines = most; entryLines > 0; entryLines--) yield { ...least, entryLines };
  for (let rows = SCREEN_ROWS - 1; rows > 0; rows--) yield { ...least, entryLines: 1, rows };
}

type Answer = Document & { readonly mark: Mark };

function linesOfAnswer(document: Answer, view: View, style: Style): string[] {
  const { title, mark, sources = [], lead, sections, further = [], closing = [] } = document;
  const { sign, tone } = MARKS[mark];
  const room = roomOf(view, style);
  const wide = { ...room, columns: room.columns + INDENT.length };
  // Where the files are above the verdict, its reason follows it directly.
  const isDirect = sources.length === 0 && lead[0]?.is === "paragraph";
  const leadLines = [...(isDirect ? [] : [""]), ...indented(blocksLines(lead, room))];
  return [
    ...hungLines([{ text: `${sign} `, tone }], title, wide, "title"),
    ...indented(sources.flatMap((source) => textLines(source, room, "faint"))),
    ...(lead.length === 0 ? [] : leadLines),
    ...sectionsLines([...sections, ...(view.all ? further : [])], view, style),
    ...(closing.length === 0 ? [] : ["", ...factLines(closingShown(closing, view), wide)]),
  ];
}

/** The first of what is assumed and of the commands, which are the last lines. */
function closingShown(closing: readonly Fact[], { commands, assumed }: View): readonly Fact[] {
  const last = closing.findLastIndex(([label]) => label !== "");
  const isCut = commands !== undefined && closing[last]?.[0] === NEXT;
  return withFirstAssumed(isCut ? closing.slice(0, last + commands) : closing, assumed);
}

function withFirstAssumed(closing: readonly Fact[], assumed?: number): readonly Fact[] {
  const at = closing.findIndex(([label]) => label === ASSUMED);
  if (assumed === undefined || at < 0) return closing;
  const next = closing.findIndex(([label], index) => index > at && label !== "");
  const end = next < 0 ? closing.length : next;
  const hidden = end - at - assumed;
  const last = closing[at + assumed - 1];
  if (hidden <= 0 || last === undefined) return closing;
  const more = { text: formatMore(hidden), tone: "faint" } as const;
  const cut: Fact = [last[0], [...partsOf(last[1]), " ", more]];
  return [...closing.slice(0, at + assumed - 1), cut, ...closing.slice(end)];
}

/** Parts of a document. */
export function sectionsLines(sections: readonly Section[], view: View, style: Style): string[] {
  return sections.flatMap((each) => sectionLines(each, roomOf(view, style)));
}

/** Blocks that nothing indents. */
export function blockLines(blocks: readonly Block[], view: View, style: Style): string[] {
  return blocksLines(blocks, { view, style, columns: Math.min(style.columns, COLUMNS_MAX) });
}

function roomOf(view: View, style: Style): Room {
  return { view, style, columns: Math.min(style.columns, COLUMNS_MAX) - INDENT.length };
}

/** Under its title the blocks are indented; a heading among them begins the next such part. */
function sectionLines({ title, blocks }: Section, room: Room): string[] {
  const at = blocks.findIndex(({ is }) => is === "heading");
  const own = at < 0 ? blocks : blocks.slice(0, at);
  const heading = blocks[at];
  const hidden = own.reduce((sum, block) => sum + hiddenFixes(block, room.view), 0);
  const more = hidden === 0 ? [] : [" ", { text: formatMore(hidden), tone: "faint" } as const];
  return [
    "",
    ...textLines(more.length === 0 ? title : [...partsOf(title), ...more], room, "title"),
    ...indented(blocksLines(own, room)),
    ...(heading?.is === "heading"
      ? sectionLines({ title: heading.text, blocks: blocks.slice(at + 1) }, room)
      : []),
  ];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "" : INDENT + line));
}

/** Paragraphs follow each other line by line; all else has an empty line before it. */
function blocksLines(blocks: readonly Block[], room: Room): string[] {
  return blocks.flatMap((block, index) => {
    const isNext = block.is === "paragraph" && blocks[index - 1]?.is === "paragraph";
    return [...(index === 0 || isNext ? [] : [""]), ...linesOf(block, room)];
  });
}

function linesOf(block: Block, room: Room): string[] {
  const { view, style, columns } = room;
  switch (block.is) {
    case "heading":
      return textLines(block.text, room, "title");
    case "paragraph":
    case "quote":
      return textLines(block.text, room);
    case "list":
      return listLines(block, room);
    case "facts":
      return factLines(block.rows, room);
    case "fixes":
      return fixesLines(block, room);
    case "table": {
      const { lines, notes } = tableLines(block, view, columns, style);
      return [...lines, ...noteLines(notes, room)];
    }
    case "entries":
      return entriesLines(block.entries, room);
    case "code":
      return plainLines(block.text).trimEnd().split("\n");
    case "chart":
      return chartLines(block.chart);
    case "gauges":
      return gaugeLines(block.columns, block.rows, view, columns, style);
    case "timeline":
      return timelineLines(block, room);
  }
}

/** On a first screen, the first lines. */
function timelineLines({ lines, day }: TimelineBlock, { view, style, columns }: Room): string[] {
  const { head, hidden } = shown(lines, view.rows === undefined ? "none" : "end", view);
  const drawn = new TimelineLines(style, columns, day ?? "").of(head);
  return hidden === 0 ? drawn : [...drawn, style.paint.faint(formatMore(hidden))];
}

type TimelineBlock = Extract<Block, { is: "timeline" }>;

function listLines({ items, cut }: Extract<Block, { is: "list" }>, room: Room): string[] {
  const { head, hidden, tail } = shown(items, cut, room.view);
  const lines = (item: Text) => hungLines([{ text: "- ", tone: null }], item, room);
  return [
    ...head.flatMap(lines),
    ...(hidden > 0 ? [room.style.paint.faint(formatMore(hidden))] : []),
    ...tail.flatMap(lines),
  ];
}

/** Numbered, each with its price on a line of its own; the title counts those left out. */
function fixesLines(block: FixesBlock, room: Room): string[] {
  return shownFixes(block, room.view).head.flatMap((fix, index) => {
    const space = { text: "   ", tone: null };
    const { cost } = fix;
    return [
      ...hungLines([{ text: `${index + 1}  `, tone: null }], fixText(fix), room),
      ...(cost === undefined
        ? []
        : hungLines([space], ["cost: ", ...partsOf(cost)], room, "faint")),
    ];
  });
}

type FixesBlock = Extract<Block, { is: "fixes" }>;

function shownFixes({ fixes, cut }: FixesBlock, view: View) {
  return shown(fixes, cut, { ...view, rows: view.fixes ?? SCREEN_FIXES });
}

function hiddenFixes(block: Block, view: View): number {
  return block.is === "fixes" ? shownFixes(block, view).hidden : 0;
}

/** Labels in a column of their own. */
function factLines(rows: readonly Fact[], room: Room): string[] {
  const labels = rows.map(([label]) => piecesOf(label, room.view));
  const width = Math.max(...labels.map(widthOf));
  return rows.flatMap(([, text], index) => {
    const label = labels[index] ?? [];
    const space = { text: " ".repeat(width - widthOf(label)) + GAP, tone: null };
    return hungLines([...label, space], text, room);
  });
}

/** What marks and columns mean, below their table. */
function noteLines(notes: readonly Fact[], room: Room): string[] {
  return notes.flatMap(([label, text]) => {
    const first = label === "" ? [] : [{ text: label + GAP, tone: null }];
    return hungLines(first, text, room, "faint");
  });
}

/** The entries that there is room for. */
function entriesLines(entries: readonly Entry[], room: Room): string[] {
  const { entryLines: most = Number.POSITIVE_INFINITY } = room.view;
  const each = entries.map((entry, index) => entryLines(entry, index, room));
  const isBeyond = (_: unknown, index: number) => each.slice(0, index + 1).flat().length > most;
  const first = each.slice(1).findIndex((lines, index) => isBeyond(lines, index + 1)) + 1;
  const shown = first === 0 ? each : each.slice(0, first);
  const hidden = each.length - shown.length;
  return [...shown.flat(), ...(hidden > 0 ? [room.style.paint.faint(formatMore(hidden))] : [])];
}

function entryLines({ title, blocks }: Entry, index: number, room: Room): string[] {
  const narrow = { ...room, columns: room.columns - INDENT.length };
  return [
    ...(index === 0 ? [] : [""]),
    ...textLines(title, room, "subject"),
    ...indented(blocksLines(blocks, narrow)),
  ];
}

function textLines(text: Text, room: Room, tone: Tone | null = null): string[] {
  return hungLines([], text, room, tone);
}

/** The first line begins with `first`, the others are indented below it. */
function hungLines(
  first: readonly Piece[],
  text: Text,
  { view, style, columns }: Room,
  tone: Tone | null = null,
): string[] {
  const indent = widthOf(first);
  const lines = linesOfText(text, view, columns - indent);
  return lines.map((line, index) => {
    const start = index === 0 ? first : [{ text: " ".repeat(indent), tone: null }];
    return painted([...start, ...line], style, tone);
  });
}

/** A text that begins with a command continues as a shell continues it; a comment follows. */
function linesOfText(text: Text, view: View, columns: number): readonly (readonly Piece[])[] {
  const [command, ...comment] = partsOf(text);
  const pieces = piecesOf(text, view);
  const isCommand = typeof command === "object" && "code" in command && command.code.includes(" ");
  if (!isCommand || widthOf(pieces) <= columns) {
    const hasCode = partsOf(text).some((part) => typeof part === "object" && "code" in part);
    return folded(hasCode ? pieces : broken(pieces, columns), columns);
  }
  const lines = foldedCommand(command.code, columns).map((line) => [{ text: line, tone: null }]);
  return [...lines, ...folded(piecesOf(comment, view), columns)];
}
