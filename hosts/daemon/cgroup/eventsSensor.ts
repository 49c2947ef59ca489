import { type FSWatcher, watch } from "node:fs";
import { readTable } from "./files.ts";
import type { Sensor } from "./sensor.ts";

/** What counts: the cgroup went below what is kept for it, above its bound, or out of memory. */
const COUNTERS = ["low", "high", "max", "oom", "oom_kill"];

/** Notifies when a `memory.events` counts something new; those of a slice count all below it. */
export class EventsSensor implements Sensor {
  readonly name: string;
  readonly #watchers: FSWatcher[] = [];
  readonly #counted = new Map<string, bigint>();
  #sensed: () => void = () => undefined;

  constructor(paths: readonly string[]) {
    this.name = paths.join(", ");
    for (const path of paths) {
      this.#counted.set(path, countIn(path));
      const look = () => this.#look(path);
      try {
        this.#watchers.push(watch(path, look).on("error", () => undefined));
      } catch {
        // The cgroup has gone before it could be watched.
      }
    }
  }

  watch(sensed: () => void): void {
    this.#sensed = sensed;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #look(path: string): void {
    const count = countIn(path);
    if (count === this.#counted.get(path)) return;
    this.#counted.set(path, count);
    this.#sensed();
  }
}

function countIn(path: string): bigint {
  const table = readTable(path);
  return COUNTERS.reduce((sum, name) => sum + (table?.get(name) ?? 0n), 0n);
}
