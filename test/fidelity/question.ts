/** A scenario as the oracle is asked about it, and as the engine is. */
import { stringify } from "yaml";
import {
  applyFlags,
  DEFAULT_CONFIGURATION,
  flagsOfWords,
  readConfiguration,
  toModuleConfiguration,
} from "../../analysis/read/kubelet/configuration.ts";
import { isObject, type Json, type JsonObject, writeJson } from "../vectors/notation.ts";
import { layoutOf, layoutUnknown } from "./layout.ts";
import { at, type Scenario } from "./scenario.ts";

/** A file has to say what it is. */
const TYPED = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
const IGNORE_EVICTION = /^--experimental[-_]allocatable[-_]ignore[-_]eviction(?:=(.*))?$/;
const FALSE = ["0", "f", "F", "false", "FALSE", "False"];

/** One line for the oracle: what the node does. */
export function scenarioQuestion(scenario: Scenario): string {
  const { config, steps } = scenario;
  const unknown = layoutUnknown(scenario);
  return writeJson({
    id: "",
    config,
    layout: { ...layoutOf(scenario) },
    allocatableIgnoresEviction: ignoresEviction(scenario) ? true : undefined,
    pods: scenario.pods,
    steps: steps.map((step, index) => {
      return { ...step, ...(unknown[index] === true ? { layoutUnknown: true } : {}) } as JsonObject;
    }),
  });
}

/** The last occurrence of the flag counts. */
function ignoresEviction({ flags = [] }: Scenario): boolean {
  const values = flags.flatMap((word) => {
    const found = IGNORE_EVICTION.exec(word);
    return found === null ? [] : [found[1] ?? "true"];
  });
  return values.length > 0 && !FALSE.includes(values.at(-1) ?? "");
}

/** One line for the oracle: what the kubelet derives from each pod alone. */
export function podsQuestion(scenario: Scenario): string {
  const { memoryCapacity } = scenario;
  const featureGates = featureGatesOf(scenario);
  return writeJson({ kind: "pods", pods: podsAlone(scenario), memoryCapacity, featureGates });
}

export function featureGatesOf({ config }: Scenario): Json | undefined {
  return at(config, "featureGates");
}

/** The kubelet panics over the oom_score_adj of a sidecar without another container. */
export function podsAlone({ pods }: Scenario): readonly Json[] {
  return pods.filter((pod) => {
    const containers = at(pod, "spec", "containers");
    return Array.isArray(containers) && containers.length > 0;
  });
}

/**
 * The KubeletConfiguration for the engine, with the layout that the oracle's node reports unless it
 * is to be found. Throws ConfigurationError when the hosts' reader refuses it.
 */
export function configurationText(scenario: Scenario): string {
  const { config, layout, kubeletVersion, flags = [], yaml = false } = scenario;
  const members = isObject(config) ? config : {};
  const own = {
    ...(layout === undefined ? {} : { layout: { ...layout } }),
    ...(kubeletVersion === undefined ? {} : { kubeletVersion }),
  };
  if (flags.length === 0 && !yaml) return writeJson({ ...members, plimsoll: own });
  const plain = JSON.parse(writeJson(members)) as Record<string, unknown>;
  const base = yaml
    ? readConfiguration({ name: "config.yaml", text: stringify({ ...TYPED, ...plain }) })
    : { ...DEFAULT_CONFIGURATION, configuration: plain };
  return toModuleConfiguration(applyFlags(base, flagsOfWords(flags)), own);
}

export function podListText(pods: readonly Json[]): string {
  return writeJson({ kind: "PodList", items: pods });
}
