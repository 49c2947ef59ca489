import { Action } from "../../../assembly/abi.ts";
import type { Decision, Eviction, PodName, PodTable } from "../../shared/decision.ts";
import { Engine } from "../../shared/engine.ts";
import { EngineError } from "../../shared/engineError.ts";
import { observeSnapshot, resumeAfterReclaim, type SnapshotProblem } from "../../shared/observe.ts";
import type { Snapshot } from "../../shared/source.ts";
import { parseTime } from "../../shared/time.ts";

/** What a measurement just before an act says. */
export interface Fresh {
  /** Why it speaks against the eviction; null when it asks for the same pod. */
  readonly objection: string | null;
  /** Nanoseconds since the epoch; null when the PodList does not say. */
  createdAt(pod: PodName): bigint | null;
}

/** The node as it was when the step that asks for the eviction began. */
export interface Before {
  readonly configurationJson: string;
  /** The engine's state before that step: the same stats may be observed again. */
  readonly state: Uint8Array;
}

/** A second engine, which takes steps that do not count. */
export class Scout {
  readonly #core: WebAssembly.Module;
  #engine: Engine | null = null;
  #pods: Uint8Array | null = null;

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  /** A PodList that was served; it is in force until the next one. */
  seen(pods: Uint8Array): void {
    this.#pods = pods;
  }

  /** The uids of the pods that are active by the last PodList; empty without one. */
  activeUids(configurationJson: string): ReadonlySet<string> {
    if (this.#pods === null) return new Set();
    const engine = this.#configured(configurationJson);
    try {
      engine.pods(this.#pods);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return new Set();
    }
    const { pods } = engine.report<PodTable>().parse();
    return new Set(pods.filter(({ active }) => active).map(({ uid }) => uid));
  }

  /** Takes the step again with a newer snapshot. */
  measure(before: Before, snapshot: Snapshot | null, eviction: Eviction): Fresh {
    if (snapshot?.pods !== undefined) this.seen(snapshot.pods);
    const createdAt = (pod: PodName) => creationOf(this.#pods, pod);
    const objection =
      snapshot === null || snapshot.summary === null
        ? (snapshot?.summaryError ?? "no fresh measurement could be had")
        : this.#objection(before, snapshot, eviction);
    return { objection, createdAt };
  }

  #objection(before: Before, snapshot: Snapshot, eviction: Eviction): string | null {
    const engine = this.#configured(before.configurationJson);
    engine.restore(before.state);
    const pods = this.#pods === null ? {} : { pods: this.#pods };
    const problems: SnapshotProblem[] = [];
    const action = observeSnapshot(engine, { ...snapshot, ...pods }, problems);
    // What could be reclaimed was reclaimed before the pod was chosen: this Summary shows it.
    if (action === Action.ReclaimNodeLevelResources) {
      resumeAfterReclaim(engine, snapshot.summary, problems);
    }
    if (action === null) return problems.map(({ sentence }) => sentence).join(" ");
    const { evictions } = engine.report<Decision>().parse();
    if (evictions.some(({ uid }) => uid === eviction.uid)) return null;
    const [other] = evictions;
    if (other === undefined) return "a fresh measurement asks for no eviction any more";
    return `a fresh measurement asks for ${other.namespace}/${other.name} instead`;
  }

  #configured(configurationJson: string): Engine {
    this.#engine ??= new Engine(this.#core);
    this.#engine.configure(configurationJson);
    return this.#engine;
  }
}

/** The core has no use for it, so it is read from the document itself. */
function creationOf(podList: Uint8Array | null, { uid }: PodName): bigint | null {
  if (podList === null) return null;
  const { items = [] } = JSON.parse(Buffer.from(podList).toString()) as {
    items?: readonly { metadata?: { uid?: string; creationTimestamp?: string } }[];
  };
  const found = items.find(({ metadata }) => metadata?.uid === uid);
  return parseTime(found?.metadata?.creationTimestamp ?? "");
}
