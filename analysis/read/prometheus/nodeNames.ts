/** Finds the series of the requested node, which setups identify by name or by address. */

import { AnswerError, type Labels } from "./answer.ts";
import { ROWS } from "./catalog.ts";
import { exporterLabels, hostOf, NODE_LABELS } from "./labels.ts";

/** A condition on a label, as in a selector. */
export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

const MATCHER = /^([A-Za-z_][A-Za-z0-9_]*)(=~|!~|!=|=)(.*)$/s;

/** `cluster=prod`, `cluster=~"prod-.*"`; null for a text that is not a matcher. */
export function matcherOf(text: string): Matcher | null {
  const [, label = "", operator = "", quoted = ""] = MATCHER.exec(text) ?? [];
  if (label === "") return null;
  const value = /^"(.*)"$/s.exec(quoted)?.[1] ?? quoted;
  const isRegular = operator === "=~" || operator === "!~";
  if (isRegular && regularExpression(value) === null) return null;
  return { label, operator: operator as Matcher["operator"], value };
}

export function matcherText({ label, operator, value }: Matcher): string {
  return `${label}${operator}${JSON.stringify(value)}`;
}

/** A regular expression as Prometheus reads it: the whole value must match. */
function regularExpression(text: string): RegExp | null {
  try {
    return new RegExp(`^(?:${text})$`);
  } catch {
    return null;
  }
}

/** Labels that distinguish clusters where one server has several. */
const CLUSTER_LABELS = ["cluster", "cluster_name", "cluster_id", "k8s_cluster"];
const UIDS_MAX = 100_000;
/** Addresses that a node had in a span, and clusters with a node of its name. */
const HOSTS_MAX = 100;

export interface NodeChoice {
  readonly node: string;
  /** The label that holds the node's name in series of kubelets; any of the usual ones without. */
  readonly nodeLabel?: string;
  readonly matchers?: readonly Matcher[];
}

export class NodeNames {
  readonly node: string;
  readonly #labels: readonly string[];
  readonly #matchers: readonly ((labels: Labels) => boolean)[];
  /** The node's name and addresses. */
  readonly #hosts: Set<string>;
  readonly #uids = new Set<string>();
  readonly #clusters = new Set<string>();

  constructor({ node, nodeLabel, matchers = [] }: NodeChoice) {
    this.node = node;
    this.#hosts = new Set([node]);
    this.#labels = nodeLabel === undefined ? NODE_LABELS : [nodeLabel];
    this.#matchers = matchers.map(conditionOf);
  }

  get hosts(): readonly string[] {
    return [...this.#hosts].sort();
  }

  /** Uids of pods that were on the node, in order. */
  get uids(): readonly string[] {
    return [...this.#uids].sort();
  }

  /** `cluster="a"` and the like, when series of several clusters have a node of this name. */
  get clusters(): readonly string[] {
    return [...this.#clusters].sort();
  }

  /** Learns from series that say who is who, which come before any other. */
  learn(given: Labels): void {
    const labels = exporterLabels(given);
    if (!this.#isChosen(labels)) return;
    const { node = "", uid = "", internal_ip = "", nodename = "" } = labels;
    const name = labels.__name__ ?? "";
    if (name === "kube_node_info" && node === this.node) {
      if (internal_ip !== "") this.#learnHost(internal_ip);
      this.#learnCluster(labels);
    }
    if (name === "node_uname_info" && isSameHost(nodename, this.node)) {
      this.#learnHost(hostOf(labels.instance ?? this.node));
    }
    if (name === "kube_pod_info" && node === this.node && uid !== "") {
      if (this.#uids.size < UIDS_MAX) this.#uids.add(uid);
    }
  }

  /** Whether a series belongs to the node, or to a pod on it. */
  has(given: Labels): boolean {
    const labels = exporterLabels(given);
    if (!this.#isChosen(labels)) return false;
    const row = ROWS.get(labels.__name__ ?? "");
    switch (row?.exporter) {
      case undefined:
        return false;
      case "kube-state-metrics":
        if (row.subject === "node" || row.metric === "kube_pod_info") {
          return labels.node === this.node;
        }
        return this.#uids.has(labels.uid ?? "");
      case "kube-scheduler":
        return labels.node === this.node;
      case "k8s-ephemeral-storage-metrics":
        return labels.node_name === this.node;
      default:
        return this.targetLabel(given) !== null;
    }
  }

  /** The first label by which a target is the node's, with its value; null for another node's. */
  targetLabel(labels: Labels): { readonly label: string; readonly value: string } | null {
    for (const label of this.#labels) {
      const value = labels[label] ?? "";
      if (value !== "" && this.#hosts.has(hostOf(value))) return { label, value };
    }
    return null;
  }

  #isChosen(labels: Labels): boolean {
    return this.#matchers.every((condition) => condition(labels));
  }

  #learnHost(host: string): void {
    this.#hosts.add(host);
    if (this.#hosts.size <= HOSTS_MAX) return;
    throw new AnswerError(`they name more than ${HOSTS_MAX} addresses of it; check --node`);
  }

  #learnCluster(labels: Labels): void {
    const found = CLUSTER_LABELS.find((label) => (labels[label] ?? "") !== "");
    if (found === undefined || this.#clusters.size > HOSTS_MAX) return;
    this.#clusters.add(`${found}=${labels[found]}`);
  }
}

function conditionOf({ label, operator, value }: Matcher): (labels: Labels) => boolean {
  const expression = operator.endsWith("~") ? regularExpression(value) : null;
  const isNegative = operator.startsWith("!");
  return (labels) => {
    const text = labels[label] ?? "";
    const holds = expression === null ? text === value : expression.test(text);
    return holds !== isNegative;
  };
}

/** A kernel may call itself by the first part of a node's name, or the other way around. */
function isSameHost(a: string, b: string): boolean {
  return a !== "" && (a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`));
}
