import { useEffect } from "preact/hooks";
import { PAN, ZOOM } from "../features/zoom/zoomButtons.tsx";
import type { Playground } from "./playground.ts";

export const STRIDE = 10;

interface Key {
  /** As it is written for people. */
  readonly keys: string;
  readonly what: string;
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly act: (playground: Playground) => void;
  /** Whether a slider has the key for itself. */
  readonly isOfSliders: boolean;
}

const plain = (key: string) => (event: KeyboardEvent) => event.key === key && !isCombined(event);
/** The same with Shift or a capital: on some keyboards the one is the other. */
const either =
  (...keys: readonly string[]) =>
  (event: KeyboardEvent) =>
    keys.includes(event.key.toLowerCase()) && !isCombined(event);
const shifted = (key: string) => (event: KeyboardEvent) =>
  event.key === key && event.shiftKey && !isCombined(event);

/** What a key does anywhere on the page, except where it already means something. */
export const KEYS: readonly Key[] = [
  {
    keys: "Shift+←",
    what: `${STRIDE} steps back`,
    matches: shifted("ArrowLeft"),
    act: (playground) => playground.goBy(-STRIDE),
    isOfSliders: true,
  },
  {
    keys: "Shift+→",
    what: `${STRIDE} steps forward`,
    matches: shifted("ArrowRight"),
    act: (playground) => playground.goBy(STRIDE),
    isOfSliders: true,
  },
  {
    keys: "←",
    what: "a step back",
    matches: plain("ArrowLeft"),
    act: (playground) => playground.goBy(-1),
    isOfSliders: true,
  },
  {
    keys: "→",
    what: "a step forward",
    matches: plain("ArrowRight"),
    act: (playground) => playground.goBy(1),
    isOfSliders: true,
  },
  {
    keys: "[",
    what: "the event before",
    matches: plain("["),
    act: (playground) => playground.goToTurningPoint(-1),
    isOfSliders: false,
  },
  {
    keys: "]",
    what: "the next event",
    matches: plain("]"),
    act: (playground) => playground.goToTurningPoint(1),
    isOfSliders: false,
  },
  {
    keys: "+, W",
    what: "zoom in, about the position",
    matches: either("+", "=", "w"),
    act: ({ time }) => time.zoom(1 / ZOOM),
    isOfSliders: false,
  },
  {
    keys: "-, S",
    what: "zoom out",
    matches: either("-", "_", "s"),
    act: ({ time }) => time.zoom(ZOOM),
    isOfSliders: false,
  },
  {
    keys: "A",
    what: "show earlier times",
    matches: either("a"),
    act: ({ time }) => time.pan(-PAN),
    isOfSliders: false,
  },
  {
    keys: "D",
    what: "show later times",
    matches: either("d"),
    act: ({ time }) => time.pan(PAN),
    isOfSliders: false,
  },
  {
    keys: "0",
    what: "show the whole run",
    matches: plain("0"),
    act: ({ time }) => time.showAll(),
    isOfSliders: false,
  },
  {
    keys: "Space",
    what: "play and pause",
    matches: plain(" "),
    act: ({ playing }) => {
      playing.value = !playing.peek();
    },
    isOfSliders: false,
  },
  {
    keys: "E",
    what: "exact amounts, and rounded ones again",
    matches: either("e"),
    act: ({ showsExact }) => {
      showsExact.value = !showsExact.peek();
    },
    isOfSliders: false,
  },
  {
    keys: "Ctrl+Shift+Z, Ctrl+Y",
    what: "redo",
    matches: isRedo,
    act: (playground) => playground.redo(),
    isOfSliders: false,
  },
  {
    keys: "Ctrl+Z",
    what: "undo a change of the configuration, a threshold or a pod",
    matches: isUndo,
    act: (playground) => playground.undo(),
    isOfSliders: false,
  },
  {
    keys: "?",
    what: "these keys",
    matches: plain("?"),
    act: ({ showsKeys }) => {
      showsKeys.value = true;
    },
    isOfSliders: false,
  },
];

/** Elements that take texts, and so every key. */
const TEXTS = "input:not([type=range]):not([type=radio]), textarea, select, [contenteditable]";
const SLIDERS = "input[type=range], input[type=radio], [role=slider], [role=tab]";
const BUTTONS = "button, summary, a";

export function useKeys(playground: Playground): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      // Behind a dialog nothing moves.
      if (document.querySelector("dialog[open]") !== null) return;
      // A cluster has keys of its own.
      if (playground.clusters.place.peek() !== null) return;
      const key = KEYS.find(({ matches }) => matches(event));
      // Seen from here, the target of a key in the editor is the host of its shadow root.
      const [target] = event.composedPath();
      const focused = target instanceof Element ? target : null;
      if (key === undefined || isTaken(key, event, focused)) return;
      event.preventDefault();
      key.act(playground);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [playground]);
}

export function isTaken(
  { isOfSliders }: Pick<Key, "isOfSliders">,
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
