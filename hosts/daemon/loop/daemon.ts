import type { Actuator } from "../../../analysis/engine/actuator.ts";
import type { ConfiguredEngine } from "../../../analysis/engine/configuredEngine.ts";
import type { Decision } from "../../../analysis/engine/decision.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { Snapshot, Source } from "../../../analysis/engine/source.ts";
import {
  observeSnapshot,
  outcomeOf,
  resumeAfterReclaim,
  type SnapshotProblem,
} from "../../../analysis/engine/step.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { Action, Detail } from "../../../assembly/abi.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import { Acting } from "../acting/acting.ts";
import type { ClusterQuestions } from "../acting/clusterQuestions.ts";
import type { Bounds } from "../acting/guardRails.ts";
import type { Identity } from "../acting/identity.ts";
import type { ActJournal } from "../stateDirectory/actJournal.ts";
import type { StateKeeping } from "../stateDirectory/stateKeeping.ts";
import type { Act, DaemonStep, LoopPart, Notifier, Observer } from "../step.ts";
import { ClockWatch, jumpSentence } from "./clockWatch.ts";
import { Observers } from "./observers.ts";
import { Reading } from "./reading.ts";
import { Waking } from "./waking.ts";
import type { PolicyChanges } from "./watchedPolicy.ts";

export interface DaemonParts {
  /** For questions whose answers do not count. */
  readonly newEngine: () => EvictionEngine;
  /** An engine under the policy, with the state of the run before, if there is one. */
  readonly configured: ConfiguredEngine;
  /** What the policy came from; null when it cannot change. */
  readonly policy: PolicyChanges | null;
  readonly header: CaptureHeader;
  readonly source: Source;
  /** Its times are those of the clock, and not of a recording. */
  readonly isLive: boolean;
  readonly actuator: Actuator;
  readonly bounds: Bounds;
  readonly identity: Identity;
  readonly cluster?: ClusterQuestions | null;
  readonly state: StateKeeping;
  readonly journal: ActJournal;
  readonly clock: SteadyClock;
  /** 0 when the source sets the pace. */
  readonly intervalMilliseconds: number;
  readonly timeLimitMilliseconds: number | null;
  readonly notifiers: readonly Notifier[];
  readonly observers: readonly Observer[];
  /** Called whenever the loop reaches its next part, for a watchdog. */
  readonly turned?: (part: LoopPart) => void;
}

interface Decided {
  readonly stateBefore: Uint8Array;
  readonly decision: Decision | null;
  readonly decisionText: string | null;
  readonly problems: readonly SnapshotProblem[];
  readonly acts: Act[];
  readonly reclaimed?: Uint8Array | null;
}

/**
 * Reads, decides, saves, acts, notifies observers; then waits, until it is stopped or the source
 * ends.
 */
export class Daemon {
  readonly #parts: DaemonParts;
  readonly #observers: Observers;
  readonly #reading: Reading;
  readonly #waking: Waking;
  readonly #acting: Acting;
  readonly #clockWatch: ClockWatch;
  #configured: ConfiguredEngine;
  #outcome = "";

  constructor(parts: DaemonParts) {
    this.#parts = parts;
    this.#observers = new Observers(parts.observers);
    this.#reading = new Reading({ ...parts, node: parts.header.node ?? null });
    const reportError = (sentence: string) => this.#observers.reportError(sentence);
    this.#waking = new Waking({ ...parts, reportError });
    this.#acting = new Acting(parts);
    this.#clockWatch = new ClockWatch(parts.clock);
    this.#configured = parts.configured;
  }

  /** One item a step. Everything is closed when the loop over it ends, however it ends. */
  async *steps(signal: AbortSignal): AsyncGenerator<DaemonStep, void, undefined> {
    const end = () => this.#acting.end();
    signal.addEventListener("abort", end, { once: true });
    try {
      await this.#notifyConfigured();
      for (let number = 0; ; number++) {
        const wokenBy = number === 0 ? "start" : await this.#waking.wait(signal);
        this.#parts.turned?.("step");
        if (signal.aborted) return;
        await this.#applyChanges();
        await this.#noticeJump();
        const step = await this.#step(number, wokenBy, signal);
        if (step === null) return;
        this.#callNotifiers(step);
        await this.#observers.step(step);
        yield step;
      }
    } finally {
      signal.removeEventListener("abort", end);
      await this.#close();
    }
  }

  async #step(
    number: number,
    wokenBy: DaemonStep["wokenBy"],
    signal: AbortSignal,
  ): Promise<DaemonStep | null> {
    const { clock } = this.#parts;
    const began = clock.elapsed();
    const snapshot = await this.#reading.next(signal);
    if (snapshot === null) return null;
    const read = clock.elapsed();
    this.#parts.turned?.("step");
    const decided = await this.#decide(snapshot, signal);
    const outcome = decided.decision === null ? this.#outcome : outcomeOf(decided.decision);
    const changed = outcome !== this.#outcome;
    this.#parts.turned?.("step");
    this.#outcome = outcome;
    return {
      number,
      snapshot,
      ...decided,
      observed: decided.decision !== null,
      changed,
      wokenBy,
      readMilliseconds: milliseconds(read - began),
      decideMilliseconds: milliseconds(clock.elapsed() - read),
    };
  }

  async #decide(snapshot: Snapshot, signal: AbortSignal): Promise<Decided> {
    const { state } = this.#parts;
    const { engine, json } = this.#configured;
    const problems: SnapshotProblem[] = [];
    const acts: Act[] = [];
    const stateBefore = engine.save();
    const before = { configurationJson: json, state: stateBefore };
    if (snapshot.pods !== undefined) this.#acting.seen(snapshot.pods, snapshot.time);
    const action = observeSnapshot(engine, snapshot, problems);
    const isRefused = problems.some(({ document }) => document === "PodList");
    if (isRefused && snapshot.pods !== undefined) this.#reading.refused(snapshot.pods);
    const taken = { stateBefore, problems, acts };
    if (action === null) return { ...taken, decision: null, decisionText: null };
    const reclaimed =
      action === Action.ReclaimNodeLevelResources
        ? await this.#reclaim(snapshot, problems, acts, signal)
        : {};
    const answer = engine.report<Decision>(Detail.Arithmetic);
    const decision = answer.parse();
    // Saved before anything is acted upon: a crash cannot forget a grace clock.
    const problem = await state.save(engine.save(), snapshot.time);
    if (problem !== null) await this.#observers.reportError(problem);
    const conditions = await this.#acting.setNodeConditions(decision);
    if (conditions !== null) acts.push(conditions);
    const measure = () => this.#reading.again(signal);
    acts.push(...(await this.#acting.evict({ decision, time: snapshot.time, before, measure })));
    return { ...taken, decision, decisionText: answer.text, ...reclaimed };
  }

  async #reclaim(
    { time }: Snapshot,
    problems: SnapshotProblem[],
    acts: Act[],
    signal: AbortSignal,
  ): Promise<{ reclaimed: Uint8Array | null }> {
    const { source } = this.#parts;
    const { engine } = this.#configured;
    const decision = engine.report<Decision>(Detail.Arithmetic).parse();
    acts.push(await this.#acting.reclaim(decision, time));
    this.#parts.turned?.("step");
    const reclaimed = await source.summaryAfterReclaim(signal);
    resumeAfterReclaim(engine, reclaimed, problems);
    return { reclaimed };
  }

  /** A configuration that was replaced is applied; an invalid one leaves the old in force. */
  async #applyChanges(): Promise<void> {
    const { policy } = this.#parts;
    try {
      const loaded = (await policy?.changed()) ?? null;
      if (loaded === null || loaded.json === this.#configured.json) return;
      // Configuring resets the state, as a restart resets that of a kubelet.
      const effective = this.#configured.engine.configure(loaded.json);
      this.#configured = { ...this.#configured, ...loaded, policy: effective };
      await this.#notifyConfigured();
    } catch (error) {
      await this.#observers.reportError(
        `The changed configuration cannot be applied: ${firstLine(error)} The previous one ` +
          "stays in force.",
      );
    }
  }

  #notifyConfigured(): Promise<void> {
    const { policy, origins, json } = this.#configured;
    const { plimsoll: _, ...config } = JSON.parse(json) as Record<string, unknown>;
    const header = { ...this.#parts.header, config };
    return this.#observers.configured(policy, origins, header, json);
  }

  /** A grace period must not pass because a clock was set. */
  async #noticeJump(): Promise<void> {
    const { isLive, journal, clock } = this.#parts;
    const jump = this.#clockWatch.jump();
    if (!isLive) return;
    if (jump === 0n) {
      // The jump before was reported, and so was that the journal cannot be written.
      await journal.catchUp();
      return;
    }
    this.#configured.engine.configure(this.#configured.json);
    this.#reading.forgetTime();
    await this.#observers.reportError(jumpSentence(jump));
    const problem = await journal.shift(jump, clock.now());
    if (problem !== null) await this.#observers.reportError(problem);
  }

  #callNotifiers({ decision }: DaemonStep): void {
    if (decision === null) return;
    for (const notifier of this.#parts.notifiers) notifier.observed?.(decision);
  }

  async #close(): Promise<void> {
    const { source, journal, notifiers } = this.#parts;
    for (const notifier of notifiers) await notifier.close();
    await source.close();
    await journal.close();
    await this.#observers.close();
  }
}

function milliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.endsWith(".") ? line : `${line}.`;
}
