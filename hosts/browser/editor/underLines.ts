import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { type EditorState, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { PlacedSentence } from "./placed.ts";

class Sentence extends WidgetType {
  readonly #placed: PlacedSentence;

  constructor(placed: PlacedSentence) {
    super();
    this.#placed = placed;
  }

  override eq(other: Sentence): boolean {
    return this.#placed.sentence === other.#placed.sentence;
  }

  override toDOM(): HTMLElement {
    const sentence = document.createElement("p");
    sentence.textContent = this.#placed.sentence;
    const element = document.createElement("div");
    element.className = `under-line ${this.#placed.severity}`;
    element.append(sentence);
    return element;
  }
}

const setUnderLines = StateEffect.define<DecorationSet>();

/** Sentences that stand under the lines they concern, and move with them. */
export const underLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(sentences, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setUnderLines));
    return set?.value ?? sentences.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Underlines what the sentences are about, and writes them under it. */
export function showPlaced(
  state: EditorState,
  sentences: readonly PlacedSentence[],
): TransactionSpec {
  const placed = sentences.flatMap((sentence) => {
    const { line } = sentence;
    if (line === null || line < 1 || line > state.doc.lines) return [];
    return [{ ...sentence, at: state.doc.line(line) }];
  });
  const diagnostics = placed.map(({ severity, sentence, at }): Diagnostic => {
    const from = at.from + (at.text.length - at.text.trimStart().length);
    return { from, to: Math.max(from, at.to), severity, message: sentence };
  });
  const widgets = placed.map((sentence) =>
    Decoration.widget({ widget: new Sentence(sentence), block: true, side: 1 }).range(
      sentence.at.to,
    ),
  );
  const set = setUnderLines.of(Decoration.set(widgets, true));
  const { effects } = setDiagnostics(state, diagnostics);
  return { effects: [set, ...[effects ?? []].flat()] as StateEffect<unknown>[] };
}
