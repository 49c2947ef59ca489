import { Engine } from "../shared/engine.ts";
import { EngineDiscarded } from "../shared/engineError.ts";

/**
 * The one engine of an isolate: its memory is half of what an edge platform grants, so all nodes
 * take turns in it. A turn is synchronous and brings everything it needs; nothing is left over.
 */
export class SharedEngine {
  readonly #core: WebAssembly.Module;
  #engine: Engine | null = null;

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  use<T>(turn: (engine: Engine) => T): T {
    this.#engine ??= new Engine(this.#core);
    try {
      return turn(this.#engine);
    } catch (error) {
      if (error instanceof EngineDiscarded) this.#engine = null;
      throw error;
    }
  }
}
