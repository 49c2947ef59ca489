import type { EditorState, PluginView } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Offer } from "./completion.ts";

/** What is offered where the cursor stands. */
export interface Offering {
  /** The position at which an offer is put, in place of all up to the cursor. */
  readonly from: number;
  readonly offers: readonly Offer[];
  readonly selected: number;
}

export const LIST_ID = "configuration-offers";
export const optionId = (index: number) => `${LIST_ID}-${index}`;

export interface OfferListOptions {
  readonly shownIn: (state: EditorState) => Offering | null;
  /** Called with the number of the offer that was pressed. */
  readonly take: (index: number) => void;
}

/** The list of offers beside the cursor, which stays in the text: a listbox that it points into. */
export class OfferList implements PluginView {
  readonly #list = document.createElement("ul");
  readonly #options: OfferListOptions;

  constructor(view: EditorView, options: OfferListOptions) {
    this.#options = options;
    const list = this.#list;
    list.id = LIST_ID;
    list.className = "offers";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "What can be written here");
    // The text keeps the focus.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    view.dom.addEventListener("scroll", () => this.#place(view));
    view.dom.after(list);
  }

  update(view: EditorView, before: EditorState): void {
    const shown = this.#options.shownIn(view.state);
    if (shown === this.#options.shownIn(before)) return;
    this.#list.hidden = shown === null;
    if (shown === null) return;
    const items = shown.offers.map((offer, index) => this.#item(offer, index, shown.selected));
    this.#list.replaceChildren(...items);
    this.#place(view);
    items[shown.selected]?.scrollIntoView({ block: "nearest" });
  }

  destroy(): void {
    this.#list.remove();
  }

  #item({ label, detail, about }: Offer, index: number, selected: number): HTMLElement {
    const isSelected = index === selected;
    const parts = { label, detail, about: isSelected ? about : "" };
    const item = document.createElement("li");
    item.id = optionId(index);
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", String(isSelected));
    for (const [name, text] of Object.entries(parts)) {
      if (text === "") continue;
      const part = document.createElement("span");
      part.className = `offer-${name}`;
      part.textContent = text;
      item.append(part, " ");
    }
    item.addEventListener("click", () => this.#options.take(index));
    return item;
  }

  /** Under the word where there is room in the window, else above it. */
  #place(view: EditorView): void {
    const shown = this.#options.shownIn(view.state);
    const frame = this.#list.offsetParent?.getBoundingClientRect();
    if (shown === null || frame === undefined) return;
    const { left, top, bottom } = view.coordsAtPos(shown.from);
    const { offsetWidth: width, offsetHeight: height, style } = this.#list;
    const isBelow = bottom + height <= window.innerHeight || top < height;
    style.left = `${Math.max(0, Math.min(left - frame.left, frame.width - width))}px`;
    style.top = `${(isBelow ? bottom : top - height) - frame.top}px`;
  }
}
