import type { Ending } from "../../../analysis/engine/clock.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import type { DaemonStep, Notifier } from "../step.ts";
import { within } from "./within.ts";

/** A storm of notifications must not become a storm of steps. */
const SPACING_MILLISECONDS = 1000;

export interface WakingParts {
  readonly clock: SteadyClock;
  /** 0 when the source sets the pace. */
  readonly intervalMilliseconds: number;
  readonly notifiers: readonly Notifier[];
  readonly reportError: (sentence: string) => Promise<void>;
}

/** Waits for the next step: the interval raced against every notifier. */
export class Waking {
  readonly #parts: WakingParts;
  readonly #notifiers: Set<Notifier>;
  #wokenAt: bigint | null = null;

  constructor(parts: WakingParts) {
    this.#parts = parts;
    this.#notifiers = new Set(parts.notifiers);
  }

  /** Returns early, with any answer, when `signal` aborts. */
  wait(signal: AbortSignal): Promise<DaemonStep["wokenBy"]> {
    const { clock, intervalMilliseconds } = this.#parts;
    return within(signal, async (inner) => {
      const interval = clock
        .sleep(intervalMilliseconds, inner)
        .then((): DaemonStep["wokenBy"] => "interval");
      const notified = [...this.#notifiers].map((each) => this.#notification(each, inner));
      const wokenBy = await Promise.race([interval, ...notified]);
      if (wokenBy === "notification") await clock.sleep(this.#spacing(), inner);
      this.#wokenAt = clock.elapsed();
      return wokenBy;
    });
  }

  /** The first notification is answered at once; it is steps that keep a distance. */
  #spacing(): number {
    const { clock, intervalMilliseconds } = this.#parts;
    if (this.#wokenAt === null) return 0;
    const passed = Number((clock.elapsed() - this.#wokenAt) / 1_000_000n);
    return Math.max(0, Math.min(SPACING_MILLISECONDS, intervalMilliseconds) - passed);
  }

  /** A notifier that fails is left out from then on: the interval is always there. */
  async #notification(notifier: Notifier, signal: Ending): Promise<DaemonStep["wokenBy"]> {
    try {
      await notifier.next(signal);
      if (!signal.aborted) return "notification";
    } catch (error) {
      this.#notifiers.delete(notifier);
      const reason = error instanceof Error ? error.message : String(error);
      await this.#parts.reportError(
        `The notifier ${notifier.name} failed (${reason}); only the interval remains.`,
      );
    }
    return new Promise(() => {});
  }
}
