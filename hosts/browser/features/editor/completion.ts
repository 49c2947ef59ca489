import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { MEMBER_ROWS } from "../../../../analysis/engine/contract/configuration.ts";
import { SIGNAL_ROWS } from "../../../../analysis/engine/contract/signals.ts";

/** A member of a KubeletConfiguration that bears on eviction. */
interface MemberRow {
  readonly member: string;
  /** Amounts or durations by signal, entries by name, items of a list, or one value. */
  readonly holds: "amounts" | "durations" | "entries" | "items" | "value";
  /** Of entries. */
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly about: string;
}

const MEMBERS: readonly MemberRow[] = MEMBER_ROWS;
/** Signals that thresholds are written for; the kubelet derives the others. */
const OFFERED_SIGNALS = SIGNAL_ROWS.filter(({ derived }) => !derived);
/** Amounts to begin with, by unit; a share of the capacity goes for every signal. */
const AMOUNTS: Readonly<Record<(typeof SIGNAL_ROWS)[number]["unit"], readonly string[]>> = {
  bytes: ["100Mi", "500Mi", "1Gi", "5%", "10%", "15%"],
  inodes: ["5%", "10%", "100k"],
  processes: ["5%", "10%", "1000"],
};
const DURATIONS: readonly string[] = ["30s", "1m30s", "2m0s", "5m0s"];

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

/** The cursor's position: a line and a column, both from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Members below which the fields of a KubeletConfiguration stand in other documents. */
const WRAPPERS = new Set(["kubeletconfig", "kubeletConfig", "config"]);
/** A key at the beginning of a line: its indent, and its name with quotes or without. */
export const KEY = /^(\s*)(?:"([^"]+)"|([\w.-]+))\s*:/;
/** A line up to the cursor: its indent, perhaps a key, and the word being written. */
const BEFORE_CURSOR = /^(\s*)(- )?(?:([\w.-]+):\s+)?([\w.%-]*)$/;

/** What the editor offers; what a value means is for the core to say. */
export function completionsAt({
  state,
  pos,
  explicit,
}: CompletionContext): CompletionResult | null {
  const { from, number } = state.doc.lineAt(pos);
  const place = { line: number - 1, column: pos - from };
  const found = offersAt(state.doc.toString().split("\n"), place, explicit);
  if (found === null) return null;
  return { from: from + found.from, options: found.offers.map(completionOf), filter: false };
}

function completionOf({ label, insert, detail, about, goesOn }: Offer): Completion {
  return {
    label,
    detail,
    ...(about === "" ? {} : { info: about }),
    apply(view, completion, from, to) {
      const text = insertCompletionText(view.state, insert, from, to);
      view.dispatch(text, { annotations: pickedCompletion.of(completion) });
      if (goesOn) startCompletion(view);
    },
  };
}

/** What can be written at a place, in block YAML; `isAsked` when it was asked for by a key. */
export function offersAt(lines: readonly string[], place: Place, isAsked: boolean): Offers | null {
  const found = BEFORE_CURSOR.exec((lines[place.line] ?? "").slice(0, place.column));
  if (found === null) return null;
  const [, indent = "", dash, key, word = ""] = found;
  // Without a request: the rest of a name that is begun, and amounts before one is begun.
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
  const row = MEMBERS.find(({ member }) => member === (isTop ? key : parent));
  if (isItem) return row?.holds === "items" ? valueOffers(row.values) : [];
  if (key !== undefined) return row === undefined ? [] : valueOffers(valuesOf(row, key, isTop));
  if (isTop) return MEMBERS.map((member) => memberOffer(member, indent));
  return row === undefined ? [] : entriesOf(row);
}

function valuesOf({ holds, values }: MemberRow, key: string, isTop: boolean): readonly string[] {
  if (holds === "value") return isTop ? values : [];
  if (isTop) return [];
  if (holds === "durations") return DURATIONS;
  if (holds === "entries") return values;
  const signal = SIGNAL_ROWS.find(({ name }) => name === key);
  return holds === "amounts" && signal !== undefined ? AMOUNTS[signal.unit] : [];
}

function entriesOf({ holds, names }: MemberRow): readonly Offer[] {
  if (holds === "entries") return names.map((name) => entryOffer(name, "", ""));
  if (holds !== "amounts" && holds !== "durations") return [];
  return OFFERED_SIGNALS.map(({ name, unit, about }) =>
    entryOffer(name, holds === "durations" ? "duration" : `${unit} or %`, about),
  );
}

function memberOffer({ member, holds, about }: MemberRow, indent: string): Offer {
  const below = `\n${indent}  ${holds === "items" ? "- " : ""}`;
  const insert = `${member}:${holds === "value" ? " " : below}`;
  return { label: member, insert, detail: "", about, goesOn: true };
}

function entryOffer(label: string, detail: string, about: string): Offer {
  return { label, insert: `${label}: `, detail, about, goesOn: true };
}

function valueOffers(texts: readonly string[]): readonly Offer[] {
  return texts.map((label) => ({ label, insert: label, detail: "", about: "", goesOn: false }));
}

/** The key of the block that a line would stand in, below these. */
export function parentOf(above: readonly string[], indent: number, isItem: boolean): string | null {
  for (const line of above.toReversed()) {
    const found = KEY.exec(line);
    if (found === null) continue;
    const depth = found[1]?.length ?? 0;
    // The items of a list may stand as far left as its key.
    if (depth < indent || (isItem && depth === indent)) return found[2] ?? found[3] ?? null;
  }
  return null;
}
