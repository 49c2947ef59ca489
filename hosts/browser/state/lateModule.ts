import { signal } from "@preact/signals";
import type { Policy } from "../../../analysis/engine/contract/modules.ts";
import { compiledModule } from "../session/modules.ts";
import { notLoadedText } from "./words.ts";

/** A module that nothing waits for until there is a decision. */
export class LateModule {
  /** Why it is not there; null when it is, or will be. */
  readonly problem = signal<string | null>(null);
  readonly #policy: Policy;
  readonly #words: string;
  #module: Promise<WebAssembly.Module> | null = null;

  /** `words`: whose rules it has. */
  constructor(policy: Policy, words: string) {
    this.#policy = policy;
    this.#words = words;
  }

  /** Null where it does not come; it is asked for once more with the next question. */
  async loaded(): Promise<WebAssembly.Module | null> {
    this.#module ??= compiledModule(this.#policy);
    try {
      const module = await this.#module;
      this.problem.value = null;
      return module;
    } catch (error) {
      this.#module = null;
      const reason = error instanceof Error ? error.message : String(error);
      this.problem.value = notLoadedText(this.#words, reason);
      return null;
    }
  }
}
