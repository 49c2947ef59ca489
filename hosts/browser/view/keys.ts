import { useEffect } from "preact/hooks";
import type { Playground } from "../state/playground.ts";

const STRIDE = 10;

/** What a key does anywhere on the page, except where it already means something. */
const KEYS: Readonly<Record<string, (playground: Playground) => void>> = {
  ArrowLeft: (playground) => playground.goBy(-1),
  ArrowRight: (playground) => playground.goBy(1),
  PageDown: (playground) => playground.goBy(STRIDE),
  PageUp: (playground) => playground.goBy(-STRIDE),
  "[": (playground) => playground.goToTurningPoint(-1),
  "]": (playground) => playground.goToTurningPoint(1),
  " ": ({ playing }) => {
    playing.value = !playing.peek();
  },
};
/** Elements that use these keys themselves. */
const TAKEN = "input, textarea, select, button, summary, a, [role=slider], [contenteditable]";
const OF_BUTTONS = new Set([" "]);

export function useKeys(playground: Playground): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // Behind a dialog nothing moves.
      if (document.querySelector("dialog[open]") !== null) return;
      const act = KEYS[event.key];
      // Seen from here, the target of a key in the editor is the host of its shadow root.
      const [target] = event.composedPath();
      const focused = target instanceof Element ? target.closest(TAKEN) : null;
      const isTaken = focused?.matches("button, summary, a") ? OF_BUTTONS.has(event.key) : focused;
      if (act === undefined || isTaken) return;
      event.preventDefault();
      act(playground);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [playground]);
}
