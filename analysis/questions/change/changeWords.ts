/** Changes in the syntax of `--change`, in words for people who do not type them. */

type Words = (object: string, rest: string) => string | null;

/** By verb; null for what they have no words for. */
const VERBS: Readonly<Record<string, Words>> = {
  cordon: (node) => `Cordon ${node}`,
  uncordon: (node) => `Uncordon ${node}`,
  tolerate: (pod, taint) => `Tolerate ${taint} on ${pod}`,
  label: (object, label) =>
    label.endsWith("-") ? `Remove ${label.slice(0, -1)} from ${object}` : null,
  "set resources": (pod, words) => {
    const [, list = "", container] = /^--requests=(\S+)(?: -c (\S+))?$/.exec(words) ?? [];
    const of = container === undefined ? pod : `${container} of ${pod}`;
    return list === "" ? null : `Request ${requestsOf(list)} for ${of}`;
  },
  copy: (node) => `Add a node like ${node}`,
  patch: (pod, patch) => {
    const { spec = {} }: { spec?: Readonly<Record<string, unknown>> } = JSON.parse(patch);
    const [member = ""] = Object.keys(spec);
    if (member === "priority") return `Give ${pod} priority ${spec.priority}`;
    const words = RULES[member];
    return words === undefined ? null : `${words} ${pod}`;
  },
};

const RULES: Readonly<Record<string, string>> = {
  nodeSelector: "Remove a nodeSelector from",
  affinity: "Remove a required affinity from",
  topologySpreadConstraints: "Prefer, and no longer require, the topology spread of",
  schedulingGates: "Remove the scheduling gates of",
};

const CHANGE = /^(set resources|[a-z]+) (?:[a-z]+\/)?(\S+) ?(.*)$/s;

/** Begins with a verb; a change without words of its own stays as it is. */
export function changeWords(text: string): string {
  const [, verb = "", object = "", rest = ""] = CHANGE.exec(text) ?? [];
  return VERBS[verb]?.(object, rest) ?? text;
}

/** `memory=15Gi,cpu=2` as people say it. */
function requestsOf(list: string): string {
  const all = list.split(",").map((each) => {
    const [resource, amount] = each.split("=");
    return `${amount} of ${resource}`;
  });
  return all.join(" and ");
}
