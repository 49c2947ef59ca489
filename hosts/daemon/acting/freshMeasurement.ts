import type { Decision, Eviction, PodTable } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../analysis/engine/source.ts";
import { takeStep } from "../../../analysis/engine/step.ts";
import { type ListedPod, ListedPodReader } from "./listedPods.ts";

/** What a measurement just before an act says. */
export interface Fresh {
  /** Why it speaks against the eviction; null when it asks for the same pod. */
  readonly objection: string | null;
  /** What was measured; null when nothing was. */
  readonly snapshot: Snapshot | null;
}

/** The node as it was when the step that asks for the eviction began. */
export interface Before {
  readonly configurationJson: string;
  /** The engine's state before that step: the same stats may be observed again. */
  readonly state: Uint8Array;
}

const NONE: ReadonlyMap<string, ListedPod> = new Map();

/** A second engine, which takes steps that do not count. */
export class SecondEngine {
  readonly #core: WebAssembly.Module;
  #engine: EvictionEngine | null = null;
  #pods: Uint8Array | null = null;
  /** When the list in force was first served, in nanoseconds since the epoch. */
  #since = 0n;
  #listed: ReadonlyMap<string, ListedPod> | null = null;
  readonly #reader = new ListedPodReader();

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  /** A PodList that was served; it is in force until the next one. */
  seen(pods: Uint8Array, time: bigint): void {
    this.#pods = pods;
    this.#since = time;
    this.#listed = null;
  }

  /** The pods of the list in force, by uid; none when the core does not take that list. */
  listed(configurationJson: string): ReadonlyMap<string, ListedPod> {
    if (this.#listed !== null) return this.#listed;
    const isTaken = this.#pods !== null && this.#take(configurationJson, this.#pods) !== null;
    this.#listed =
      isTaken && this.#pods !== null ? this.#reader.read(this.#pods, this.#since) : NONE;
    return this.#listed;
  }

  /** The uids of the pods that are active by the last PodList; empty without one. */
  activeUids(configurationJson: string): ReadonlySet<string> {
    const pods = this.#pods === null ? null : this.#take(configurationJson, this.#pods);
    return new Set((pods ?? []).filter(({ active }) => active).map(({ uid }) => uid));
  }

  /** Null for a list that the core refuses. */
  #take(configurationJson: string, podList: Uint8Array): PodTable["pods"] | null {
    const engine = this.#configured(configurationJson);
    try {
      engine.pods(podList);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return null;
    }
    return engine.report<PodTable>().parse().pods;
  }

  /** Takes the step again with a newer snapshot. */
  measure(before: Before, snapshot: Snapshot | null, eviction: Eviction): Fresh {
    if (snapshot?.pods !== undefined) this.seen(snapshot.pods, snapshot.time);
    const objection =
      snapshot === null || snapshot.summary === null
        ? (snapshot?.summaryError ?? "no fresh measurement was possible")
        : this.#objection(before, snapshot, eviction);
    return { objection, snapshot };
  }

  #objection(before: Before, snapshot: Snapshot, eviction: Eviction): string | null {
    const engine = this.#configured(before.configurationJson);
    engine.restore(before.state);
    const pods = this.#pods === null ? {} : { pods: this.#pods };
    // What could be reclaimed was reclaimed before the pod was chosen: this Summary shows it.
    const { action, problems } = takeStep(engine, { ...snapshot, ...pods });
    if (action === null) return problems.map(({ sentence }) => sentence).join(" ");
    const { evictions } = engine.report<Decision>().parse();
    if (evictions.some(({ uid }) => uid === eviction.uid)) return null;
    const [other] = evictions;
    if (other === undefined) return "a fresh measurement no longer calls for an eviction";
    return `a fresh measurement calls for ${other.namespace}/${other.name} instead`;
  }

  #configured(configurationJson: string): EvictionEngine {
    this.#engine ??= new EvictionEngine(this.#core);
    this.#engine.configure(configurationJson);
    return this.#engine;
  }
}
