import { computed, effect, signal } from "@preact/signals";
import type { PodName, Signal } from "../../shared/decision.ts";
import type { SignalColumn, Usage } from "../protocol.ts";
import type { Store } from "../state/store.ts";
import { extremesOf, type Steps } from "../time/extremes.ts";
import type { ShownTime } from "../time/shownTime.ts";
import { type TimeWindow, widthOf } from "../time/window.ts";
import { detailed } from "./detail.ts";

/** More moments than this are closer than the pixels of a chart. */
const MOMENTS_MAX = 480;
/** Milliseconds for which a window stands still before more of it is read. */
const QUIET_MILLISECONDS = 120;

/** Who uses what the signal in focus measures: over the whole run, and more closely in a window. */
export class PodUsages {
  /** Of the run on show, or of the one before until the new one is read. */
  readonly usage = computed(() => {
    const [whole, part] = [this.#whole.value, this.#part.value];
    return whole === null || part === null ? whole : detailed(whole, part);
  });
  /** Whether the chart is of pods, and not of the amount that is left. */
  readonly isByPod = signal(true);
  /** What the chart is to show by pod; null when it shows the amount. */
  readonly shown = computed(() => {
    const usage = this.usage.value;
    return this.isByPod.value && usage?.signal === this.#store.focus.value ? usage : null;
  });
  /** Whether the chart will be of pods in a moment, and is nothing until then. */
  readonly isAwaited = computed(
    () => this.isByPod.value && this.#whole.value?.signal !== this.#store.focus.value,
  );
  readonly #store: Store;
  readonly #time: ShownTime;
  readonly #whole = signal<Usage | null>(null);
  /** Of the window, where the moments of the whole run are too far apart. */
  readonly #part = signal<Usage | null>(null);
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store, time: ShownTime) {
    this.#store = store;
    this.#time = time;
    effect(() => {
      const { signals, focus, capture } = store;
      // The amounts of the signals come when nothing is being dragged any more.
      if (capture.value === null || signals.value.length === 0) {
        this.#whole.value = null;
        this.#part.value = null;
        return;
      }
      this.#askForWhole(focus.value);
    });
    effect(() => {
      const [whole, window] = [this.#whole.value, time.window.value];
      clearTimeout(this.#pause);
      if (whole === null) return;
      this.#pause = setTimeout(() => this.#askForPart(whole, window), QUIET_MILLISECONDS);
    });
  }

  #askForWhole(of: Signal): void {
    this.#ask(of, { from: 0, to: this.#store.steps.peek() }, null, (usage) => {
      this.#part.value = null;
      this.#whole.value = usage;
    });
  }

  /** And a window's width of it on either side, so that panning finds them there. */
  #askForPart(whole: Usage, window: TimeWindow): void {
    if (!this.#time.isZoomed.peek() || whole.steps.length === this.#store.steps.peek()) return;
    const times = this.#store.capture.peek()?.times ?? new Float64Array();
    const width = widthOf(window);
    const steps = {
      from: Math.max(
        times.findIndex((time) => time >= window.from - width),
        0,
      ),
      to: times.findLastIndex((time) => time <= window.to + width) + 1,
    };
    const pods = whole.pods.flatMap(({ pod }) => (pod === null ? [] : [pod]));
    this.#ask(whole.signal, steps, pods, (usage) => {
      if (this.#whole.peek() === whole && usage.steps.length > 0) this.#part.value = usage;
    });
  }

  #ask(
    signal: Signal,
    steps: Steps,
    pods: readonly PodName[] | null,
    take: (usage: Usage) => void,
  ): void {
    const { capture, focus, signals } = this.#store;
    const asked = capture.peek();
    const chosen = extremesOf(amountsOf(signals.peek(), signal), steps, MOMENTS_MAX);
    this.#store.ask({ kind: "usage", signal, steps: chosen, pods }, (answer) => {
      const isWanted = asked === capture.peek() && signal === focus.peek();
      if (answer.kind === "usage" && isWanted) take(answer.usage);
    });
  }
}

function amountsOf(signals: readonly SignalColumn[], of: Signal): Float64Array {
  return signals.find(({ signal }) => signal === of)?.available ?? new Float64Array();
}
