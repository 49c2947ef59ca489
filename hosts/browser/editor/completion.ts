import type { Signal } from "../../shared/decision.ts";
import { AMOUNTS, DURATIONS, MEMBERS, type Shape, SIGNALS, type SignalRow } from "./members.ts";

/** Something that can be written. */
export interface Offer {
  readonly label: string;
  /** The label and what always follows it. */
  readonly insert: string;
  readonly detail: string;
  readonly about: string;
  /** What comes behind it is offered at once. */
  readonly goesOn: boolean;
}

export interface Offers {
  /** The column at which the word begins that an offer takes the place of. */
  readonly from: number;
  readonly offers: readonly Offer[];
}

/** Where the cursor stands: a line and a column, both from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Members below which the fields of a KubeletConfiguration stand in other documents. */
const WRAPPERS = new Set(["kubeletconfig", "kubeletConfig", "config"]);
const KEY = /^(\s*)(?:"([^"]+)"|([\w.-]+))\s*:/;
/** A line up to the cursor: its indent, perhaps a key, and the word being written. */
const BEFORE_CURSOR = /^(\s*)(- )?(?:([\w.-]+):\s+)?([\w.%-]*)$/;
const SIGNAL_ROWS = Object.entries(SIGNALS) as [Signal, SignalRow][];

/** What can be written at a place, in block YAML; `isAsked` when it was asked for by a key. */
export function offersAt(lines: readonly string[], place: Place, isAsked: boolean): Offers | null {
  const found = BEFORE_CURSOR.exec((lines[place.line] ?? "").slice(0, place.column));
  if (found === null) return null;
  const [, indent = "", dash, key, word = ""] = found;
  // Whoever has begun a name wants it ended; whoever has begun an amount knows which.
  if ((word === "") === (key === undefined) && !isAsked) return null;
  const isItem = dash !== undefined;
  const parent = parentOf(lines.slice(0, place.line), indent.length, isItem);
  const offers = matching(offersUnder(parent, key, isItem, indent), word);
  return offers.length === 0 ? null : { from: place.column - word.length, offers };
}

/** Those that begin with the word come first; a word that is written in full needs no offer. */
function matching(offers: readonly Offer[], word: string): readonly Offer[] {
  const sought = word.toLowerCase();
  const rank = ({ label }: Offer) => label.toLowerCase().indexOf(sought);
  if (offers.some(({ label }) => label === word)) return [];
  const begins = offers.filter((offer) => rank(offer) === 0);
  return [...begins, ...offers.filter((offer) => rank(offer) > 0)];
}

function offersUnder(
  parent: string | null,
  key: string | undefined,
  isItem: boolean,
  indent: string,
): readonly Offer[] {
  const isTop = parent === null || WRAPPERS.has(parent);
  const shape = MEMBERS.find(({ name }) => name === (isTop ? key : parent))?.shape;
  if (isItem) return shape?.of === "items" ? valueOffers(shape.values) : [];
  if (key !== undefined) return shape === undefined ? [] : valueOffers(valuesOf(shape, key, isTop));
  if (isTop)
    return MEMBERS.map(({ name, shape, about }) => memberOffer(name, shape, about, indent));
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

function entriesOf(shape: Shape): readonly Offer[] {
  if (shape.of === "entries") return shape.names.map((name) => entryOffer(name, "", ""));
  if (shape.of !== "amounts" && shape.of !== "durations") return [];
  return SIGNAL_ROWS.filter(([, { derived }]) => derived !== true).map(([signal, row]) =>
    entryOffer(signal, shape.of === "durations" ? "duration" : `${row.unit} or %`, row.about),
  );
}

function memberOffer(label: string, shape: Shape, about: string, indent: string): Offer {
  const below = `\n${indent}  ${shape.of === "items" ? "- " : ""}`;
  const insert = `${label}:${shape.of === "value" ? " " : below}`;
  return { label, insert, detail: "", about, goesOn: true };
}

function entryOffer(label: string, detail: string, about: string): Offer {
  return { label, insert: `${label}: `, detail, about, goesOn: true };
}

function valueOffers(texts: readonly string[]): readonly Offer[] {
  return texts.map((label) => ({ label, insert: label, detail: "", about: "", goesOn: false }));
}

/** The key of the block that a line would stand in, below these. */
function parentOf(above: readonly string[], indent: number, isItem: boolean): string | null {
  for (const line of above.toReversed()) {
    const found = KEY.exec(line);
    if (found === null) continue;
    const depth = found[1]?.length ?? 0;
    // The items of a list may stand as far left as its key.
    if (depth < indent || (isItem && depth === indent)) return found[2] ?? found[3] ?? null;
  }
  return null;
}
