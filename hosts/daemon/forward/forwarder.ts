import type { Clock } from "../../../analysis/engine/clock.ts";
import { NO_PODS } from "../../../analysis/engine/step.ts";
import type { HeldDocuments } from "../history/heldDocuments.ts";
import { contentOf, type HeldStep, recordOf, type StepContent } from "../history/heldStep.ts";
import type { HistoryReader, StepHistory } from "../history/stepHistory.ts";
import type { Observer } from "../step.ts";
import type { EdgeNode, Reception } from "./edgeNode.ts";

export interface ForwarderParts {
  readonly history: StepHistory;
  readonly node: Pick<EdgeNode, "putPolicy" | "postSnapshot" | "close">;
  readonly clock: Clock;
  readonly reportError: (sentence: string) => Promise<void>;
}

interface TakenStep extends HeldStep {
  readonly content: StepContent;
}

const PAUSE_MILLISECONDS_MIN = 1_000;
const PAUSE_MILLISECONDS_MAX = 60_000;
/** How long the end of a run waits for what is still to be forwarded. */
const FLUSH_MILLISECONDS = 10_000;
const TOO_MANY =
  "Too many steps wait for the edge function: the oldest are dropped until it answers.";

/**
 * Sends each step to an edge function, one after the other, without holding up the daemon: steps
 * that the history drops meanwhile are lost. A step brings the state it began with, so a lost one
 * makes no difference to the next; one that is sent again is recognized by its time.
 */
export class Forwarder implements Observer, HistoryReader {
  readonly #parts: ForwarderParts;
  /** Indexes of steps to send, ascending. */
  readonly #queue: number[] = [];
  readonly #stop = new AbortController();
  readonly #reported = new Set<string>();
  /** What the edge function has, as far as it has said so. */
  #there: { configuration: string | null; pods: HeldDocuments | null | undefined } = NOTHING;
  #sending: Promise<void> | null = null;
  #done = 0;
  #refused = 0;
  #dropped = 0;
  #attempts = 0;

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
    parts.history.addReader(this);
  }

  get oldestNeeded(): number {
    return this.#queue[0] ?? this.#parts.history.end;
  }

  /** Steps that were accepted, refused permanently, or dropped because too many waited. */
  get outcomes(): Readonly<Record<"done" | "refused" | "dropped", number>> {
    return { done: this.#done, refused: this.#refused, dropped: this.#dropped };
  }

  /** Attempts without an answer, or with one that another attempt may change. */
  get failures(): number {
    return this.#attempts;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  async step(): Promise<void> {
    const { history } = this.#parts;
    const { newest } = history;
    if (newest === undefined || !newest.observed) return;
    this.#queue.push(history.end - 1);
    const dropped = this.#skipDropped();
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    if (dropped > 0) await this.#reportOnce("dropped", TOO_MANY);
  }

  async close(): Promise<void> {
    const { clock, node, reportError } = this.#parts;
    const patience = clock.sleep(FLUSH_MILLISECONDS, this.#stop.signal);
    await Promise.race([this.#sending, patience]);
    const left = this.#sending === null ? 0 : this.waiting + 1;
    this.#stop.abort();
    await this.#sending;
    node.close();
    if (left > 0) await reportError(`${left} steps were not forwarded before the end of this run.`);
  }

  async #send(): Promise<void> {
    const { signal } = this.#stop;
    for (let step = this.#take(); step !== undefined; step = this.#take()) {
      let pause = PAUSE_MILLISECONDS_MIN;
      for (;;) {
        const reception = await this.#bring(step, signal);
        if (signal.aborted) return;
        if (await this.#isSettled(reception)) break;
        await this.#parts.clock.sleep(pause, signal);
        pause = Math.min(2 * pause, PAUSE_MILLISECONDS_MAX);
      }
    }
  }

  /** With its content, which the history may drop while it is sent. */
  #take(): TakenStep | undefined {
    this.#skipDropped();
    const index = this.#queue.shift();
    const step = index === undefined ? undefined : this.#parts.history.at(index);
    return step && { ...step, content: contentOf(step, "reduced") };
  }

  #skipDropped(): number {
    const { first } = this.#parts.history;
    const dropped = this.#queue.filter((index) => index < first).length;
    this.#queue.splice(0, dropped);
    this.#dropped += dropped;
    return dropped;
  }

  async #bring(step: TakenStep, signal: AbortSignal): Promise<Reception> {
    const first = await this.#attempt(step, signal);
    if (first.kind !== "unprepared") return first;
    // The node was deleted there.
    this.#there = NOTHING;
    const second = await this.#attempt(step, signal);
    if (second.kind !== "unprepared") return second;
    return {
      kind: "later",
      sentence: "The edge function does not keep the node's policy and pods",
    };
  }

  async #attempt(step: TakenStep, signal: AbortSignal): Promise<Reception> {
    const { node } = this.#parts;
    const { configuration, pods, content } = step;
    if (this.#there.configuration !== configuration) {
      const put = await node.putPolicy(configuration, signal);
      if (put.kind !== "taken") return put;
      this.#there = { ...this.#there, configuration };
    }
    const record = recordOf(step, this.#there.pods ?? null, "reduced", content);
    const needsList = pods === null && this.#there.pods !== null;
    const whole = needsList ? { ...record, pods: NO_PODS } : record;
    const posted = await node.postSnapshot(whole, content.state, signal);
    if (posted.kind === "taken") this.#there = { configuration, pods };
    return posted;
  }

  /** Counts what came of it; whether the next step can have its turn. */
  async #isSettled(reception: Reception): Promise<boolean> {
    if (reception.kind === "taken") {
      this.#done += 1;
      this.#reported.clear();
      return true;
    }
    const isRefused = reception.kind === "refused";
    if (isRefused) this.#refused += 1;
    else this.#attempts += 1;
    const sentence = reception.kind === "unprepared" ? "" : reception.sentence;
    const next = isRefused ? "This step is left out" : "It is retried";
    await this.#reportOnce(
      reception.kind,
      `${sentence}. ${next}; the daemon does not wait for it.`,
    );
    return isRefused;
  }

  /** Once until something is taken again. */
  async #reportOnce(kind: string, sentence: string): Promise<void> {
    if (this.#reported.has(kind)) return;
    this.#reported.add(kind);
    await this.#parts.reportError(sentence);
  }
}

const NOTHING = { configuration: null, pods: undefined } as const;
