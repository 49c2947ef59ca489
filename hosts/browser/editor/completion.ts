import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from "@codemirror/autocomplete";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Signal } from "../../shared/decision.ts";
import { AMOUNTS, DURATIONS, MEMBERS, type Shape, SIGNALS, type SignalRow } from "./members.ts";

/** Members below which the fields of a KubeletConfiguration stand in other documents. */
const WRAPPERS = new Set(["kubeletconfig", "kubeletConfig", "config"]);
const KEY = /^(\s*)(?:"([^"]+)"|([\w.-]+))\s*:/;
/** A line up to the cursor: its indent, perhaps a key, and the word being written. */
const BEFORE_CURSOR = /^(\s*)(- )?(?:([\w.-]+):\s+)?([\w.%-]*)$/;
const SIGNAL_ROWS = Object.entries(SIGNALS) as [Signal, SignalRow][];

/** Offers what can be written where the cursor stands, in block YAML. */
export function completeMember(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  const found = BEFORE_CURSOR.exec(line.text.slice(0, pos - line.from));
  if (found === null) return null;
  const [, indent = "", dash, key, word = ""] = found;
  // Whoever has begun a name wants it ended; whoever has begun an amount knows which.
  if ((word === "") === (key === undefined) && !explicit) return null;
  const parent = parentOf(state.doc, line.number, indent.length, dash !== undefined);
  const options = optionsAt(parent, key, dash !== undefined);
  return options.length === 0 ? null : { from: pos - word.length, options, validFor: /^[\w.%-]*$/ };
}

function optionsAt(parent: string | null, key: string | undefined, isItem: boolean): Completion[] {
  const isTop = parent === null || WRAPPERS.has(parent);
  const shape = MEMBERS.find(({ name }) => name === (isTop ? key : parent))?.shape;
  if (isItem) return shape?.of === "items" ? values(shape.values) : [];
  if (key !== undefined) return shape === undefined ? [] : values(valuesOf(shape, key, isTop));
  if (isTop) return MEMBERS.map(({ name, shape, about }) => memberOption(name, shape, about));
  return shape === undefined ? [] : entriesOf(shape);
}

function valuesOf(shape: Shape, key: string, isTop: boolean): readonly string[] {
  if (shape.of === "value") return isTop ? shape.values : [];
  if (isTop) return [];
  if (shape.of === "durations") return DURATIONS;
  if (shape.of === "entries") return shape.values;
  const row = SIGNAL_ROWS.find(([signal]) => signal === key)?.[1];
  return shape.of === "amounts" && row !== undefined ? AMOUNTS[row.unit] : [];
}

function entriesOf(shape: Shape): Completion[] {
  if (shape.of === "entries") return shape.names.map((name) => entry(name, "", ""));
  if (shape.of !== "amounts" && shape.of !== "durations") return [];
  return SIGNAL_ROWS.filter(([, { derived }]) => derived !== true).map(([signal, row]) =>
    entry(signal, shape.of === "durations" ? "duration" : `${row.unit} or %`, row.about),
  );
}

function memberOption(label: string, shape: Shape, about: string): Completion {
  const apply = (view: EditorView, _: Completion, from: number, to: number) => {
    const indent = " ".repeat(from - view.state.doc.lineAt(from).from + 2);
    const below = shape.of === "items" ? `${indent}- ` : indent;
    insert(view, `${label}:${shape.of === "value" ? " " : `\n${below}`}`, from, to);
  };
  return { label, info: about, type: "property", apply };
}

function entry(label: string, detail: string, about: string): Completion {
  const apply = (view: EditorView, _: Completion, from: number, to: number) =>
    insert(view, `${label}: `, from, to);
  return {
    label,
    type: "property",
    apply,
    ...(detail && { detail }),
    ...(about && { info: about }),
  };
}

/** What follows a name is offered at once. */
function insert(view: EditorView, text: string, from: number, to: number): void {
  const selection = { anchor: from + text.length };
  view.dispatch({ changes: { from, to, insert: text }, selection, userEvent: "input.complete" });
  startCompletion(view);
}

function values(texts: readonly string[]): Completion[] {
  // In the order of the table, not of the alphabet.
  return texts.map((label, index) => ({ label, type: "constant", boost: -index }));
}

/** The key of the block around a line. */
function parentOf(doc: Text, number: number, indent: number, isItem: boolean): string | null {
  for (let above = number - 1; above > 0; above--) {
    const found = KEY.exec(doc.line(above).text);
    if (found === null) continue;
    const depth = found[1]?.length ?? 0;
    // The items of a list may stand as far left as its key.
    if (depth < indent || (isItem && depth === indent)) return found[2] ?? found[3] ?? null;
  }
  return null;
}
