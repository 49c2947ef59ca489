import { computed, effect, signal } from "@preact/signals";
import type { Signal } from "../../../../analysis/engine/decision.ts";
import type { SignalColumn, Usage, UsageQuestion } from "../../session/protocol.ts";
import type { Store } from "../../state/store.ts";
import { extremesOf, type Steps } from "../../time/extremes.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { type TimeWindow, widthOf } from "../../time/window.ts";
import { detailed } from "./detail.ts";

/** More moments than this are closer than the pixels of a chart. */
const MOMENTS_MAX = 480;
/** Milliseconds without a change of the window before more of it is read. */
const QUIET_MILLISECONDS = 120;

/** What was read for a signal. */
interface Read {
  /** Over the whole run. */
  readonly whole: Usage;
  /** With more moments of the window, where those of the whole run are too far apart. */
  readonly shown: Usage;
}

type ReadBySignal = ReadonlyMap<Signal, Read>;

/** Who uses what the signals on show measure: over the whole run, more closely in a window. */
export class PodUsages {
  /** Whether the charts are of pods, and not of the amount that is left. */
  readonly isByPod = signal(true);
  /** What the chart of the signal in focus is to show by pod; null when it shows the amount. */
  readonly shown = computed(() =>
    this.isByPod.value ? this.usageOf(this.#store.focus.value) : null,
  );
  readonly #store: Store;
  readonly #time: ShownTime;
  /** Of the run on show, or of the one before until the new one is read. */
  readonly #read = signal<ReadBySignal>(new Map());
  /** The amounts of the run on show, and the signals that were read since they came. */
  #columns: readonly SignalColumn[] = [];
  #fresh = new Set<Signal>();
  /** That was asked about last. */
  #window: TimeWindow | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store) {
    this.#store = store;
    const time = store.model(ShownTime);
    this.#time = time;
    effect(() => {
      // The amounts of the signals come when nothing is being dragged any more.
      const isKnown = store.capture.value !== null && store.signals.value.length > 0;
      this.#askForWholes(isKnown ? this.#onShow() : [], store.signals.value);
    });
    effect(() => {
      const [read, window] = [this.#read.value, time.window.value];
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#askForParts(read, window), QUIET_MILLISECONDS);
    });
  }

  /** Null until it is read. */
  usageOf(of: Signal): Usage | null {
    return this.#read.value.get(of)?.shown ?? null;
  }

  #onShow(): readonly Signal[] {
    return [this.#store.focus.value, ...this.#store.shownBelow.value];
  }

  #askForWholes(wanted: readonly Signal[], columns: readonly SignalColumn[]): void {
    const kept = [...this.#read.peek()].filter(([of]) => wanted.includes(of));
    if (kept.length < this.#read.peek().size) this.#read.value = new Map(kept);
    if (columns !== this.#columns) this.#fresh = new Set();
    this.#columns = columns;
    this.#fresh = new Set([...this.#fresh].filter((of) => wanted.includes(of)));
    const fresh = this.#fresh;
    const whole = { from: 0, to: this.#store.steps.peek() };
    const of = wanted
      .filter((each) => !fresh.has(each))
      .map((each) => ({ signal: each, steps: this.#moments(each, whole), pods: null }));
    this.#ask("usage", of, (usage) => {
      if (columns === this.#columns) this.#fresh.add(usage.signal);
      this.#put({ whole: usage, shown: usage });
    });
  }

  /** And a window's width of it on either side, so that panning finds them there. */
  #askForParts(read: ReadBySignal, window: TimeWindow): void {
    const count = this.#store.steps.peek();
    const isMoved = window !== this.#window;
    this.#window = window;
    const coarse = [...read.values()].filter(
      ({ whole, shown }) => whole.steps.length < count && (isMoved || shown === whole),
    );
    if (!this.#time.isZoomed.peek() || coarse.length === 0) return;
    const times = this.#store.capture.peek()?.times ?? new Float64Array();
    const width = widthOf(window);
    const steps = {
      from: Math.max(
        times.findIndex((time) => time >= window.from - width),
        0,
      ),
      to: times.findLastIndex((time) => time <= window.to + width) + 1,
    };
    const of = coarse.map(({ whole: { signal: each, pods } }) => ({
      signal: each,
      steps: this.#moments(each, steps),
      pods: pods.flatMap(({ pod }) => (pod === null ? [] : [pod])),
    }));
    this.#ask("usageOfWindow", of, (part) => {
      const whole = read.get(part.signal)?.whole;
      const isSame = whole !== undefined && this.#read.peek().get(part.signal)?.whole === whole;
      if (isSame && part.steps.length > 0) this.#put({ whole, shown: detailed(whole, part) });
    });
  }

  #put(read: Read): void {
    this.#read.value = new Map([...this.#read.peek(), [read.whole.signal, read]]);
  }

  #ask(
    kind: "usage" | "usageOfWindow",
    of: readonly UsageQuestion[],
    take: (usage: Usage) => void,
  ): void {
    const { capture } = this.#store;
    const asked = capture.peek();
    if (of.length === 0) return;
    this.#store.ask({ kind, of }, (answer) => {
      if (answer.kind !== "usage" || asked !== capture.peek()) return;
      if (this.#onShow().includes(answer.usage.signal)) take(answer.usage);
    });
  }

  #moments(of: Signal, steps: Steps): Uint32Array {
    const column = this.#store.signals.peek().find(({ signal: each }) => each === of);
    return extremesOf(column?.available ?? new Float64Array(), steps, MOMENTS_MAX);
  }
}
