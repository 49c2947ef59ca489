/** A KubeSchedulerConfiguration as its file has it, in JSON for the module. */
import { objectOf } from "../json/untyped.ts";
import { ConfigurationError } from "../kubelet/error.ts";
import type { ConfigurationText } from "../kubelet/loaded.ts";
import { jsonDocumentsOf } from "../kubelet/yaml.ts";
import { convertedConfiguration } from "./schedulerConversion.ts";

export interface SchedulerOptions {
  /** Such as `1.35`. Default: the module's newest. */
  readonly kubernetesVersion?: string;
}

const KIND = "KubeSchedulerConfiguration";

/**
 * Throws ConfigurationError for another document; what is in it the module judges. One of an
 * earlier version is converted to v1, and `onChange` gets a sentence for each change.
 */
export function schedulerConfiguration(
  source: ConfigurationText | null,
  options: SchedulerOptions,
  onChange: (sentence: string) => void = () => {},
): string {
  const plimsoll = { ...options };
  if (source === null) return JSON.stringify({ plimsoll });
  const values = jsonDocumentsOf(source).values.flatMap(configurationIn);
  const [configuration, second] = values;
  if (configuration === undefined) {
    throw new ConfigurationError(
      `${source.name}: no ${KIND} is in it; give the file that kube-scheduler is started with ` +
        "as --config.",
    );
  }
  if (second !== undefined) {
    throw new ConfigurationError(`${source.name}: it has more than one ${KIND}; give one.`);
  }
  const converted = convertedConfiguration(objectOf(configuration));
  for (const change of converted.changes) onChange(`${source.name}: ${change}`);
  return JSON.stringify({ ...converted.configuration, plimsoll });
}

/** The value itself, or what a ConfigMap holds. */
function configurationIn(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  const { kind, data: texts } = value as Record<string, unknown>;
  if (kind === KIND) return [value];
  if (kind !== "ConfigMap" || typeof texts !== "object" || texts === null) return [];
  return Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text !== "string" || !text.includes(KIND)) return [];
    return jsonDocumentsOf({ name, text }).values.flatMap(configurationIn);
  });
}
