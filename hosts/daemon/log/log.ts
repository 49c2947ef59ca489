import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Policy } from "../../../analysis/engine/decision.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { Output } from "../../system/io.ts";
import type { Act, DaemonStep, Observer } from "../step.ts";
import { formatLogLine, type LogEvent, type LogLevel, reaches } from "./logLine.ts";
import { LogSummary } from "./logSummary.ts";

export interface LogOptions {
  readonly output: Output;
  readonly clock: Clock;
  /** The least level that is written. */
  readonly level: LogLevel;
  /** Whether the daemon's actuator acts, or only observes. */
  readonly acts: boolean;
  /** The address that serves more; null when nothing is served. */
  readonly url: string | null;
  /** Between two summaries of a time in which nothing changed. */
  readonly summarySeconds: number;
}

const NANOSECONDS = 1_000_000_000n;

/**
 * One JSON object a line: `time` (when it was written), `level`, `event`, then what belongs to the
 * event. A step is logged when it differs from the one before it or when something was done; any
 * other is logged at level debug, and counted in a summary from time to time.
 */
export class Log implements Observer {
  readonly #options: LogOptions;
  readonly #summary = new LogSummary();
  #summaryAt: bigint | null = null;
  #problems = "";
  #written: Promise<void> = Promise.resolve();

  constructor(options: LogOptions) {
    this.#options = options;
  }

  configured(policy: Policy, origins: readonly string[], header: CaptureHeader): void {
    this.#write("info", {
      event: "configured",
      ...(header.node === undefined ? {} : { node: header.node }),
      profile: policy.profile,
      kubeletVersion: policy.kubeletVersion,
      configuration: origins,
      ...(this.#options.url === null ? {} : { url: this.#options.url }),
      thresholds: policy.thresholds.map(({ signal, hard, value }) => ({ signal, hard, value })),
      warnings: policy.warnings.map(({ path, message }) => `${path} ${message}`),
    });
  }

  async step(step: DaemonStep): Promise<void> {
    this.#summary.add(step);
    this.#logProblems(step);
    if (step.decision !== null) this.#logDecision(step);
    const now = this.#options.clock.now();
    this.#summaryAt ??= now;
    const seconds = Number((now - this.#summaryAt) / NANOSECONDS);
    if (seconds >= this.#options.summarySeconds) {
      this.#summaryAt = now;
      this.#write("info", { event: "summary", seconds, ...this.#summary.taken() });
    }
    await this.#written;
  }

  reportError(sentence: string): void {
    this.#write("error", { event: "error", sentence });
  }

  async close(): Promise<void> {
    this.#write("info", { event: "stopped", ...this.#summary.taken() });
    await this.#written;
  }

  /** Problems are logged when they begin, change or end, not in every step they last. */
  #logProblems({ problems }: DaemonStep): void {
    const key = JSON.stringify(problems);
    if (key === (this.#problems || "[]")) return;
    this.#problems = key;
    if (problems.length === 0) this.#write("info", { event: "recovered" });
    for (const { document, sentence } of problems) {
      this.#write("warn", { event: "problem", document, sentence });
    }
  }

  #logDecision({ decision, acts, changed, wokenBy }: DaemonStep): void {
    if (decision === null) return;
    const logged = acts.filter((act) => changed || this.#isMade(act));
    const { time, step, action, signal, hard, limit, available, nodeConditions } = decision;
    const level = this.#levelOf(changed, logged);
    this.#write(level, {
      event: "decision",
      snapshotTime: time,
      step,
      wokenBy,
      action,
      ...(signal === undefined ? {} : { signal, hard, limit, available }),
      nodeConditions,
      ...(decision.reclaim.length === 0 ? {} : { reclaim: decision.reclaim }),
      evictions: decision.evictions.map(({ annotations: _, ...eviction }) => eviction),
      acts: logged.map(({ kind, pod, outcome, withheldBy }) => ({
        kind,
        ...(pod === undefined ? {} : { pod: `${pod.namespace}/${pod.name}` }),
        done: outcome.done,
        ...(withheldBy === undefined ? {} : { withheldBy }),
        sentence: outcome.sentence,
      })),
      digest: decision.digest,
    });
  }

  #levelOf(changed: boolean, acts: readonly Act[]): LogLevel {
    if (acts.some((act) => this.#isMade(act) && !act.outcome.done)) return "error";
    if (acts.some(({ kind }) => kind === "evict")) return "warn";
    return changed || acts.length > 0 ? "info" : "debug";
  }

  /** Handed to an actuator that acts, so it may have had an effect. */
  #isMade({ withheldBy }: Act): boolean {
    return this.#options.acts && withheldBy === undefined;
  }

  #write(level: LogLevel, event: LogEvent): void {
    const { output, clock, level: least } = this.#options;
    if (!reaches(level, least)) return;
    this.#written = output.write(formatLogLine(clock.now(), level, event));
  }
}
