import { setDiagnostics } from "@codemirror/lint";
import { type EditorState, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { PlacedSentence } from "../../../../analysis/questions/check/placedSentences.ts";

class SentenceWidget extends WidgetType {
  readonly #placed: PlacedSentence;

  constructor(placed: PlacedSentence) {
    super();
    this.#placed = placed;
  }

  override eq(other: SentenceWidget): boolean {
    const { severity, sentence } = other.#placed;
    return severity === this.#placed.severity && sentence === this.#placed.sentence;
  }

  override toDOM(): HTMLElement {
    const [element, paragraph] = [document.createElement("div"), document.createElement("p")];
    element.className = `under-line ${this.#placed.severity}`;
    paragraph.textContent = this.#placed.sentence;
    element.append(paragraph);
    return element;
  }
}

const setSentences = StateEffect.define<DecorationSet>();

/** Sentences under the lines they concern; they move with them. */
export const sentencesUnderLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects }) {
    const placed = effects.find((effect) => effect.is(setSentences));
    return placed?.value ?? shown.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Underlines what the sentences are about, marks the lines, and writes the sentences below. */
export function showSentences(
  state: EditorState,
  sentences: readonly PlacedSentence[],
): TransactionSpec {
  const placed = sentences.flatMap((each) => {
    if (each.line === null || each.line > state.doc.lines) return [];
    const { from, to, text } = state.doc.line(each.line);
    return [{ ...each, from: from + text.search(/\S|$/), to }];
  });
  const widgets = placed.map((each) => {
    const widget = new SentenceWidget(each);
    return Decoration.widget({ widget, block: true, side: 1 }).range(each.to);
  });
  const diagnostics = placed.map(({ from, to, severity, sentence }) => {
    return { from, to, severity, message: sentence };
  });
  const { effects } = setDiagnostics(state, diagnostics);
  return { effects: [setSentences.of(Decoration.set(widgets, true)), ...[effects ?? []].flat()] };
}
