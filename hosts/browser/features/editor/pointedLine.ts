import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Lights a line, by its number from 1; null lights none. */
export const pointAt = StateEffect.define<number | null>();

const LIT = Decoration.line({ class: "pointed" });

/** The line that something elsewhere on the page is about while it is pointed at. */
export const pointedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { state, changes, effects }) {
    const effect = effects.find((each) => each.is(pointAt));
    if (effect === undefined) return shown.map(changes);
    const line: number | null = effect.value;
    if (line === null || line > state.doc.lines) return Decoration.none;
    return Decoration.set([LIT.range(state.doc.line(line).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});
