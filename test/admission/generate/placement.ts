/** Where a pod wants to be: selectors, affinity, taints and tolerations. */

import type { Source } from "../../fidelity/generate/source.ts";
import type { Json } from "../../vectors/notation.ts";

const KEYS: readonly string[] = ["zone", "disk", "cores", "kubernetes.io/os", "missing"];
const VALUES: readonly string[] = ["a", "b", "", "linux", "8", "16", "08"];
const BOUNDS: readonly string[] = [
  ...["8", "8", "16", "16", "-5", "08", "08", "0", "9223372036854775807"],
  ...["many", "+8", "8.0"],
];

export function drawNodeLabels(source: Source): Json | undefined {
  if (source.chance(12)) return source.pick<Json | undefined>([undefined, {}, null]);
  const labels: Record<string, Json> = {};
  if (source.chance(80)) labels.zone = source.pick(["a", "b", ""]);
  if (source.chance(50)) labels.disk = source.pick(["a", "b"]);
  if (source.chance(50)) {
    labels.cores = source.pick(["8", "16", "5", "08", "many", "9223372036854775807"]);
  }
  // No API server takes a label such as these.
  if (source.chance(1)) labels[source.pick(["cores", "-disk"])] = source.pick(["-5", "a b"]);
  if (source.chance(30)) labels["kubernetes.io/os"] = source.pick(["linux", "windows"]);
  return labels;
}

export function drawNodeSelector(source: Source): Json {
  return source.pick<Json>([
    { zone: "a" },
    { zone: "a", disk: "a" },
    { "kubernetes.io/os": "linux" },
    { "kubernetes.io/os": "windows" },
    { zone: "" },
    { missing: "" },
    {},
  ]);
}

export function drawAffinity(source: Source, nodeName: string): Json {
  const terms = Array.from({ length: source.pick([0, 1, 1, 1, 2, 3]) }, () =>
    drawTerm(source, nodeName),
  );
  const required = { nodeSelectorTerms: source.chance(95) ? terms : null };
  return source.pick<Json>([
    { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
    { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
    { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
    { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    { podAffinity: {} },
    {},
  ]);
}

function drawTerm(source: Source, nodeName: string): Json {
  const count = source.pick([0, 1, 1, 1, 2]);
  const matchExpressions = Array.from({ length: count }, () => drawExpression(source));
  const fields = source.chance(25) ? [drawField(source, nodeName)] : undefined;
  return { matchExpressions: count === 0 ? undefined : matchExpressions, matchFields: fields };
}

function drawExpression(source: Source): Json {
  const operator = source.weighted({
    In: 30,
    NotIn: 20,
    Exists: 15,
    DoesNotExist: 15,
    Gt: 15,
    Lt: 15,
  });
  const key = source.pick(source.chance(70) ? KEYS.slice(0, 3) : KEYS);
  if (operator === "Exists" || operator === "DoesNotExist") {
    return { key, operator, values: source.pick([undefined, []]) };
  }
  if (operator === "Gt" || operator === "Lt")
    return { key, operator, values: [source.pick(BOUNDS)] };
  const values = Array.from({ length: source.pick([1, 1, 2]) }, () => source.pick(VALUES));
  return { key, operator, values };
}

function drawField(source: Source, nodeName: string): Json {
  const values = source.pick([[nodeName], [nodeName], ["other"]]);
  return { key: "metadata.name", operator: source.pick(["In", "In", "NotIn"]), values };
}

const EFFECTS: readonly string[] = ["NoExecute", "NoExecute", "NoSchedule", "PreferNoSchedule", ""];

export function drawTaints(source: Source): Json {
  return Array.from({ length: source.pick([1, 1, 2]) }, () => ({
    key: source.pick(["dedicated", "slow", "node.kubernetes.io/not-ready"]),
    value: source.pick([undefined, "", "a", "5", "10"]),
    effect: source.pick(EFFECTS),
  }));
}

export function drawTolerations(source: Source): Json {
  return Array.from({ length: source.pick([0, 1, 1, 2, 3]) }, () => ({
    key: source.pick([undefined, "", "dedicated", "slow", "node.kubernetes.io/not-ready"]),
    operator: source.pick([undefined, "", "Equal", "Exists", "Exists", "Lt", "Gt", "Odd"]),
    value: source.pick([undefined, "", "a", "5", "10", "007", "+5"]),
    effect: source.pick([undefined, "", "NoExecute", "NoExecute", "NoSchedule"]),
    tolerationSeconds: source.chance(20) ? 60 : undefined,
  }));
}
