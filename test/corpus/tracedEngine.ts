import type { Answer } from "../../analysis/engine/answer.ts";
import type { ErrorAnswer, Policy } from "../../analysis/engine/decision.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { type DocumentInput, EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Detail } from "../../assembly/abi.ts";

const encoder = new TextEncoder();

/** Hears each document the module writes. */
export type Listener = (bytes: Uint8Array) => void;

/**
 * An engine whose every answer is heard, those about refused documents too. What it is asked from
 * `save` to `restore` is not heard: the answers around it must be the same without it.
 */
export class TracedEngine extends EvictionEngine {
  readonly #listener: Listener;
  #isAside = false;

  constructor(module: WebAssembly.Module, listener: Listener) {
    super(module);
    this.#listener = listener;
  }

  override report<T>(detail: Detail = Detail.Decision): Answer<T> {
    const answer = super.report<T>(detail);
    if (!this.#isAside) this.#listener(answer.bytes);
    return answer;
  }

  override save(): Uint8Array {
    const state = super.save();
    this.#isAside = true;
    return state;
  }

  override restore(state: Uint8Array): void {
    super.restore(state);
    this.#isAside = false;
  }

  override configure(configuration: DocumentInput): Policy {
    return this.#heard(() => super.configure(configuration));
  }

  override pods(podList: DocumentInput): number {
    return this.#heard(() => super.pods(podList));
  }

  override observe(summary: DocumentInput | null, now: bigint) {
    return this.#heard(() => super.observe(summary, now));
  }

  override missed(now: bigint) {
    this.#heard(() => super.missed(now));
  }

  override reclaimed(summary: DocumentInput | null) {
    return this.#heard(() => super.reclaimed(summary));
  }

  override reclaimedNothing() {
    return this.#heard(() => super.reclaimedNothing());
  }

  override admit(pod: DocumentInput) {
    return this.#heard(() => super.admit(pod));
  }

  /** Whether its state was taken out, and is not back. */
  protected get isAside(): boolean {
    return this.#isAside;
  }

  /** The module reports a refusal once, to the engine; its members as JSON are the same bytes. */
  protected refused(answer: ErrorAnswer): void {
    this.#listener(encoder.encode(JSON.stringify(answer)));
  }

  #heard<T>(verb: () => T): T {
    try {
      return verb();
    } catch (error) {
      if (error instanceof EngineError && !this.#isAside) this.refused(error.answer);
      throw error;
    }
  }
}
