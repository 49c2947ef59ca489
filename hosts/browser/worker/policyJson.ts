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
export function policyJson(input: PolicyInput, capture: ModuleOptions): PolicyJson {
  const loaded = readConfiguration({ name: CONFIGURATION_NAME, text: input.text });
  const { errors = [], warnings = [] } = loaded.unread ?? {};
  const unread = [...errors, ...warnings].map(({ path, message }) => `${path}: ${message}.`);
  return {
    json: toModuleConfiguration(loaded, { ...capture, ...input.options }),
    notes: [...unread, ...loaded.notes.map(({ sentence }) => sentence)],
  };
}
