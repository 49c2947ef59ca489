/** What is derived from each pod alone, and its admission. Specification 4.4, 4.5, 5, 6. */

import { at, type OraclePod, type OracleStep, type ScenarioStep } from "../../fidelity/scenario.ts";
import { isObject, type Json } from "../../vectors/notation.ts";
import { formWord } from "./words.ts";

const STATIC = ["metadata", "annotations", "kubernetes.io/config.source"];
const MIRROR = ["metadata", "annotations", "kubernetes.io/config.mirror"];

export function factsBehaviors(documents: readonly Json[], facts: readonly OraclePod[]): string[] {
  return facts.flatMap((pod) => {
    const document = documents.find((one) => at(one, "metadata", "uid") === pod.uid) ?? null;
    const shape = shapeOf(document);
    const scores = new Set(Object.values(pod.oomScoreAdj).map(scoreWord));
    return [
      `${pod.qosClass} ${pod.critical ? "critical" : "ordinary"}`,
      ...shape.map((word) => `${pod.qosClass} with ${word}`),
      ...[...scores].map((score) => `${pod.qosClass} oom_score_adj ${score}`),
      ...Object.entries(pod.requests).map(([name, text]) => `request of ${name} ${formWord(text)}`),
      ...(pod.ephemeralStorageLimit === null
        ? []
        : [`storage limit ${formWord(pod.ephemeralStorageLimit)}`]),
    ];
  });
}

function scoreWord(score: number): string {
  if (score > 1000) return "above 1000";
  return score > 3 && score < 999 ? "between" : String(score);
}

/** Unusual members of a pod's document. */
function shapeOf(pod: Json): string[] {
  const inits = listOf(at(pod, "spec", "initContainers"));
  const volumes = listOf(at(pod, "spec", "volumes"));
  const words: Readonly<Record<string, boolean>> = {
    "an init container": inits.some((one) => at(one, "restartPolicy") !== "Always"),
    "a sidecar": inits.some((one) => at(one, "restartPolicy") === "Always"),
    "several containers": listOf(at(pod, "spec", "containers")).length > 1,
    "no container": listOf(at(pod, "spec", "containers")).length === 0,
    overhead: isObject(at(pod, "spec", "overhead")),
    "pod-level resources": isObject(at(pod, "spec", "resources")),
    "an emptyDir": volumes.some((one) => isObject(at(one, "emptyDir"))),
    "an emptyDir in memory": volumes.some((one) => at(one, "emptyDir", "medium") === "Memory"),
    "an emptyDir limit": volumes.some((one) => (at(one, "emptyDir", "sizeLimit") ?? null) !== null),
    "another volume": volumes.some((one) => !isObject(at(one, "emptyDir"))),
    "a static source": at(pod, ...STATIC) !== undefined,
    "a mirror annotation": at(pod, ...MIRROR) !== undefined,
    "no priority": (at(pod, "spec", "priority") ?? null) === null,
    "its own qosClass": typeof at(pod, "status", "qosClass") === "string",
  };
  const phase = at(pod, "status", "phase");
  return [
    ...Object.keys(words).filter((word) => words[word]),
    ...(typeof phase === "string" && phase !== "Running" ? [`phase ${phase}`] : []),
  ];
}

export function admissionBehaviors({ admit = [] }: ScenarioStep, observed: OracleStep): string[] {
  return admit.flatMap((pod, index) => {
    const answer = observed.admit?.[index];
    const verdict = answer?.admit ? "admitted" : "rejected";
    const tolerations = listOf(at(pod, "spec", "tolerations")).map(tolerationWord);
    return [
      `${verdict} under ${observed.conditions.join(" ") || "no condition"}`,
      `rejected for ${answer?.messages?.[0] ?? "nothing"}`,
      ...tolerations.map((word) => `${verdict} with toleration ${word}`),
      ...shapeOf(pod).map((word) => `${verdict} with ${word}`),
    ];
  });
}

function tolerationWord(toleration: Json): string {
  return ["key", "operator", "effect"]
    .map((member) => at(toleration, member) ?? "-")
    .join(" ")
    .replace("node.kubernetes.io/", "");
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
