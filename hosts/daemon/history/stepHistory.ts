import type { Policy } from "../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { CAPTURE_VERSION, type CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { DaemonStep, Observer } from "../step.ts";
import type { Form } from "./heldDocuments.ts";
import {
  type HeldStep,
  type Holding,
  heldStep,
  type NodeContext,
  podsOf,
  sizeBeside,
} from "./heldStep.ts";

/** A Summary of 110 pods is some 60 KB compressed: an hour and a half of steps. */
const BYTES_MAX = 32 << 20;

/** Reads the history at its own pace. */
export interface HistoryReader {
  /** The index of the oldest step that it needs. */
  readonly oldestNeeded: number;
}

/**
 * The latest steps in memory, compressed: what the recorder, the stream and the forwarder read.
 * Holds what any of them needs, bounded in bytes; the oldest step is dropped first, even if
 * a reader still needs it, and the newest is always there. An observer that is notified before its
 * readers.
 */
export class StepHistory implements Observer {
  readonly #holding: Holding;
  readonly #bytesMax: number;
  readonly #readers: HistoryReader[] = [];
  readonly #held: HeldStep[] = [];
  #context: NodeContext = {
    header: { plimsoll: CAPTURE_VERSION },
    configuration: "{}",
    pods: null,
  };
  #first = 0;
  #bytes = 0;

  /** `form` is the fullest one that a reader asks for. */
  constructor(core: WebAssembly.Module, form: Form = "reduced", bytesMax = BYTES_MAX) {
    this.#holding = holdingWith(core, form);
    this.#bytesMax = bytesMax;
  }

  /** Without a reader nothing is held. */
  addReader(reader: HistoryReader): void {
    this.#readers.push(reader);
  }

  get form(): Form {
    return this.#holding.form;
  }

  /** In force from the next step on. */
  get context(): NodeContext {
    return this.#context;
  }

  /** The index of the oldest step that is held; indexes count from the start of the process. */
  get first(): number {
    return this.#first;
  }

  /** The index that the next step gets. */
  get end(): number {
    return this.#first + this.#held.length;
  }

  get newest(): HeldStep | undefined {
    return this.#held.at(-1);
  }

  /** The memory that the documents take. */
  get bytes(): number {
    return this.#bytes;
  }

  at(index: number): HeldStep | undefined {
    return this.#held[index - this.#first];
  }

  /** The index of the first step for which this holds; `end` when there is none. */
  find(matches: (held: HeldStep) => boolean): number {
    const found = this.#held.findIndex(matches);
    return found < 0 ? this.end : this.#first + found;
  }

  /** The same for the last step; null when there is none. */
  findLast(matches: (held: HeldStep) => boolean): number | null {
    const found = this.#held.findLastIndex(matches);
    return found < 0 ? null : this.#first + found;
  }

  configured(_: Policy, __: readonly string[], header: CaptureHeader, configuration: string): void {
    this.#context = { ...this.#context, header, configuration };
  }

  step(step: DaemonStep): void {
    if (this.#readers.length === 0) return;
    const pods = podsOf(step, this.#holding) ?? this.#context.pods;
    this.#context = { ...this.#context, pods };
    const held = heldStep(step, this.#context, this.#holding);
    this.#bytes += sizeBeside(held, this.newest);
    this.#held.push(held);
    const needed = Math.min(...this.#readers.map(({ oldestNeeded }) => oldestNeeded));
    while (this.#held.length > 1 && (this.#first < needed || this.#bytes > this.#bytesMax)) {
      this.#dropOldest();
    }
  }

  #dropOldest(): void {
    const oldest = this.#held.shift();
    if (oldest === undefined) return;
    this.#first += 1;
    // What the next step shares stays.
    this.#bytes -= sizeBeside(oldest, this.#held[0]);
    // Not the pods: a reader may have begun with them.
    oldest.documents.free();
  }
}

/** A separate engine: a document that broke it must not affect the one that decides. */
function holdingWith(core: WebAssembly.Module, form: Form): Holding {
  let engine: EvictionEngine | null = null;
  const own = () => {
    if (engine === null || engine.isDiscarded) engine = new EvictionEngine(core);
    return engine;
  };
  return {
    form,
    reducePods: (lists) => lists.map((list) => list && own().reducePods(list)),
    reduceStep: ([summary = null, reclaimed = null, ...others]) => [
      summary && own().reduceSummary(summary),
      reclaimed && own().reduceSummary(reclaimed),
      ...others,
    ],
  };
}
