import type { Signal } from "../engine/decision.ts";

/** A text, or one with parts that stand as they are written. */
export type Text = string | readonly (string | Code)[];

export interface Code {
  readonly code: string;
}

export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Sentences, which are folded. */
  readonly isText?: boolean;
}

export interface TableRow {
  readonly cells: readonly Text[];
  /** What is met or evicted, and what does not count. */
  readonly tone?: "bad" | "faint";
}

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

/** What one signal had available, over time. */
export interface Chart {
  readonly signal: Signal;
  readonly points: readonly ChartPoint[];
  readonly limits: readonly ChartLimit[];
  readonly bands: readonly ChartBand[];
  readonly marks: readonly ChartMark[];
}

export type Block =
  | { readonly is: "heading"; readonly text: Text }
  | { readonly is: "paragraph"; readonly text: Text }
  | { readonly is: "list"; readonly items: readonly Text[] }
  | { readonly is: "quote"; readonly text: string }
  | { readonly is: "facts"; readonly rows: readonly (readonly [label: string, text: Text])[] }
  | {
      readonly is: "table";
      readonly columns: readonly TableColumn[];
      readonly rows: readonly TableRow[];
    }
  /** A text in which spaces and line ends count. */
  | { readonly is: "code"; readonly language: string; readonly text: string }
  | { readonly is: "chart"; readonly chart: Chart };

export interface Section {
  readonly title: Text;
  readonly blocks: readonly Block[];
}

/** What is handed on, in whatever format. */
export interface ReportDocument {
  readonly title: string;
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
}

export type ReportForm = "markdown" | "html";

export const REPORT_FORMS: readonly ReportForm[] = ["markdown", "html"];

/** A section that is left out when it says nothing. */
export function section(title: Text, blocks: readonly Block[]): readonly Section[] {
  return blocks.length === 0 ? [] : [{ title, blocks }];
}

/** A list that is left out when it is empty, under its heading. */
export function listed(heading: string, items: readonly Text[]): readonly Block[] {
  return items.length === 0
    ? []
    : [
        { is: "heading", text: heading },
        { is: "list", items },
      ];
}

/** A table that is left out when it has no rows, under its heading. */
export function tabled(
  heading: Text,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): readonly Block[] {
  return rows.length === 0
    ? []
    : [
        { is: "heading", text: heading },
        { is: "table", columns, rows },
      ];
}

/** What stands between backticks, as code. */
export function withCode(sentence: string): Text {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? { code: part } : part));
}

const CONTROLS = /\p{Cc}|\p{Bidi_Control}|\p{Cs}/gu;

/** What came from outside, on one line, without characters that hide or turn others. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, " ").replace(CONTROLS, "\ufffd").trim();
}

/** The same of a text whose lines count. */
export function plainLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(CONTROLS, "\ufffd"))
    .join("\n");
}

/** The parts of a text, of which some stand as they are written. */
export function partsOf(text: Text): readonly (string | Code)[] {
  return typeof text === "string" ? [text] : text;
}
