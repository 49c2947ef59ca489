import { SIGNALS } from "../../engine/decision.ts";
import {
  CAPTURE,
  CAPTURE_ARGUMENT,
  CAPTURE_RULES,
  CAPTURES,
  NO_CAPTURE,
} from "../options/capture.ts";
import { CLUSTER, CLUSTER_NAMES, CLUSTER_RULES } from "../options/cluster.ts";
import { SUMMARIES } from "../options/commands.ts";
import { NAMESPACES, namespaceTwice } from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY, WHAT_IF } from "../options/policy.ts";
import {
  commandRow,
  inGroup,
  OptionError,
  type OptionRows,
  type OptionsOf,
  pairs,
} from "../options/row.ts";
import { readNodeName, readStep } from "../options/values.ts";

/** What a question to admission may be about. */
const ADMISSION = {
  admit: {
    argument: "<file>",
    description:
      "manifest of the pod to admit (default: a critical pod, 256Mi larger than what is left)",
    value: "input",
  },
  nodeObject: {
    argument: "<file>",
    description: "the Node, for admission (default: what the configuration leaves of its capacity)",
    value: "input",
  },
} as const satisfies OptionRows;

export type AdmissionOptions = OptionsOf<typeof ADMISSION>;

export const EXPLAIN = commandRow({
  name: "explain",
  summary: SUMMARIES.explain,
  description:
    "Explains one step of a capture: why a pod was evicted, why not another, and which fixes help.",
  arguments: { capture: CAPTURE_ARGUMENT },
  options: {
    ...CAPTURE,
    config: CONFIG,
    whatIf: WHAT_IF,
    at: {
      argument: "<time>",
      description: "the last step up to this time (UTC): 10:04:40 or 2026-11-20T10:04:40Z",
    },
    step: { argument: "<number>", description: "the step to explain", parse: readStep },
    pod: {
      argument: "<name>",
      description: "the pod to explain: its name or a prefix, with or without the namespace",
      parse: readPodPattern,
    },
    signal: { argument: "<name>", description: "rank pods by this signal", choices: SIGNALS },
    all: { description: "show all rows, such as every ranked pod" },
    ...NAMESPACES,
    ...ADMISSION,
    output: outputRow(["text", "json", "markdown", "html"]),
    ...inGroup("Live cluster", {
      node: {
        argument: "<name>",
        description: "explain the current state of this node instead of a capture",
        value: "node",
        parse: readNodeName,
      },
      ...CLUSTER,
    }),
    ...inGroup("Without a capture", {
      message: {
        argument: "<text>",
        description:
          "explain an eviction message, with any text around it; - is standard input; the node's " +
          "--config settles its signal, and hard or soft",
        value: "text",
      },
      events: {
        argument: "<file>",
        description:
          "explain the evictions in the output of kubectl get events or kubectl describe",
        value: "input",
      },
      podStatus: {
        argument: "<file>",
        description: "explain the evictions in the output of kubectl get pods or kubectl describe",
        value: "input",
      },
      bundle: {
        argument: "<path>",
        description:
          "explain the evictions in a must-gather, sosreport, sonobuoy or support bundle, or " +
          "cluster-info dump, and list what it contains; a folder or an archive; --node selects " +
          "a node",
        value: "path",
      },
    }),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [
      ["at", "step"],
      ["namespace", "allNamespaces"],
      ...pairs(["node"], [...CAPTURES, "pods", "time"] as const),
      ...CAPTURE_RULES.excludes,
    ],
    alone: [
      ["message", "output", "all", "config", "configDir", "capacity", "kubeletVersion"],
      ["events", "output", "all", "namespace", "allNamespaces"],
      ["podStatus", "output", "all", "namespace", "allNamespaces"],
      ["bundle", "output", "all", "node", "admit", "nodeObject", "namespace", "allNamespaces"],
    ],
    needs: [
      ...pairs(CLUSTER_NAMES, ["node"]),
      ...CLUSTER_RULES.needs,
      ...CAPTURE_RULES.needs,
      ["namespace", "pod", "events", "podStatus", "bundle"],
      ["allNamespaces", "pod", "events", "podStatus", "bundle"],
    ],
    atMost: [ONE_CONFIG],
    oneOf: [[[...CAPTURES, "node", "message", "events", "podStatus", "bundle"], NO_CAPTURE]],
  },
  examples: [
    "plimsoll explain --example memory-leak",
    "plimsoll explain worker-3.plimsoll.ndjson.gz --at 10:04:40",
    "plimsoll explain worker-3.plimsoll.ndjson.gz --step 28 --pod shop/cart-7d9",
    "plimsoll explain --summary summary.json --pods pods.json --signal nodefs.available",
    "plimsoll explain worker-3.plimsoll.ndjson.gz --output html > report.html",
    "plimsoll explain worker-3.plimsoll.ndjson.gz --admit agent.yaml",
    "plimsoll explain --node worker-3",
    "plimsoll explain --message 'The node was low on resource: memory. Threshold quantity: …'",
    "plimsoll explain --message - --config configz.json",
    "kubectl get events -A -o json | plimsoll explain --events -",
    "plimsoll explain --bundle must-gather.tar.gz -n shop",
  ],
  after: `\
Without --at and --step, the first eviction is explained; with --pod, the first eviction of that
pod, or, if it is never evicted, the first step that evicts another pod. --signal ranks pods by
that signal, whatever the step decides.

With --node, the Summary, pods and configz of a running node are read through nodes/proxy of the
API server, or, with --kubelet, from the kubelet. If the kubelet refuses for lack of permissions,
the pods are those that the API server lists, and the configuration is the kubelet's default.

A message needs no capture: explain shows what it says, what it leaves open, and what to run next.`,
});

export type ExplainOptions = OptionsOf<typeof EXPLAIN.options>;

/** A pod as `--pod` names it. */
export interface PodPattern {
  /** The text as it was given. */
  readonly text: string;
  /** Null when the name alone is to say it. */
  readonly namespace: string | null;
  readonly name: string;
}

/** The pattern in a namespace that `--namespace` names. */
export function patternIn(pattern: PodPattern, namespace: string | undefined): PodPattern {
  if (namespace === undefined) return pattern;
  if (pattern.namespace !== null) throw namespaceTwice(pattern.text);
  return { ...pattern, namespace };
}

/** `shop/cart-7d9`, `cart-7d9`, or the beginning of either name. */
function readPodPattern(text: string): PodPattern {
  const [first = "", second, ...more] = text.split("/");
  if (first === "" || second === "" || more.length > 0) {
    throw new OptionError("Write it as namespace/name.");
  }
  return second === undefined
    ? { text, namespace: null, name: first }
    : { text, namespace: first, name: second };
}
