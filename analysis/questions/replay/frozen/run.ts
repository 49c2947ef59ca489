import { Action, Detail } from "../../../../assembly/abi.ts";
import type { Answer } from "../../../engine/answer.ts";
import type { Decision, PodName, Policy, Signal } from "../../../engine/decision.ts";
import type { EvictionEngine } from "../../../engine/evictionEngine.ts";
import { resumeAfterReclaim } from "../../../engine/step.ts";
import type { FrozenCapture } from "./frozenCapture.ts";

/** Steps between two saved states: to show any step, at most this number is rerun. */
const CHECKPOINT_STEPS = 64;

/**
 * An engine on its way through a frozen capture under one configuration. It can be sent to any
 * step, because it keeps the engine's state at every 64th.
 */
export class Run {
  readonly policy: Policy;
  readonly #engine: EvictionEngine;
  readonly #capture: FrozenCapture;
  readonly #checkpoints: Uint8Array[] = [];
  #next = 0;
  #podList = -1;
  #observed = false;

  /** Throws EngineError when the configuration is refused. */
  constructor(engine: EvictionEngine, capture: FrozenCapture, configurationJson: string) {
    this.#engine = engine;
    this.#capture = capture;
    this.policy = engine.configure(configurationJson);
  }

  /** Takes the next step; null when nothing was observed in it. */
  step(): Action | null {
    const index = this.#next;
    if (index % CHECKPOINT_STEPS === 0)
      this.#checkpoints[index / CHECKPOINT_STEPS] ??= this.#save();
    const step = this.#capture.steps[index];
    if (step === undefined) throw new RangeError(`The capture has no step ${index}.`);
    this.#next = index + 1;
    this.#takePods(step.podList);
    this.#observed = step.summary !== null;
    if (step.summary === null) {
      this.#engine.missed(step.time);
      return null;
    }
    this.#engine.thaw(step.summary);
    const action = this.#engine.observe(null, step.time);
    if (action !== Action.ReclaimNodeLevelResources) return action;
    return resumeAfterReclaim(this.#engine, step.afterReclaim, []);
  }

  /** The decision of the step taken last; null when nothing was observed in it. */
  decision(detail: Detail = Detail.Decision): Answer<Decision> | null {
    return this.#observed ? this.#engine.report<Decision>(detail) : null;
  }

  /** The step taken last, about one pod. */
  explain({ uid }: Pick<PodName, "uid">): Answer<Decision> | null {
    return this.#observed ? this.#engine.explain({ uid }) : null;
  }

  /** The step taken last, its pods ranked as for a signal. */
  rankedBy(signal: Signal): Answer<Decision> | null {
    return this.#observed ? this.#engine.explain({ signal }) : null;
  }

  /** Takes every step up to and including `index`, from the nearest state that was saved. */
  goTo(index: number): void {
    if (index !== this.#next - 1) this.#rewind(index);
    while (this.#next <= index) this.step();
  }

  #rewind(index: number): void {
    const saved = Math.min(Math.floor(index / CHECKPOINT_STEPS), this.#checkpoints.length - 1);
    const isAhead = this.#next <= index && this.#next > saved * CHECKPOINT_STEPS;
    const state = this.#checkpoints[saved];
    if (isAhead || state === undefined) return;
    this.#next = saved * CHECKPOINT_STEPS;
    this.#takePods(this.#capture.steps[this.#next]?.podList ?? 0);
    this.#engine.restore(state);
  }

  #save(): Uint8Array {
    return this.#engine.save();
  }

  #takePods(podList: number): void {
    const frozen = this.#capture.podLists[podList];
    if (podList === this.#podList || frozen === undefined) return;
    this.#engine.thaw(frozen);
    this.#podList = podList;
  }
}
