import type { Policy } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine, type PodQuery } from "../../../analysis/engine/evictionEngine.ts";
import { NO_PODS, takeStep } from "../../../analysis/engine/step.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { Detail } from "../../../assembly/abi.ts";
import { type DaemonStep, newPodsOf, type Observer } from "../step.ts";
import type { DecisionQuery } from "./decisionQuery.ts";

/**
 * The last step, taken once more on a separate engine when a question comes about
 * it: a question never runs on the engine that decides. The first question about a step costs as
 * much as the step, about 3 ms for 110 pods.
 */
export class LastStep implements Observer, DecisionQuery {
  readonly #core: WebAssembly.Module;
  #engine: EvictionEngine | null = null;
  #configurationJson = "{}";
  #step: DaemonStep | null = null;
  /** The lists in force before the step and after it. */
  #podsBefore: Uint8Array = NO_PODS;
  #pods: Uint8Array = NO_PODS;
  /** The engine is where the loop's was after the step. */
  #isTaken = false;

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  configured(_policy: Policy, _origins: readonly string[], _header: CaptureHeader, json: string) {
    this.#configurationJson = json;
    this.#step = null;
  }

  step(step: DaemonStep): void {
    this.#step = step;
    this.#isTaken = false;
    this.#podsBefore = this.#pods;
    this.#pods = newPodsOf(step) ?? this.#pods;
  }

  decision(detail: Detail): Uint8Array | null {
    return this.#ask((engine) => engine.report(detail).bytes);
  }

  explain(pod: PodQuery): Uint8Array | null {
    return this.#ask((engine) => engine.explain(pod).bytes);
  }

  #ask(question: (engine: EvictionEngine) => Uint8Array): Uint8Array | null {
    if (this.#step === null) return null;
    try {
      return question(this.#taken(this.#step));
    } catch (error) {
      if (error instanceof EngineError) return null;
      this.#engine = null;
      this.#isTaken = false;
      throw error;
    }
  }

  #taken({ snapshot, stateBefore, reclaimed }: DaemonStep): EvictionEngine {
    this.#engine ??= new EvictionEngine(this.#core);
    if (this.#isTaken) return this.#engine;
    this.#engine.configure(this.#configurationJson);
    this.#engine.pods(this.#podsBefore);
    this.#engine.restore(stateBefore);
    takeStep(this.#engine, { ...snapshot, ...(reclaimed === undefined ? {} : { reclaimed }) });
    this.#isTaken = true;
    return this.#engine;
  }
}
