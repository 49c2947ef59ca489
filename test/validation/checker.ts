import { readFileSync } from "node:fs";
import { checkConfiguration } from "../../hosts/shared/check.ts";
import { ConfigurationError } from "../../hosts/shared/configuration/error.ts";
import { readConfiguration, toModuleConfiguration } from "../../hosts/shared/configuration.ts";
import type { Finding } from "../../hosts/shared/decision.ts";
import { Engine } from "../../hosts/shared/engine.ts";

const MODULE = new URL("../../dist/plimsoll.wasm", import.meta.url);

/** What `check` says of a file: its errors, or why it could not be read at all. */
export type Checked = { readonly unreadable: string } | { readonly errors: readonly Finding[] };

/** The whole way a file takes through `check`. */
export class Checker {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  static async start(): Promise<Checker> {
    return new Checker(new Engine(await WebAssembly.compile(readFileSync(MODULE))));
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
