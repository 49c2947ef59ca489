import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Decision, Signal, ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import type { CgroupMemory } from "./cgroupMemory.ts";
import type { Sensor } from "./sensor.ts";

/** Reads what the signals are measured on; null when it cannot be read now. */
export type MemoryReaders = Readonly<Partial<Record<Signal, () => CgroupMemory | null>>>;

export interface UsageOptions {
  readonly readers: MemoryReaders;
  readonly clock: Clock;
  /** Between two looks at the usage, each some ten microseconds long. */
  readonly periodMilliseconds?: number;
}

const PERIOD_MILLISECONDS = 250;

/**
 * Where the kubelet's notifier for memory sets the kernel's threshold on usage: the page cache that
 * can be dropped is taken to stay as it is until then. Spec 8.3.
 */
export function notifierUsageBytes(memory: CgroupMemory, limitBytes: bigint): bigint | null {
  const { limitBytes: capacityBytes, usageBytes, workingSetBytes } = memory;
  if (capacityBytes === null) return null;
  return capacityBytes - limitBytes + (usageBytes - workingSetBytes);
}

/**
 * Notifies when usage reaches the point at which a threshold would be met. The kernel notifies the
 * kubelet on cgroup v1; cgroup v2 has nothing like it, and on v1 it takes an eventfd, which Node
 * cannot make. So the one number is looked at a few times a second, which costs next to nothing.
 */
export class UsageSensor implements Sensor {
  readonly name = "memory usage at a threshold";
  readonly #options: UsageOptions;
  readonly #closing = new AbortController();
  #armed: readonly Armed[] = [];
  #sensed: () => void = () => undefined;

  constructor(options: UsageOptions) {
    this.#options = options;
  }

  watch(sensed: () => void): void {
    this.#sensed = sensed;
    void this.#look();
  }

  /** Arms itself for every threshold that is not met yet: each crossing notifies once. */
  observed({ thresholds = [] }: Decision): void {
    this.#armed = thresholds.flatMap((threshold) => this.#armedFor(threshold));
  }

  close(): void {
    this.#closing.abort();
  }

  #armedFor({ signal, limit, met }: ThresholdArithmetic): Armed[] {
    const read = this.#options.readers[signal];
    if (read === undefined || limit === undefined || met) return [];
    const memory = read();
    const usageBytes = memory === null ? null : notifierUsageBytes(memory, BigInt(limit));
    return usageBytes === null ? [] : [{ read, usageBytes }];
  }

  async #look(): Promise<void> {
    const { clock, periodMilliseconds = PERIOD_MILLISECONDS } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const crossed = this.#armed.some(
        ({ read, usageBytes }) => (read()?.usageBytes ?? 0n) > usageBytes,
      );
      if (crossed) {
        this.#armed = [];
        this.#sensed();
      }
      await clock.sleep(periodMilliseconds, signal);
    }
  }
}

interface Armed {
  readonly read: () => CgroupMemory | null;
  readonly usageBytes: bigint;
}
