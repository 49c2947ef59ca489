import { redo, undo } from "prosemirror-history";
import { type Command, Plugin, type PluginView, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { put } from "./lines.ts";

const INDENT = "  ";
/** A line whose content stands below it, or inside a bracket. */
const OPENS = /[:[{]\s*$/;

/** A new line stands as far in as this one, or further where this one opens a block. */
const breakLine: Command = ({ selection, tr }, dispatch) => {
  const { $from, from, to } = selection;
  const before = $from.parent.textContent.slice(0, $from.parentOffset);
  const indent = /^\s*/.exec(before)?.[0] ?? "";
  dispatch?.(put(tr, `\n${indent}${OPENS.test(before) ? INDENT : ""}`, from, to));
  return true;
};

/** At an edge of a line it is joined with its neighbour; elsewhere browsers know best. */
function remove(direction: -1 | 1): Command {
  return ({ doc, selection, tr }, dispatch) => {
    const { $from, empty } = selection;
    if (!empty) {
      dispatch?.(tr.deleteSelection().scrollIntoView());
      return true;
    }
    const isAtEdge = $from.parentOffset === (direction < 0 ? 0 : $from.parent.content.size);
    if (!isAtEdge) return false;
    const between = direction < 0 ? $from.before() : $from.after();
    if (between > 0 && between < doc.content.size) dispatch?.(tr.join(between).scrollIntoView());
    return true;
  };
}

const KEYS: Readonly<Record<string, Command>> = {
  Enter: breakLine,
  Backspace: remove(-1),
  Delete: remove(1),
};

/** With Control, or Command on a Mac; the name of Shift comes first. */
const KEYS_OF_HISTORY: Readonly<Record<string, Command>> = { z: undo, "shift z": redo, y: redo };

/** A browser tells late where the cursor went; a key that follows at once must act there. */
export function readSelection(view: EditorView): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
  if (view.composing || !view.dom.contains(anchorNode ?? null) || !anchorNode || !focusNode) return;
  const { doc, selection, tr } = view.state;
  const anchor = doc.resolve(view.posAtDOM(anchorNode, anchorOffset ?? 0));
  const head = doc.resolve(view.posAtDOM(focusNode, focusOffset ?? 0));
  const read = TextSelection.between(anchor, head);
  if (!read.eq(selection)) view.dispatch(tr.setSelection(read));
}

/**
 * prosemirror-view 1.42 takes a cursor that goes to the beginning within 200 ms of the focus for
 * the browser's doing, and puts it back. When a key was pressed since, it is the writer's.
 */
function readKeysAfterFocus(view: EditorView): PluginView {
  let isPressed = false;
  const press = () => {
    isPressed = true;
  };
  const focus = () => {
    isPressed = false;
  };
  const read = () => {
    if (isPressed) readSelection(view);
  };
  view.dom.addEventListener("keydown", press);
  view.dom.addEventListener("focus", focus);
  // Before the editor itself hears of it.
  document.addEventListener("selectionchange", read, { capture: true });
  return { destroy: () => document.removeEventListener("selectionchange", read, true) };
}

export const keys = new Plugin({
  view: readKeysAfterFocus,
  props: {
    handleKeyDown({ state, dispatch }, { key, ctrlKey, metaKey, altKey, shiftKey }) {
      const isModified = (ctrlKey || metaKey) && !altKey;
      const letter = `${shiftKey ? "shift " : ""}${key.toLowerCase()}`;
      const command = (isModified ? KEYS_OF_HISTORY[letter] : undefined) ?? KEYS[key];
      return command?.(state, dispatch) ?? false;
    },
    handleDOMEvents: {
      keydown: readSelection,
      /** From a menu, or by shaking a telephone. */
      beforeinput({ state, dispatch }, event) {
        const command = { historyUndo: undo, historyRedo: redo }[event.inputType];
        if (command === undefined) return false;
        event.preventDefault();
        return command(state, dispatch);
      },
    },
  },
});
