import type { Signal } from "../engine/decision.ts";

/** The meaning of a text, which each medium shows in its own way. */
export type Tone =
  | "title"
  | "faint"
  /** Above every threshold, or spared. */
  | "good"
  /** A soft threshold, a warning. */
  | "low"
  /** A hard threshold, an eviction, an error. */
  | "bad"
  /** The pod or the setting in question. */
  | "subject";

/** A text, or one of parts that are more than words. */
export type Text = string | readonly Part[];

export type Part = string | Code | Toned | Names | Bytes | Sign;

/** Shown as it is written. */
export interface Code {
  readonly code: string;
}

export interface Toned {
  readonly text: string;
  readonly tone: Tone;
}

/** A list of names in a sentence, of which the first are shown and the others counted. */
export interface Names {
  readonly names: readonly string[];
}

/** A sign with the words for it, which a medium that can shows or reads out. */
export interface Sign {
  readonly sign: string;
  readonly means: string;
}

/** An amount that each medium rounds; the page can show it whole. */
export interface Bytes {
  readonly bytes: number;
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Sentences, which are folded. */
  readonly isText?: boolean;
  /** Gives way where the table is wider than the medium; the widest such column first. */
  readonly shrinks?: boolean;
  /** The first to be dropped on a terminal that is too narrow for all columns. */
  readonly isSpare?: boolean;
  /** The title of the column that it is below where a medium has little room. */
  readonly under?: string;
  /** Another column says the same: it is left out where even stacked columns have no room. */
  readonly isImplied?: boolean;
}

export interface Row {
  readonly cells: readonly Text[];
  readonly tone?: Tone;
  /** Shown wherever it is in the table: a row that the reader asked about. */
  readonly isKept?: boolean;
}

/** Where a table or a list is cut that has more rows than are shown. */
export type Cut = "end" | "middle" | "none";

/** A point of a curve; null where nothing was observed. */
export interface ChartPoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly available: number | null;
}

export interface ChartLimit {
  readonly label: string;
  readonly limit: number;
  readonly hard: boolean;
}

/** A stretch in which the node reports a condition. */
export interface ChartBand {
  readonly from: number;
  readonly to: number;
  readonly condition: string;
}

export interface ChartMark {
  readonly at: number;
  readonly label: string;
}

/** The available amount of one signal, over time. */
export interface Chart {
  readonly signal: Signal;
  readonly points: readonly ChartPoint[];
  readonly limits: readonly ChartLimit[];
  readonly bands: readonly ChartBand[];
  readonly marks: readonly ChartMark[];
}

/** A limit of what is available, as it is drawn into a gauge. */
export interface GaugeLimit {
  readonly limit: number;
  readonly hard: boolean;
  /** Less is available than the limit, or what it asks for. */
  readonly met: boolean;
}

/** What is available of one signal at a moment, against its limits. */
export interface Gauge {
  readonly available: number;
  readonly capacity: number;
  readonly limits: readonly GaugeLimit[];
  /** The available amount, in words. */
  readonly amount: string;
}

/** A row of a table whose last column is drawn. */
export interface GaugeRow {
  readonly cells: readonly Text[];
  /** Or why there is nothing to draw. */
  readonly gauge: Gauge | string;
}

/** What happened at a moment. */
export interface TimelineLine {
  /** RFC 3339; null where it is not known, or the line is about several moments. */
  readonly time: string | null;
  /** The mark before the text, such as ✖. */
  readonly mark?: string;
  readonly text: string;
  readonly tone?: Tone;
  /** Null where the signal that the text is about was not observed. */
  readonly gauge?: Gauge | null;
  /** Below the text, each after its label, which may be empty. */
  readonly details?: readonly (readonly [label: string, text: string])[];
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Default: the end. */
  readonly cut?: Cut;
  /** The meaning of marks and columns, with the mark or the column as the label. */
  readonly notes?: readonly Fact[];
}

/** A change that helps. */
export interface Fix {
  /** What to set, without a full stop. */
  readonly change: Text;
  /** What happens then. */
  readonly effect?: Text;
  /** Its price; absent where it is free. */
  readonly cost?: Text;
}

/** A thing with what there is to say about it. */
export interface Entry {
  readonly title: Text;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly is: "heading"; readonly text: Text }
  | { readonly is: "paragraph"; readonly text: Text }
  | { readonly is: "list"; readonly items: readonly Text[]; readonly cut?: Cut }
  | { readonly is: "quote"; readonly text: string }
  | { readonly is: "facts"; readonly rows: readonly Fact[] }
  /** The cheapest first; steps of one fix, of which none is left out, have the cut "none". */
  | { readonly is: "fixes"; readonly fixes: readonly Fix[]; readonly cut?: Cut }
  | ({ readonly is: "table" } & Table)
  | { readonly is: "entries"; readonly entries: readonly Entry[] }
  /** A text in which spaces and line ends count. */
  | { readonly is: "code"; readonly language: string; readonly text: string }
  | { readonly is: "chart"; readonly chart: Chart }
  /** Spare columns, and the drawing, are left out on a terminal that is too narrow for it. */
  | {
      readonly is: "gauges";
      readonly columns: readonly Column[];
      readonly rows: readonly GaugeRow[];
    }
  /** `day` is the date that a reader knows by then; a line of another has its date before it. */
  | ({ readonly is: "timeline" } & TimelineBlock);

export interface TimelineBlock {
  readonly lines: readonly TimelineLine[];
  readonly day?: string;
  /** How the table is shortened on paper. Default: not at all. */
  readonly cut?: Cut;
}

export type Fact = readonly [label: string, text: Text];

export interface Section {
  readonly title: Text;
  readonly blocks: readonly Block[];
}

/** How an answer is meant, each with its sign and its tone. */
export const MARKS = {
  /** Something was evicted, killed or refused, or would fail. */
  bad: { sign: "✖", tone: "bad" },
  good: { sign: "✔", tone: "good" },
  /** It works, with a risk. */
  risk: { sign: "!", tone: "low" },
  /** The input cannot settle it. */
  unknown: { sign: "?", tone: "low" },
} as const satisfies Readonly<Record<string, { readonly sign: string; readonly tone: Tone }>>;

export type Mark = keyof typeof MARKS;

/**
 * The answer to a question, in whatever medium it is shown. With a mark, it is an answer whose
 * first screen is complete by itself: all but `further` fits 24 lines of 80 columns.
 */
export interface Document {
  /** The answer in one sentence. */
  readonly title: string;
  readonly mark?: Mark;
  readonly tone?: Tone;
  /** What was read, a line for each input: name, kind, node, release, size, times. */
  readonly sources?: readonly Text[];
  /** The first page of what is handed on, for people who were not there; no terminal shows it. */
  readonly summary?: readonly Section[];
  /** The reason, and the evidence for it. */
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
  /** What a terminal shows with `--all`, and other media always. */
  readonly further?: readonly Section[];
  /** The last lines: what is assumed, what is unknown, and the commands to type next. */
  readonly closing?: readonly Fact[];
}

/** What is made to be handed on. */
export const REPORT_FORMS = ["markdown", "html"] as const;
export const DOCUMENT_FORMS = ["text", ...REPORT_FORMS] as const;

export type ReportForm = (typeof REPORT_FORMS)[number];
export type DocumentForm = (typeof DOCUMENT_FORMS)[number];

/** A section that is left out when it says nothing. */
export function section(title: Text, blocks: readonly Block[]): readonly Section[] {
  return blocks.length === 0 ? [] : [{ title, blocks }];
}

/** A paragraph that is left out when there is nothing to say. */
export function paragraph(text: Text | undefined): readonly Block[] {
  return text === undefined ? [] : [{ is: "paragraph", text }];
}

/** A list that is left out when it is empty. */
export function list(items: readonly Text[], cut: Cut = "end"): readonly Block[] {
  return items.length === 0 ? [] : [{ is: "list", items, cut }];
}

/** Fixes that are left out when there are none. */
export function fixes(all: readonly Fix[], cut: Cut = "end"): readonly Block[] {
  return all.length === 0 ? [] : [{ is: "fixes", fixes: all, cut }];
}

/** A fix as one text: `request 2391Mi (now 256Mi): batch/report is evicted instead`. */
export function fixText({ change, effect }: Fix): Text {
  if (effect === undefined) return change;
  const isCommand = typeof change !== "string" && typeof change[0] === "object";
  return [...partsOf(change), isCommand ? " # " : ": ", ...partsOf(effect)];
}

/** The label of what was taken because the input lacks it. */
export const ASSUMED = "Assumed";
/** The label of the commands, which are the last lines. */
export const NEXT = "Next";

/** The last lines of an answer; what there is nothing of is left out. */
export function closing(
  assumed: readonly Text[],
  unknown: readonly Text[],
  next: readonly Text[],
): readonly Fact[] {
  const labels = { [ASSUMED]: assumed, Unknown: unknown, [NEXT]: next };
  return Object.entries(labels).flatMap(([label, texts]) =>
    texts.map((text, index): Fact => [index === 0 ? label : "", text]),
  );
}

/** A command as a last line of an answer; what it is for follows as a comment of the shell. */
export function commandText(command: string, purpose?: string): Text {
  return [{ code: command }, ...(purpose === undefined ? [] : [` # ${purpose}`])];
}

/** The sections of a whole document: each label of its last lines is one. */
export function allSections({
  sections,
  further = [],
  closing = [],
}: Document): readonly Section[] {
  const last: { title: string; items: Text[] }[] = [];
  for (const [label, text] of closing) {
    if (label !== "") last.push({ title: label, items: [text] });
    else last.at(-1)?.items.push(text);
  }
  return [
    ...sections,
    ...further,
    ...last.flatMap(({ title, items }) => section(title, list(items, "none"))),
  ];
}

/** A table that is left out when it has no rows. */
export function table(
  columns: readonly Column[],
  rows: readonly Row[],
  further: Pick<Table, "cut" | "notes"> = {},
): readonly Block[] {
  return rows.length === 0 ? [] : [{ is: "table", columns, rows, ...further }];
}

/** Blocks under a heading, which is left out without them. */
export function headed(heading: Text, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [] : [{ is: "heading", text: heading }, ...blocks];
}

/** A sentence whose parts between backticks are code. */
export function withCode(sentence: string): Text {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? { code: part } : part));
}

const CONTROLS = /\p{Cc}|\p{Bidi_Control}|\p{Cs}/gu;

/** What came from outside, on one line, without characters that hide or turn others. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, " ").replace(CONTROLS, "\ufffd").trim();
}

/** A part of a sentence: the same with the spaces between it and its neighbors. */
export function plainPart(text: string): string {
  const clean = plain(text);
  if (clean === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${clean}${/\s$/.test(text) ? " " : ""}`;
}

/** The same of a text whose lines count. */
export function plainLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(CONTROLS, "\ufffd"))
    .join("\n");
}

export function partsOf(text: Text): readonly Part[] {
  return typeof text === "string" ? [text] : text;
}
