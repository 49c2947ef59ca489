import { join } from "node:path";
import type { Clock, Ending } from "../../../analysis/engine/clock.ts";
import type { Decision } from "../../../analysis/engine/decision.ts";
import type { Notifier } from "../step.ts";
import { EventsSensor } from "./eventsSensor.ts";
import { directoriesIn, exists } from "./files.ts";
import type { Machine } from "./machine.ts";
import { PressureSensor } from "./pressureSensor.ts";
import type { Sensor } from "./sensor.ts";
import { UsageSensor } from "./usageSensor.ts";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
/** Signs of one shortage come in swarms; a step for each would be useless. */
const GAP_MILLISECONDS = 1000;

/** Passes on what sensors notice, at most once in a while; what comes in between is not lost. */
export class MachineNotifier implements Notifier {
  readonly name: string;
  readonly #sensors: readonly Sensor[];
  readonly #clock: Clock;
  readonly #gapMilliseconds: number;
  #lastAt: bigint | null = null;
  #isSensed = false;
  #wake: () => void = () => undefined;

  constructor(sensors: readonly Sensor[], clock: Clock, gapMilliseconds = GAP_MILLISECONDS) {
    this.name = sensors.map(({ name }) => name).join("; ");
    this.#sensors = sensors;
    this.#clock = clock;
    this.#gapMilliseconds = gapMilliseconds;
    for (const sensor of sensors) {
      sensor.watch(() => {
        this.#isSensed = true;
        this.#wake();
      });
    }
  }

  async next(signal: Ending): Promise<void> {
    await this.#sensed(signal);
    await this.#clock.sleep(this.#remainingMilliseconds(), signal);
    if (signal.aborted) return;
    this.#isSensed = false;
    this.#lastAt = this.#clock.now();
  }

  observed(decision: Decision): void {
    for (const sensor of this.#sensors) sensor.observed?.(decision);
  }

  async close(): Promise<void> {
    for (const sensor of this.#sensors) sensor.close();
    this.#wake();
  }

  #sensed(signal: Ending): Promise<void> {
    if (this.#isSensed || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      signal.addEventListener("abort", () => resolve());
    });
  }

  #remainingMilliseconds(): number {
    if (this.#lastAt === null) return 0;
    const passed = (this.#clock.now() - this.#lastAt) / NANOSECONDS_PER_MILLISECOND;
    return Math.max(0, this.#gapMilliseconds - Number(passed));
  }
}

/** Every sensor this machine has; what it does not grant is said and left out. */
export function notifierOf(
  machine: Machine,
  clock: Clock,
  say: (sentence: string) => void = () => undefined,
): MachineNotifier {
  const { units, memory } = machine.hierarchies;
  const sensors: Sensor[] = [new UsageSensor({ readers: machine.memoryReaders(), clock })];
  const path = join(units.root, machine.parent, "memory.pressure");
  if (units.version === 2 && exists(path)) {
    try {
      sensors.push(new PressureSensor({ path, clock }));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      say(
        `${path}: the kernel allows no pressure trigger (${code}), so stalls do not wake the ` +
          "daemon.",
      );
    }
  }
  const events = memory?.version === 2 ? eventFiles(memory.root, machine.parent) : [];
  if (events.length > 0) sensors.push(new EventsSensor(events));
  return new MachineNotifier(sensors, clock);
}

/** A cgroup's events count those below it; the root has none, but its children do. */
function eventFiles(root: string, parent: string): string[] {
  const own = join(root, parent, "memory.events");
  const children = directoriesIn(root).map((name) => join(root, name, "memory.events"));
  return (exists(own) ? [own] : children).filter(exists);
}
