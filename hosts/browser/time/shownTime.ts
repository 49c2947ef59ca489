import { computed, effect, signal } from "@preact/signals";
import type { Scenario } from "../session/scenario.ts";
import type { Model, Store } from "../state/store.ts";
import {
  boundsOf,
  fitted,
  holding,
  isWhole,
  panned,
  pinched,
  type Shares,
  shareOf,
  type TimeWindow,
  zoomed,
} from "./window.ts";
import { type ZoneChoice, zoneNamed } from "./zone.ts";

/** What the browser remembers the choice of the zone under. */
const ZONE_KEY = "plimsoll-zone";

/** The stretch of time that the charts show, and the zone in which times are written. */
export class ShownTime implements Model {
  readonly zoneChoice = signal<ZoneChoice>(rememberedZone());
  readonly zone = computed(() => zoneNamed(this.zoneChoice.value));
  readonly bounds = computed(() => boundsOf(this.#store.capture.value?.times ?? NO_TIMES));
  /** What the charts show; all of it until somebody zooms. */
  readonly window = computed(() => {
    const chosen = this.#chosen.value;
    return chosen === null ? this.bounds.value.whole : fitted(chosen, this.bounds.value);
  });
  /** The step that a pointer is over in one of the charts: the others mark it too. */
  readonly pointedStep = signal<number | null>(null);
  readonly isZoomed = computed(() => !isWhole(this.window.value, this.bounds.value));
  readonly #chosen = signal<TimeWindow | null>(null);
  readonly #store: Store;
  /** The position that the window was moved to last. */
  #followed = 0;

  constructor(store: Store) {
    this.#store = store;
    effect(() => this.#follow(store.position.value));
  }

  /** Another capture is open, and with it a window of its own or none. */
  begin({ window }: Scenario): void {
    this.#chosen.value =
      window === undefined ? null : { from: Date.parse(window.from), to: Date.parse(window.to) };
    this.#followed = this.#store.position.peek();
    this.pointedStep.value = null;
  }

  scenario(): Scenario {
    if (!this.isZoomed.value) return {};
    const { from, to } = this.window.value;
    return { window: { from: new Date(from).toISOString(), to: new Date(to).toISOString() } };
  }

  /** So many times as wide, about a share of the window; without one, about the position. */
  zoom(by: number, at = this.#positionShare()): void {
    this.show(zoomed(this.window.peek(), by, at, this.bounds.peek()));
  }

  /** By a share of the window. */
  pan(by: number): void {
    this.show(panned(this.window.peek(), by, this.bounds.peek()));
  }

  pinch(before: Shares, after: Shares): void {
    this.show(pinched(this.window.peek(), before, after, this.bounds.peek()));
  }

  /** From one time to another, in either order. */
  show({ from, to }: TimeWindow): void {
    const window = fitted({ from, to }, this.bounds.peek());
    // All of a run goes on being all of it while it grows.
    this.#chosen.value = isWhole(window, this.bounds.peek()) ? null : window;
  }

  /** As far as the other edge allows. */
  moveEdge(end: keyof TimeWindow, to: number): void {
    const { from: first, to: last } = this.window.peek();
    const { narrowest } = this.bounds.peek();
    if (end === "from") this.show({ from: Math.min(to, last - narrowest), to: last });
    else this.show({ from: first, to: Math.max(to, first + narrowest) });
  }

  showAll(): void {
    this.#chosen.value = null;
  }

  setZone(choice: ZoneChoice): void {
    this.zoneChoice.value = choice;
    try {
      localStorage.setItem(ZONE_KEY, choice);
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }

  #follow(position: number): void {
    if (position === this.#followed) return;
    this.#followed = position;
    const time = this.#store.capture.peek()?.times[position];
    const window = this.#chosen.peek();
    if (time === undefined || window === null) return;
    this.show(holding(this.window.peek(), time, this.bounds.peek()));
  }

  /** The middle, where the position is out of sight. */
  #positionShare(): number {
    const time = this.#store.capture.peek()?.times[this.#store.position.peek()] ?? Number.NaN;
    const share = shareOf(this.window.peek(), time);
    return share >= 0 && share <= 1 ? share : 0.5;
  }
}

const NO_TIMES = new Float64Array();

function rememberedZone(): ZoneChoice {
  try {
    return localStorage.getItem(ZONE_KEY) === "local" ? "local" : "utc";
  } catch {
    return "utc";
  }
}
