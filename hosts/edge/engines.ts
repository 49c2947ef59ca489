import { EngineDiscarded } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";

/** A turn of the one engine, for a tenant. */
export type Turn = <T>(turn: (engine: EvictionEngine) => T) => T;

/**
 * The one engine of an isolate: its memory is half of what an edge platform grants, so all nodes
 * take turns in it. A turn is synchronous and brings everything it needs. What the turns of one
 * tenant have left in the memory is wiped before a turn of another one, so no document, state or
 * snapshot of that other tenant, however it was forged, is ever read with it.
 */
export class SharedEngine {
  readonly #core: WebAssembly.Module;
  #engine: EvictionEngine | null = null;
  /** Whose documents are in the engine's memory. */
  #tenant: string | null = null;

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  use<T>(tenant: string, turn: (engine: EvictionEngine) => T): T {
    this.#engine ??= new EvictionEngine(this.#core);
    if (this.#tenant !== tenant) this.#engine.clear();
    this.#tenant = tenant;
    try {
      return turn(this.#engine);
    } catch (error) {
      if (error instanceof EngineDiscarded) this.#engine = null;
      throw error;
    }
  }
}

/**
 * The one scheduler of an isolate. Each turn brings its cluster, and leaves nothing of it behind:
 * what it has read is wiped before the turn ends.
 */
export class SharedCluster {
  readonly #module: WebAssembly.Module;
  #engine: SchedulerEngine | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  use<T>(turn: (engine: SchedulerEngine) => T): T {
    this.#engine ??= new SchedulerEngine(this.#module);
    try {
      return turn(this.#engine);
    } finally {
      if (this.#engine.isDiscarded) this.#engine = null;
      else this.#engine.clear();
    }
  }
}
