import { useEffect } from "preact/hooks";

/** A key that works anywhere on the page, except where it already means something. */
export interface Key<T> {
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly act: (target: T, event: KeyboardEvent) => void;
  /** Whether a slider has the key for itself. */
  readonly isOfSliders: boolean;
}

/** Elements that take texts, and so every key. */
const TEXTS = "input:not([type=range]):not([type=radio]), textarea, select, [contenteditable]";
const SLIDERS = "input[type=range], input[type=radio], [role=slider], [role=tab]";
const BUTTONS = "button,summary,a";

/** Behind a dialog nothing moves, and nothing while others have the keys (`isOurs`). */
export function useKeys<T>(keys: readonly Key<T>[], target: T, isOurs = () => true): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isOurs()) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const key = keys.find(({ matches }) => matches(event));
      // Seen from here, the target of a key in the editor is the host of its shadow root.
      const [focused] = event.composedPath();
      if (key === undefined) return;
      if (isTaken(key, event, focused instanceof Element ? focused : null)) return;
      event.preventDefault();
      key.act(target, event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [keys, target]);
}

/** A key alone, whatever Shift does to it. */
export function plain(key: string): (event: KeyboardEvent) => boolean {
  return (event) => event.key === key && !isCombined(event);
}

function isTaken(
  { isOfSliders }: Pick<Key<never>, "isOfSliders">,
  { key }: KeyboardEvent,
  focused: Element | null,
): boolean {
  if (focused === null) return false;
  if (focused.closest(TEXTS) !== null) return true;
  if (focused.closest(SLIDERS) !== null) return isOfSliders;
  return key === " " && focused.closest(BUTTONS) !== null;
}

export function isCombined({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Ctrl+Z, and the same key with ⌘. */
export function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "z";
}

export function isRedo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (!(ctrlKey || metaKey) || altKey) return false;
  return shiftKey ? key.toLowerCase() === "z" : key.toLowerCase() === "y";
}
