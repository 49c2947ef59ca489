import { readFileSync } from "node:fs";
import type { Finding } from "../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { checkConfiguration } from "../../analysis/questions/check/check.ts";
import {
  readConfiguration,
  toModuleConfiguration,
} from "../../analysis/read/kubelet/configuration.ts";
import { ConfigurationError } from "../../analysis/read/kubelet/error.ts";

const MODULE = new URL("../../dist/plimsoll-eviction.wasm", import.meta.url);

/** What `check` says of a file: its errors, or why it could not be read at all. */
export type Checked = { readonly unreadable: string } | { readonly errors: readonly Finding[] };

/** The whole way a file takes through `check`. */
export class Checker {
  readonly #engine: EvictionEngine;

  constructor(engine: EvictionEngine) {
    this.#engine = engine;
  }

  static async start(): Promise<Checker> {
    return new Checker(new EvictionEngine(await WebAssembly.compile(readFileSync(MODULE))));
  }

  check(text: string, release: number): Checked {
    const source = { name: "config.yaml", text };
    try {
      const loaded = readConfiguration(source);
      const json = toModuleConfiguration(loaded, { kubeletVersion: `1.${release}` });
      const { form } = loaded;
      const checked = checkConfiguration(this.#engine, { name: "", source, form, json, notes: [] });
      return { errors: checked.errors };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { unreadable: error.message };
    }
  }
}
