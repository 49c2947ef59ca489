import {
  type ModuleOptions,
  readConfiguration,
  toModuleConfiguration,
} from "../../../analysis/read/kubelet/configuration.ts";
import type { PolicyInput } from "../session/protocol.ts";

/** What `configure` takes, and what a reader should know about how the text was understood. */
export interface PolicyJson {
  readonly json: string;
  readonly notes: readonly string[];
}

/** The name a configuration goes by in sentences about it. */
export const CONFIGURATION_NAME = "the configuration";

/** Throws ConfigurationError for a text that holds no kubelet configuration. */
export function policyJson(
  { text, options }: PolicyInput,
  capture: ModuleOptions,
  loaded = readPolicy(text),
): PolicyJson {
  const { errors = [], warnings = [] } = loaded.unread ?? {};
  const unread = [...errors, ...warnings].map(({ path, message }) => `${path}: ${message}.`);
  return {
    json: toModuleConfiguration(loaded, { ...capture, ...options }),
    notes: [...unread, ...loaded.notes.map(({ sentence }) => sentence)],
  };
}

function readPolicy(text: string) {
  return readConfiguration({ name: CONFIGURATION_NAME, text });
}

/** Reads a configuration once, however often something is asked with it. */
export class ReadPolicy {
  #text: string | null = null;
  #loaded: ReturnType<typeof readPolicy> | undefined;

  json(input: PolicyInput, capture: ModuleOptions): PolicyJson {
    if (input.text !== this.#text) {
      this.#loaded = readPolicy(input.text);
      this.#text = input.text;
    }
    return policyJson(input, capture, this.#loaded);
  }
}
