/** A scenario as the oracle is asked about it, and as the engine is. */
import { isObject, type Json, type JsonObject, writeJson } from "../vectors/notation.ts";
import { at, type Scenario } from "./scenario.ts";

/** One line for the oracle: what the node does. */
export function scenarioQuestion(scenario: Scenario): string {
  const { config, layout, steps } = scenario;
  return writeJson({
    id: "",
    config,
    layout: { ...layout },
    pods: scenario.pods,
    steps: steps.map((step) => ({ ...step }) as JsonObject),
  });
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

/** The kubelet panics over the oom_score_adj of a sidecar beside no container. */
export function podsAlone({ pods }: Scenario): readonly Json[] {
  return pods.filter((pod) => {
    const containers = at(pod, "spec", "containers");
    return Array.isArray(containers) && containers.length > 0;
  });
}

/** The KubeletConfiguration for the engine, with the layout that the oracle's node reports. */
export function configurationText({ config, layout, kubeletVersion }: Scenario): string {
  const members = isObject(config) ? config : {};
  return writeJson({ ...members, plimsoll: { layout: { ...layout }, kubeletVersion } });
}

export function podListText(pods: readonly Json[]): string {
  return writeJson({ kind: "PodList", items: pods });
}
