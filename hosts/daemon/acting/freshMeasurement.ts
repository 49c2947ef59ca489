import type { Decision, Eviction, PodTable } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../analysis/engine/source.ts";
import { takeStep } from "../../../analysis/engine/step.ts";
import { Detail } from "../../../assembly/abi.ts";
import { type ListedPod, ListedPodReader } from "./listedPods.ts";

/** What a measurement just before an act says. */
export interface Fresh {
  /** Why it speaks against the eviction; null when it asks for the same pod. */
  readonly objection: string | null;
  /** What was measured; null when nothing was. */
  readonly snapshot: Snapshot | null;
  /** What is decided on it; null when nothing is. */
  readonly decision: Decision | null;
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
  readonly #newEngine: () => EvictionEngine;
  #engine: EvictionEngine | null = null;
  #pods: Uint8Array | null = null;
  /** When the list in force was first served, in nanoseconds since the epoch. */
  #since = 0n;
  #listed: ReadonlyMap<string, ListedPod> | null = null;
  readonly #reader = new ListedPodReader();

  constructor(newEngine: () => EvictionEngine) {
    this.#newEngine = newEngine;
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
    if (snapshot === null || snapshot.summary === null) {
      const objection = snapshot?.summaryError ?? "no fresh measurement was possible";
      return { objection, snapshot, decision: null };
    }
    return { ...this.#decided(before, snapshot, eviction), snapshot };
  }

  #decided(
    before: Before,
    snapshot: Snapshot,
    eviction: Eviction,
  ): Pick<Fresh, "objection" | "decision"> {
    const engine = this.#configured(before.configurationJson);
    engine.restore(before.state);
    const pods = this.#pods === null ? {} : { pods: this.#pods };
    // What could be reclaimed was reclaimed before the pod was chosen: this Summary shows it.
    const { action, problems } = takeStep(engine, { ...snapshot, ...pods });
    if (action === null) {
      return { objection: problems.map(({ sentence }) => sentence).join(" "), decision: null };
    }
    const decision = engine.report<Decision>(Detail.Arithmetic).parse();
    return { objection: objectionOf(decision, eviction), decision };
  }

  #configured(configurationJson: string): EvictionEngine {
    this.#engine ??= this.#newEngine();
    this.#engine.configure(configurationJson);
    return this.#engine;
  }
}

function objectionOf({ evictions }: Decision, { uid }: Eviction): string | null {
  if (evictions.some((each) => each.uid === uid)) return null;
  const [other] = evictions;
  if (other === undefined) return "a fresh measurement no longer calls for an eviction";
  return `a fresh measurement calls for ${other.namespace}/${other.name} instead`;
}
