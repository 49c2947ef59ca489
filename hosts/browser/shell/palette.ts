import { signal } from "@preact/signals";
import { podText } from "../../../analysis/text/podText.ts";
import { examples } from "../state/examples.ts";
import { Recorded } from "../state/recorded.ts";
import type { Store, Tab } from "../state/store.ts";
import { ShownTime } from "../time/shownTime.ts";
import { clockText } from "../time/zone.ts";
import { chooseFiles, chooseFolder } from "./chooseFiles.ts";
import { comparedOf } from "./compareReleases.tsx";
import { FEATURES } from "./features.ts";
import { ViewHistory } from "./history.ts";
import { VIEWS, Views } from "./views.ts";
import { ACTIONS, GROUPS, openViewText, VIEW_TITLES } from "./words.ts";

/** Something to go to, or to do. */
export interface PaletteEntry {
  readonly group: keyof typeof GROUPS;
  readonly title: string;
  /** What tells it apart from others. */
  readonly note?: string;
  readonly act: () => void;
}

/** Of each group, what is listed at first and after a search. */
const LISTED_MAX = 8;

/** The command palette: everything on the view on show by its name. */
export class Palette {
  readonly isOpen = signal(false);
  readonly search = signal("");
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  open(): void {
    this.search.value = "";
    this.isOpen.value = true;
  }

  /** Those that have all words that are searched, in the order of their groups. */
  found(): readonly PaletteEntry[] {
    const words = this.search.value.toLowerCase().split(/\s+/);
    const isFound = ({ title, note = "" }: PaletteEntry) => {
      const text = `${title} ${note}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const all = this.#entries().filter(isFound);
    const names = Object.keys(GROUPS);
    return names.flatMap((name) => all.filter(({ group }) => group === name).slice(0, LISTED_MAX));
  }

  #entries(): readonly PaletteEntry[] {
    const { isCapture } = this.#store.model(Views);
    const ofView = isCapture.peek() ? this.#ofCapture() : this.#ofCluster();
    return [...ofView, ...this.#actions(), ...this.#examples()];
  }

  #ofCapture(): readonly PaletteEntry[] {
    const store = this.#store;
    const zone = store.model(ShownTime).zone.peek();
    const times = store.capture.peek()?.times ?? [];
    const timeline = store.decided.peek()?.timeline;
    const events =
      timeline === undefined
        ? []
        : FEATURES.evictions.listed(timeline, null, store.model(Recorded).evictions.peek());
    return [
      ...(store.decision.peek()?.ranking ?? []).map((pod): PaletteEntry => {
        const act = () => {
          store.pod.value = pod;
          show(store, "ranking", "[aria-expanded=true]");
        };
        return { group: "pods", title: podText(pod), act };
      }),
      ...events.map((event): PaletteEntry => {
        const what = event.pod === undefined ? "" : `${podText(event.pod)} `;
        const time = times[event.step] ?? 0;
        return {
          group: "events",
          title: `${clockText(time, zone)} ${what}${FEATURES.evictions.wordsOf(event)}`,
          act: () => store.goTo(event.step),
        };
      }),
      ...store.signals.peek().map(
        ({ signal: name }): PaletteEntry => ({
          group: "signals",
          title: name,
          act: () => {
            store.focus.value = name;
          },
        }),
      ),
    ];
  }

  #ofCluster(): readonly PaletteEntry[] {
    const jumps = this.#store.model(FEATURES.simulator.model).jumps.peek();
    return jumps.map(({ title, go }): PaletteEntry => ({ group: "events", title, act: go }));
  }

  #actions(): readonly PaletteEntry[] {
    const store = this.#store;
    const [views, history] = [store.model(Views), store.model(ViewHistory)];
    const action = (title: string, act: () => void): PaletteEntry => {
      return { group: "actions", title, act };
    };
    const compared = comparedOf(store);
    const compare = () => {
      if (compared !== null) store.model(FEATURES.upgrade.model).open(compared);
    };
    const ofCapture = [
      action(ACTIONS.configuration, () => show(store, "configuration")),
      action(ACTIONS.compare, () => show(store, "compare")),
      action(ACTIONS.sweep, () => show(store, "sweep")),
      action(ACTIONS.exact, () => {
        store.showsExact.value = !store.showsExact.peek();
      }),
    ];
    return [
      action(ACTIONS.bring, () => {
        views.isBringing.value = true;
      }),
      action(ACTIONS.open, () => chooseFiles(store)),
      action(ACTIONS.openFolder, () => chooseFolder(store)),
      ...(views.isEmpty.peek() ? [] : [action(ACTIONS.share, () => views.share())]),
      ...(history.canUndo.peek() ? [action(ACTIONS.undo, () => history.undo())] : []),
      ...(history.canRedo.peek() ? [action(ACTIONS.redo, () => history.redo())] : []),
      ...(views.isCapture.peek() ? ofCapture : []),
      ...(compared === null ? [] : [action(FEATURES.upgrade.title, compare)]),
      ...VIEWS.map((view) => action(openViewText(VIEW_TITLES[view]), () => views.go(view))),
      action(ACTIONS.keys, () => {
        store.showsKeys.value = true;
      }),
    ];
  }

  #examples(): readonly PaletteEntry[] {
    const clusters = this.#store.model(FEATURES.simulator.model);
    const quiz = this.#store.model(FEATURES.quiz.model);
    return [
      { group: "examples", title: FEATURES.quiz.title, act: () => quiz.start() },
      ...examples.all.map(
        (example): PaletteEntry => ({
          group: "examples",
          title: example.title,
          note: VIEW_TITLES.node,
          act: () => void examples.open(example, this.#store),
        }),
      ),
      ...FEATURES.simulator.examples.map(
        (example): PaletteEntry => ({
          group: "examples",
          title: example.title,
          note: VIEW_TITLES[FEATURES.simulator.isOfDrain(example) ? "drain" : "cluster"],
          act: () => void clusters.open(example.name),
        }),
      ),
    ];
  }
}

const CONTROLS = "button:enabled,select,input";

/** A part of the page of a capture, wherever it is; what it is used by gets the focus. */
function show(store: Store, tab: Tab, control = CONTROLS): void {
  store.showPart(tab);
  requestAnimationFrame(() => {
    const part = document.querySelector(`.${tab}`);
    part?.scrollIntoView({ block: "center" });
    part?.querySelector<HTMLElement>(control)?.focus();
  });
}
