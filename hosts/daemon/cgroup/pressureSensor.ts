import { closeSync, type FSWatcher, openSync, watch, writeSync } from "node:fs";
import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Sensor } from "./sensor.ts";

export interface PressureOptions {
  /** A cgroup's own `memory.pressure`: /proc/pressure has to be polled. */
  readonly path: string;
  readonly clock: Clock;
  /** How long some tasks must have stalled within the window for a notification. */
  readonly stallMicroseconds?: number;
  /** Arming again at once would undo the kernel's limit of one notification a window. */
  readonly pauseMilliseconds?: number;
}

/** Without the right CAP_SYS_RESOURCE the window has to be a multiple of two seconds. */
const WINDOW_MICROSECONDS = 2_000_000;
const STALL_MICROSECONDS = 100_000;
const PAUSE_MILLISECONDS = 2000;

/**
 * A trigger of the kernel's pressure stall information: the file it was written to changes when
 * tasks stall too long. A trigger notifies once, because it is not polled, and is then armed again.
 */
export class PressureSensor implements Sensor {
  readonly name: string;
  readonly #options: PressureOptions;
  readonly #closing = new AbortController();
  #watcher: FSWatcher | null = null;
  #descriptor: number | null = null;
  #sensed: () => void = () => undefined;

  /** Throws what opening or writing the file throws when the kernel grants no trigger. */
  constructor(options: PressureOptions) {
    this.#options = options;
    const stall = options.stallMicroseconds ?? STALL_MICROSECONDS;
    this.name = `stalls over ${stall / 1000}ms in ${options.path}`;
    this.#arm();
  }

  watch(sensed: () => void): void {
    this.#sensed = sensed;
  }

  close(): void {
    this.#closing.abort();
    this.#disarm();
  }

  #arm(): void {
    const { path, stallMicroseconds = STALL_MICROSECONDS } = this.#options;
    this.#descriptor = openSync(path, "r+");
    try {
      writeSync(this.#descriptor, `some ${stallMicroseconds} ${WINDOW_MICROSECONDS}`);
      // Watched after it is written, so the write itself does not notify.
      this.#watcher = watch(path, () => void this.#notified()).on("error", () => this.#disarm());
    } catch (error) {
      this.#disarm();
      throw error;
    }
  }

  #disarm(): void {
    this.#watcher?.close();
    this.#watcher = null;
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  async #notified(): Promise<void> {
    if (this.#watcher === null) return;
    this.#disarm();
    this.#sensed();
    const { clock, pauseMilliseconds = PAUSE_MILLISECONDS } = this.#options;
    await clock.sleep(pauseMilliseconds, this.#closing.signal);
    if (this.#closing.signal.aborted) return;
    try {
      this.#arm();
    } catch {
      // The cgroup has gone, and with it its notifications; the interval remains.
    }
  }
}
