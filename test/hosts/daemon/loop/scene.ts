import { join } from "node:path";
import type { Actuator, Outcome } from "../../../../analysis/engine/actuator.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { Snapshot, Source } from "../../../../analysis/engine/source.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { configuredEngine } from "../../../../hosts/cli/input/session.ts";
import { DEFAULT_BOUNDS } from "../../../../hosts/daemon/acting/guardRails.ts";
import { OBSERVE } from "../../../../hosts/daemon/actuators/observe.ts";
import { Daemon, type DaemonParts } from "../../../../hosts/daemon/loop/daemon.ts";
import { ActJournal } from "../../../../hosts/daemon/stateDirectory/actJournal.ts";
import { StateKeeping } from "../../../../hosts/daemon/stateDirectory/stateKeeping.ts";
import type { DaemonStep, Observer } from "../../../../hosts/daemon/step.ts";
import { openCaptureFile } from "../../../../hosts/system/captureFile.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import type { SteadyClock } from "../../../../hosts/system/systemClock.ts";

export const CORE = await loadModule("eviction");
/** A leak that runs into the hard threshold of 100Mi; one pod is evicted, in the step EVICTING. */
export const LEAK = await recordsOf("memory-leak");
export const EVICTING = 74;
export const EVICTED = "cart-p89ncn6dqk-8t8pl";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/** The records of an example, each with the pods that were there. */
async function recordsOf(example: string): Promise<CaptureRecord[]> {
  const path = join(import.meta.dirname, `../../../../examples/${example}.plimsoll.ndjson.gz`);
  const records: CaptureRecord[] = [];
  for await (const record of (await openCaptureFile(path)).records) records.push(record);
  return records;
}

/** Time passes when the daemon sleeps, and when a test says so. */
export class HandClock implements SteadyClock {
  #passed = 0n;
  #day: bigint;

  constructor(now = LEAK[0]?.time ?? 0n) {
    this.#day = now;
  }

  now(): bigint {
    return this.#day + this.#passed;
  }

  elapsed(): bigint {
    return this.#passed;
  }

  async sleep(durationMilliseconds: number): Promise<void> {
    this.#passed += BigInt(durationMilliseconds) * NANOSECONDS_PER_MILLISECOND;
  }

  /** The time of day is set, and no time passes. */
  set(milliseconds: number): void {
    this.#day += BigInt(milliseconds) * NANOSECONDS_PER_MILLISECOND;
  }
}

/** What a source brings, one after the other; an Error is thrown. */
export type Scripted = Snapshot | Error | ((signal: AbortSignal) => Promise<Snapshot | null>);

export class ScriptedSource implements Source {
  readonly name = "the scripted source";
  readonly #script: Scripted[];
  #brought: Snapshot | null = null;
  closed = false;

  constructor(script: readonly Scripted[]) {
    this.#script = [...script];
  }

  async next(signal: AbortSignal): Promise<Snapshot | null> {
    const next = this.#script.shift();
    if (next === undefined) return null;
    if (next instanceof Error) throw next;
    this.#brought = typeof next === "function" ? await next(signal) : next;
    return this.#brought;
  }

  async again(): Promise<Snapshot | null> {
    return this.#brought;
  }

  async summaryAfterReclaim(): Promise<Uint8Array | null> {
    return null;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** What becomes of an eviction; nothing means one that is made. */
type Evicting = () => unknown;

/** An actuator that notes what it was asked for, and does what the test says. */
export class NotingActuator implements Actuator {
  readonly name = "noting";
  readonly acts = true;
  readonly evicted: string[] = [];
  readonly conditions: string[] = [];
  readonly #evicting: Evicting;

  constructor(evicting: Evicting = () => {}) {
    this.#evicting = evicting;
  }

  reclaimNodeLevelResources: Actuator["reclaimNodeLevelResources"] =
    OBSERVE.reclaimNodeLevelResources;

  setNodeConditions: Actuator["setNodeConditions"] = async (conditions) => {
    this.conditions.push(conditions.join());
    return { done: true, sentence: "Noted." };
  };

  evict: Actuator["evict"] = async ({ name }) => {
    const outcome = (await this.#evicting()) as Outcome | undefined;
    this.evicted.push(name);
    return outcome ?? { done: true, sentence: "Noted." };
  };
}

export interface Played {
  readonly steps: readonly DaemonStep[];
  readonly errors: readonly string[];
}

/** The parts of a daemon with a scripted source; each can be replaced. */
export function partsOf(
  script: readonly Scripted[],
  parts: Partial<DaemonParts> = {},
): DaemonParts {
  return {
    newEngine: () => new EvictionEngine(CORE),
    configured: configuredEngine(new EvictionEngine(CORE), { json: "{}", origins: ["the test"] }),
    policy: null,
    header: { plimsoll: "capture/1" },
    source: new ScriptedSource(script),
    actuator: OBSERVE,
    bounds: DEFAULT_BOUNDS,
    identity: { isSelf: () => false },
    state: new StateKeeping(null, ""),
    journal: new ActJournal(),
    clock: new HandClock(),
    isLive: false,
    intervalMilliseconds: 10_000,
    timeLimitMilliseconds: null,
    notifiers: [],
    observers: [],
    ...parts,
  };
}

/** Runs it to the end of the source, or until `stop` aborts. */
export async function play(parts: DaemonParts, stop = new AbortController()): Promise<Played> {
  const errors: string[] = [];
  const listener: Observer = { reportError: (sentence) => void errors.push(sentence) };
  const daemon = new Daemon({ ...parts, observers: [...parts.observers, listener] });
  const steps: DaemonStep[] = [];
  for await (const step of daemon.steps(stop.signal)) steps.push(step);
  return { steps, errors };
}

export function problemsOf(step: DaemonStep | undefined): string[] {
  return (step?.problems ?? []).map(({ sentence }) => sentence);
}
