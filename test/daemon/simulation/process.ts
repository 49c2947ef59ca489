import type { Ending } from "../../../analysis/engine/clock.ts";
import type { SteadyClock } from "../../../hosts/system/systemClock.ts";
import { MILLISECOND, type World } from "./world.ts";

/** The time of day was set forward. */
interface Jump {
  readonly at: bigint;
  readonly nanoseconds: bigint;
  /** State directories whose daemon ran before it and after it. */
  readonly noticed: Set<string>;
}

/** The clocks of a machine: the time of day may be set, and both may run too fast or too slow. */
export class MachineClock {
  readonly #world: World;
  readonly jumps: Jump[] = [];
  /** Nanoseconds since the epoch when the run began. */
  readonly #epoch: bigint;
  #day: bigint;
  #drift = 0;
  #measured = 0n;
  #since = 0n;

  constructor(world: World, day: bigint) {
    this.#world = world;
    this.#epoch = day;
    this.#day = day;
  }

  /** The time of day is right again, and both clocks run as they should. */
  correct(): void {
    this.drift(0);
    const now = this.#epoch + this.#world.now;
    this.set(Number((now - this.now()) / MILLISECOND));
  }

  now(): bigint {
    return this.#day + this.elapsed();
  }

  elapsed(): bigint {
    const passed = this.#world.now - this.#since;
    return this.#measured + passed + (passed / 1_000_000n) * BigInt(this.#drift);
  }

  /** The time of day is set; no time passes. */
  set(milliseconds: number): void {
    const nanoseconds = BigInt(milliseconds) * MILLISECOND;
    this.#day += nanoseconds;
    if (milliseconds > 0) {
      this.jumps.push({ at: this.#world.now, nanoseconds, noticed: new Set() });
    }
  }

  /** By how many nanoseconds a millisecond is too short; negative when it is too long. */
  drift(partsPerMillion: number): void {
    this.#measured = this.elapsed();
    this.#since = this.#world.now;
    this.#drift = partsPerMillion;
  }

  /** How long the machine takes for what it measures as so many milliseconds. */
  worldMilliseconds(milliseconds: number): number {
    return milliseconds / (1 + this.#drift / 1e6);
  }
}

type State = "running" | "stopped" | "dead";

/**
 * What one process sees of the world. While it is stopped, whatever reaches it waits; once it is
 * dead, nothing does, so all of its promises stay as they are.
 */
export class Process {
  readonly clock: SteadyClock;
  readonly #world: World;
  readonly #machine: MachineClock;
  #state: State = "running";
  #waiting: (() => void)[] = [];

  constructor(world: World, machine: MachineClock) {
    this.#world = world;
    this.#machine = machine;
    this.clock = {
      now: () => machine.now(),
      elapsed: () => machine.elapsed(),
      sleep: (milliseconds, signal) => this.#sleep(milliseconds, signal),
    };
  }

  get isDead(): boolean {
    return this.#state === "dead";
  }

  /** Something from outside: an answer, the end of a wait, a signal. */
  deliver(happen: () => void): void {
    if (this.#state === "dead") return;
    if (this.#state === "stopped") this.#waiting.push(happen);
    else happen();
  }

  /** Delivers after so much time of the machine. */
  after(milliseconds: number, happen: () => void): () => void {
    const real = this.#machine.worldMilliseconds(milliseconds);
    return this.#world.after(real, () => this.deliver(happen));
  }

  /** As SIGSTOP does: its clock goes on. */
  stop(milliseconds: number): void {
    if (this.#state !== "running") return;
    this.#state = "stopped";
    this.#world.after(milliseconds, () => this.resume());
  }

  /** As SIGKILL does. */
  end(): void {
    this.#state = "dead";
    this.#waiting = [];
  }

  /** What waited comes one after the other, each with all that follows from it. */
  resume(): void {
    if (this.#state !== "stopped") return;
    this.#state = "running";
    for (const happen of this.#waiting.splice(0)) this.#world.after(0, () => this.deliver(happen));
  }

  #sleep(milliseconds: number, signal: Ending): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = this.after(milliseconds, wake);
      if (signal.aborted) wake();
      else signal.addEventListener("abort", wake);
    });
  }
}
