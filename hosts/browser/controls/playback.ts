import type { ReadonlySignal, Signal } from "@preact/signals";
import { type Key, plain } from "./keys.ts";
import { PLAYBACK_WORDS } from "./words.ts";

/** What is looked at moment by moment: a capture, or a cluster that is simulated. */
export interface Playback {
  readonly playing: Signal<boolean>;
  /** The moment on show, by its place. */
  readonly position: ReadonlySignal<number>;
  /** How many moments there are. */
  readonly steps: ReadonlySignal<number>;
  /** Stays within them. */
  goBy(steps: number): void;
  goToEvent(by: 1 | -1): void;
  /** Whether something happens before the moment, or after it. */
  hasEvent(by: 1 | -1): boolean;
  /** Shows what comes next while it plays; the answer is for how many milliseconds. */
  playOn(): number;
}

/** A key with what the sheet of keys says of it. */
export interface NamedKey<T> extends Key<T> {
  /** As it is written for people. */
  readonly keys: string;
  readonly what: string;
}

/** What keys do wherever something is played. */
export const PLAYBACK_KEYS: readonly NamedKey<Playback>[] = [
  {
    keys: "←",
    what: PLAYBACK_WORDS.stepBack,
    matches: plain("ArrowLeft"),
    act: (playback) => playback.goBy(-1),
    isOfSliders: true,
  },
  {
    keys: "→",
    what: PLAYBACK_WORDS.stepForward,
    matches: plain("ArrowRight"),
    act: (playback) => playback.goBy(1),
    isOfSliders: true,
  },
  {
    keys: "[",
    what: PLAYBACK_WORDS.eventBefore,
    matches: plain("["),
    act: (playback) => playback.goToEvent(-1),
    isOfSliders: false,
  },
  {
    keys: "]",
    what: PLAYBACK_WORDS.nextEvent,
    matches: plain("]"),
    act: (playback) => playback.goToEvent(1),
    isOfSliders: false,
  },
  {
    keys: "Space",
    what: PLAYBACK_WORDS.playAndPause,
    matches: plain(" "),
    act: ({ playing }) => {
      playing.value = !playing.peek();
    },
    isOfSliders: false,
  },
];

/** Steps that Shift or a page key goes by. */
export const STRIDE = 10;

/** Steps by which keys move a slider. */
const SLIDER_MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -STRIDE,
  PageUp: STRIDE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** What a key does on a slider over all moments. */
export function moveByKey(event: KeyboardEvent, playback: Pick<Playback, "goBy">): void {
  const by = SLIDER_MOVES[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  playback.goBy(event.shiftKey && Math.abs(by) === 1 ? by * STRIDE : by);
}
