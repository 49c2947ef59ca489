import { isHistoryTransaction } from "prosemirror-history";
import { type EditorState, Plugin, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { offersAt } from "./completion.ts";
import { put } from "./lines.ts";
import { LIST_ID, type Offering, OfferList, optionId } from "./offerList.ts";

/** Asks for offers, ends them, or selects one by its number. */
type OfferRequest = "ask" | "end" | number;

/** On a transaction that is the page's own. */
export const NOT_TYPED = "notTyped";

export const offering: Plugin<Offering | null> = new Plugin<Offering | null>({
  state: { init: () => null, apply: (transaction, now, _, state) => next(transaction, now, state) },
  props: {
    attributes(state): Record<string, string> {
      const shown = offering.getState(state);
      const list = { "aria-autocomplete": "list", "aria-haspopup": "listbox" };
      if (!shown) return list;
      return {
        ...list,
        "aria-controls": LIST_ID,
        "aria-activedescendant": optionId(shown.selected),
      };
    },
    handleKeyDown(view, event) {
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.ctrlKey && event.key === " ") return wish(view, "ask");
      const shown = offering.getState(view.state);
      const act = isModified || !shown ? undefined : KEYS[event.key];
      return shown && act !== undefined ? act(view, shown) : false;
    },
    handleDOMEvents: { blur: (view) => void wish(view, "end") },
  },
  view: (view) =>
    new OfferList(view, {
      shownIn: (state) => offering.getState(state) ?? null,
      take: (index) => {
        const shown = offering.getState(view.state);
        if (shown) take(view, { ...shown, selected: index });
      },
    }),
});

const KEYS: Readonly<Record<string, (view: EditorView, shown: Offering) => boolean>> = {
  ArrowDown: (view, { selected, offers }) => wish(view, (selected + 1) % offers.length),
  ArrowUp: (view, { selected, offers }) =>
    wish(view, (selected + offers.length - 1) % offers.length),
  Enter: take,
  Tab: take,
  Escape: (view) => wish(view, "end"),
};

function wish(view: EditorView, wished: OfferRequest): true {
  view.dispatch(view.state.tr.setMeta(offering, wished));
  return true;
}

function take(view: EditorView, { from, offers, selected }: Offering): true {
  const offer = offers[selected];
  if (offer === undefined) return true;
  const transaction = put(view.state.tr, offer.insert, from, view.state.selection.from);
  view.dispatch(transaction.setMeta(offering, offer.goesOn ? "ask" : "end"));
  return true;
}

function next(transaction: Transaction, now: Offering | null, state: EditorState) {
  const wished: OfferRequest | undefined = transaction.getMeta(offering);
  if (wished === "end") return null;
  if (wished === "ask") return offeringIn(state, true);
  if (wished !== undefined) return now && { ...now, selected: wished };
  if (!transaction.docChanged) return transaction.selectionSet ? null : now;
  const hasGrown = transaction.doc.content.size > transaction.before.content.size;
  return isTyped(transaction) && (hasGrown || now !== null) ? offeringIn(state, false) : null;
}

function isTyped(transaction: Transaction): boolean {
  const marks = [NOT_TYPED, "paste", "appendedTransaction"];
  return !isHistoryTransaction(transaction) && !marks.some((mark) => transaction.getMeta(mark));
}

function offeringIn({ doc, selection }: EditorState, isAsked: boolean): Offering | null {
  const { $from, empty } = selection;
  if (!empty) return null;
  const lines = doc.children.map(({ textContent }) => textContent);
  const place = { line: $from.index(0), column: $from.parentOffset };
  const found = offersAt(lines, place, isAsked);
  return found && { from: $from.start() + found.from, offers: found.offers, selected: 0 };
}
