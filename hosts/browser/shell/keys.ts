import { isCombined, isRedo, isUndo, plain, useKeys } from "../controls/keys.ts";
import { type NamedKey, PLAYBACK_KEYS, STRIDE } from "../controls/playback.ts";
import type { Store } from "../state/store.ts";
import { ShownTime } from "../time/shownTime.ts";
import { PAN, ZOOM } from "../time/window.ts";
import { ViewHistory } from "./history.ts";
import { Palette } from "./palette.ts";
import { VIEWS, type ViewName, Views } from "./views.ts";
import { KEY_WORDS } from "./words.ts";

/** The same with Shift or a capital: on some keyboards the one is the other. */
const either =
  (...keys: readonly string[]) =>
  (event: KeyboardEvent) =>
    keys.includes(event.key.toLowerCase()) && !isCombined(event);
const shifted = (key: string) => (event: KeyboardEvent) =>
  event.key === key && event.shiftKey && !isCombined(event);

/** What a key does where a capture is on show, except where it already means something. */
export const CAPTURE_KEYS: readonly NamedKey<Store>[] = [
  {
    keys: "Shift+←",
    what: `${STRIDE} steps back`,
    matches: shifted("ArrowLeft"),
    act: (store) => store.goBy(-STRIDE),
    isOfSliders: true,
  },
  {
    keys: "Shift+→",
    what: `${STRIDE} steps forward`,
    matches: shifted("ArrowRight"),
    act: (store) => store.goBy(STRIDE),
    isOfSliders: true,
  },
  ...PLAYBACK_KEYS,
  {
    keys: "+, W",
    what: KEY_WORDS.zoomIn,
    matches: either("+", "=", "w"),
    act: (store) => store.model(ShownTime).zoom(1 / ZOOM),
    isOfSliders: false,
  },
  {
    keys: "-, S",
    what: "zoom out",
    matches: either("-", "_", "s"),
    act: (store) => store.model(ShownTime).zoom(ZOOM),
    isOfSliders: false,
  },
  {
    keys: "A",
    what: KEY_WORDS.earlier,
    matches: either("a"),
    act: (store) => store.model(ShownTime).pan(-PAN),
    isOfSliders: false,
  },
  {
    keys: "D",
    what: KEY_WORDS.later,
    matches: either("d"),
    act: (store) => store.model(ShownTime).pan(PAN),
    isOfSliders: false,
  },
  {
    keys: "0",
    what: KEY_WORDS.whole,
    matches: plain("0"),
    act: (store) => store.model(ShownTime).showAll(),
    isOfSliders: false,
  },
  {
    keys: "E",
    what: KEY_WORDS.exact,
    matches: either("e"),
    act: ({ showsExact }) => {
      showsExact.value = !showsExact.peek();
    },
    isOfSliders: false,
  },
];

/** What a key does in every view. */
export const PAGE_KEYS: readonly NamedKey<Store>[] = [
  {
    keys: "Ctrl+K, /",
    what: KEY_WORDS.palette,
    matches: (event) => isPalette(event) || plain("/")(event),
    act: (store) => store.model(Palette).open(),
    isOfSliders: false,
  },
  {
    keys: `1 to ${VIEWS.length}`,
    what: KEY_WORDS.views,
    matches: (event) => viewOf(event) !== undefined,
    act: (store, event) => {
      const view = viewOf(event);
      if (view !== undefined) store.model(Views).go(view);
    },
    isOfSliders: false,
  },
  {
    keys: "Ctrl+Shift+Z, Ctrl+Y",
    what: "redo",
    matches: isRedo,
    act: (store) => store.model(ViewHistory).redo(),
    isOfSliders: false,
  },
  {
    keys: "Ctrl+Z",
    what: KEY_WORDS.undo,
    matches: isUndo,
    act: (store) => store.model(ViewHistory).undo(),
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

/** Ctrl+K, and the same key with ⌘. */
function isPalette({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "k";
}

function viewOf(event: KeyboardEvent): ViewName | undefined {
  return isCombined(event) ? undefined : VIEWS[Number(event.key) - 1];
}

/** Where captures are shown: a cluster has keys of its own. */
export function useViewKeys(store: Store): void {
  useKeys(PAGE_KEYS, store);
  useKeys(CAPTURE_KEYS, store, () => store.model(Views).isCapture.peek());
}
