import { type EditorState, Plugin, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { PlacedSentence } from "./placed.ts";

/** Sentences that stand under the lines they concern, and move with them. */
export const underLines: Plugin<DecorationSet> = new Plugin<DecorationSet>({
  state: {
    init: () => DecorationSet.empty,
    apply(transaction, shown) {
      const placed: DecorationSet | undefined = transaction.getMeta(underLines);
      return placed ?? shown.map(transaction.mapping, transaction.doc);
    },
  },
  props: { decorations: (state) => underLines.getState(state) },
});

/** Underlines what the sentences are about, and writes them under it. */
export function placing(state: EditorState, sentences: readonly PlacedSentence[]): Transaction {
  const { doc, tr } = state;
  const starts: number[] = [];
  doc.forEach((_, start) => {
    starts.push(start);
  });
  const decorations = sentences.flatMap((placed) => {
    const index = (placed.line ?? 0) - 1;
    const start = starts[index];
    if (start === undefined) return [];
    const line = doc.child(index);
    const indent = line.textContent.search(/\S|$/);
    const end = start + line.nodeSize;
    const { sentence, severity } = placed;
    return [
      Decoration.inline(start + 1 + indent, end - 1, { class: `concerned ${severity}` }),
      Decoration.widget(end, () => elementOf(placed), { side: -1, key: `${severity} ${sentence}` }),
    ];
  });
  return tr.setMeta(underLines, DecorationSet.create(doc, decorations));
}

function elementOf({ severity, sentence }: PlacedSentence): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.textContent = sentence;
  const element = document.createElement("div");
  element.className = `under-line ${severity}`;
  element.append(paragraph);
  return element;
}
