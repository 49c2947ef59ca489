import type { RecordParts } from "../../shared/capture/writer.ts";
import type { CaptureHeader } from "../../shared/capture.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Policy } from "../../shared/decision.ts";
import { reducePods, reduceSummary } from "../../shared/reduce.ts";
import { NO_PODS } from "../../shared/step.ts";
import type { DaemonStep, Observer } from "../step.ts";
import type { EdgeNode, Reception } from "./edgeNode.ts";
import { type ForwardedStep, StepQueue } from "./stepQueue.ts";

export interface ForwarderParts {
  readonly node: Pick<EdgeNode, "putPolicy" | "postSnapshot" | "close">;
  readonly clock: Clock;
  readonly trouble: (sentence: string) => Promise<void>;
}

const PAUSE_MILLISECONDS_MIN = 1_000;
const PAUSE_MILLISECONDS_MAX = 60_000;
/** How long the end of a run waits for what is still to be forwarded. */
const FLUSH_MILLISECONDS = 10_000;
const TOO_MANY = "Too many steps wait for the edge function";

/**
 * Sends each step to an edge function, one after the other, beside the daemon and never in its way:
 * what waits is bounded, and the oldest of it goes first. A step brings the state it began with, so
 * one that was lost makes no difference to the next; one that is sent again is known by its time.
 */
export class Forwarder implements Observer {
  readonly #parts: ForwarderParts;
  readonly #queue = new StepQueue();
  readonly #stop = new AbortController();
  readonly #told = new Set<string>();
  /** What the edge function has, as far as it has said so. */
  #there: { configuration: string | null; pods: Uint8Array | null } = NOTHING;
  #configuration = "";
  #pods: Uint8Array = NO_PODS;
  #sending: Promise<void> | null = null;
  #done = 0;
  #refused = 0;
  #attempts = 0;

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
  }

  /** Steps that were taken, refused for good, or let go because too many waited. */
  get outcomes(): Readonly<Record<"done" | "refused" | "dropped", number>> {
    return { done: this.#done, refused: this.#refused, dropped: this.#queue.dropped };
  }

  /** Attempts that brought no answer, or one that another attempt may change. */
  get failures(): number {
    return this.#attempts;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  configured(_: Policy, __: readonly string[], ___: CaptureHeader, configuration: string): void {
    this.#configuration = configuration;
  }

  async step({
    snapshot,
    stateBefore: state,
    decision,
    problems,
    reclaimed,
  }: DaemonStep): Promise<void> {
    const isRefused = (name: string) => problems.some(({ document }) => document === name);
    if (snapshot.pods !== undefined && !isRefused("PodList")) this.#pods = snapshot.pods;
    const { time, summary } = snapshot;
    if (decision === null || summary === null) return;
    const after = isRefused("Summary") ? null : reclaimed;
    const { dropped } = this.#queue;
    this.#queue.add({
      record: { time, summary, ...(after === undefined ? {} : { reclaimed: after }) },
      configuration: this.#configuration,
      pods: this.#pods,
      state,
    });
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    if (this.#queue.dropped === dropped) return;
    await this.#tellOnce("dropped", `${TOO_MANY}: the oldest are left out until it answers.`);
  }

  async close(): Promise<void> {
    const { clock, node, trouble } = this.#parts;
    const patience = clock.sleep(FLUSH_MILLISECONDS, this.#stop.signal);
    await Promise.race([this.#sending, patience]);
    const left = this.#sending === null ? 0 : this.waiting + 1;
    this.#stop.abort();
    await this.#sending;
    node.close();
    if (left > 0) await trouble(`${left} steps were not forwarded before the end of this run.`);
  }

  async #send(): Promise<void> {
    const { signal } = this.#stop;
    for (let step = this.#queue.take(); step !== null; step = this.#queue.take()) {
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

  async #bring(step: ForwardedStep, signal: AbortSignal): Promise<Reception> {
    const first = await this.#attempt(step, signal);
    if (first.kind !== "unprepared") return first;
    // Somebody has made it forget the node.
    this.#there = NOTHING;
    const second = await this.#attempt(step, signal);
    if (second.kind !== "unprepared") return second;
    return {
      kind: "later",
      sentence: "The edge function does not keep the node's policy and pods",
    };
  }

  async #attempt(step: ForwardedStep, signal: AbortSignal): Promise<Reception> {
    const { node } = this.#parts;
    const { configuration, pods, state } = step;
    if (this.#there.configuration !== configuration) {
      const put = await node.putPolicy(configuration, signal);
      if (put.kind !== "taken") return put;
      this.#there = { ...this.#there, configuration };
    }
    const bringsPods = this.#there.pods !== pods;
    const record = reduced(bringsPods ? { ...step.record, pods } : step.record);
    const posted = await node.postSnapshot(record, state, signal);
    if (posted.kind === "taken") this.#there = { configuration, pods };
    return posted;
  }

  /** Counts what came of it; whether the next step can have its turn. */
  async #isSettled(reception: Reception): Promise<boolean> {
    if (reception.kind === "taken") {
      this.#done += 1;
      this.#told.clear();
      return true;
    }
    const isRefused = reception.kind === "refused";
    if (isRefused) this.#refused += 1;
    else this.#attempts += 1;
    const sentence = reception.kind === "unprepared" ? "" : reception.sentence;
    const next = isRefused ? "This step is left out" : "It is tried again";
    await this.#tellOnce(reception.kind, `${sentence}. ${next}, and nothing here waits for it.`);
    return isRefused;
  }

  /** Once until something is taken again. */
  async #tellOnce(kind: string, sentence: string): Promise<void> {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    await this.#parts.trouble(sentence);
  }
}

const NOTHING = { configuration: null, pods: null } as const;

/** A tenth of the bytes, and every decision the same. */
function reduced({ pods, summary, reclaimed, ...rest }: RecordParts): RecordParts {
  return {
    ...rest,
    ...(pods === undefined ? {} : { pods: reducePods(pods) }),
    summary: summary === null ? null : reduceSummary(summary),
    ...(reclaimed === undefined || reclaimed === null
      ? {}
      : { reclaimed: reduceSummary(reclaimed) }),
    ...(reclaimed === null ? { reclaimed } : {}),
  };
}
