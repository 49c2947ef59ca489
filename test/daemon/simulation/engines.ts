import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";

/** Engines that are used again: each has 70 MiB, and daemons are started all the time. */
export class Engines {
  readonly #core: WebAssembly.Module;
  #free: EvictionEngine[] = [];

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  /** One that knows nothing. */
  take(): EvictionEngine {
    return this.#free.pop() ?? new EvictionEngine(this.#core);
  }

  /** Of a process that has ended. One that trapped is dropped. */
  giveBack(engines: readonly EvictionEngine[]): void {
    for (const engine of engines) {
      if (engine.isDiscarded) continue;
      engine.clear();
      this.#free.push(engine);
    }
  }
}
