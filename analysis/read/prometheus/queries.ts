import { type Exporter, SERIES, type SeriesRow } from "./catalog.ts";
import { NODE_LABELS } from "./labels.ts";
import { type Matcher, matcherText, type NodeNames } from "./nodeNames.ts";

/** An expression, and the metric it is about. */
export interface Asked {
  readonly subject: string;
  /** `$range` is replaced by the time it looks back. */
  readonly expression: string;
}

/** Matchers that choose the node's series of one exporter; null where it has none. */
export type Choice = Readonly<Partial<Record<Exporter, string>>>;

/** Uids of pods in one selector: a query has to fit into a URL. */
const UIDS_MAX = 60;
const RANGE = "$range";

/** Series that every kubelet, cAdvisor and node-exporter has: which labels their targets have. */
const LANDMARKS: Readonly<Record<string, readonly Exporter[]>> = {
  container_memory_working_set_bytes: ["cadvisor"],
  machine_memory_bytes: ["cadvisor"],
  pod_memory_working_set_bytes: ["kubelet"],
  kubelet_running_pods: ["kubelet"],
  node_memory_MemTotal_bytes: ["node-exporter"],
  node_memory_MemAvailable_bytes: ["node-exporter"],
  node_filesystem_size_bytes: ["node-exporter"],
};

/** Who is who: asked first. */
export function introductions(node: string, matchers: readonly Matcher[]): readonly Asked[] {
  const [first = node] = node.split(".");
  const names = `${regularText(node)}([.].*)?|${regularText(first)}`;
  return [
    { subject: "kube_node_info", selector: [`node=${JSON.stringify(node)}`] },
    { subject: "kube_node_info", selector: [`exported_node=${JSON.stringify(node)}`] },
    { subject: "node_uname_info", selector: [`nodename=~${JSON.stringify(names)}`] },
  ].map(({ subject, selector }) => {
    const selection = `${subject}${braces([...selector, ...matchers.map(matcherText)])}`;
    return { subject, expression: `last_over_time(${selection}[${RANGE}])` };
  });
}

/** The nodes that kube-state-metrics knows. */
export function nodesKnown(matchers: readonly Matcher[]): Asked {
  const subject = "kube_node_info";
  const selection = `${subject}${braces(matchers.map(matcherText))}`;
  const latest = `last_over_time(${selection}[${RANGE}])`;
  return { subject, expression: `group by (node, exported_node) (${latest})` };
}

/** Which of a node's targets there are, and by which of their labels they are the node's. */
export function landmarks(
  names: NodeNames,
  nodeLabel: string | undefined,
  matchers: readonly Matcher[],
): readonly Asked[] {
  const hosts = names.hosts.map((host) => `\\[?${regularText(host)}\\]?`).join("|");
  const value = JSON.stringify(`(?:${hosts})(?::[0-9]+)?`);
  const labels = nodeLabel === undefined ? NODE_LABELS : [nodeLabel];
  return Object.keys(LANDMARKS).map((subject) => {
    const selections = labels.map((label) => {
      const selector = braces([`${label}=~${value}`, ...matchers.map(matcherText)]);
      return `last_over_time(${subject}${selector}[${RANGE}])`;
    });
    const kept = [...new Set([...labels, ...NODE_LABELS])].join(", ");
    return { subject, expression: `group by (${kept}) (${selections.join(" or ")})` };
  });
}

/** The exporters of which a metric is a landmark. */
export function exportersOf(metric: string): readonly Exporter[] {
  return LANDMARKS[metric] ?? [];
}

/** What is asked of each slice of time before its pods are known. */
export function ofTargets(choice: Choice, matchers: readonly Matcher[]): readonly Asked[] {
  return SERIES.filter((row) => !isOfPods(row)).flatMap((row) => {
    const chosen = choice[row.exporter];
    return chosen === undefined ? [] : askedOf(row, [chosen], matchers);
  });
}

/** What is asked of the pods that a slice has. */
export function ofPods(uids: readonly string[], matchers: readonly Matcher[]): readonly Asked[] {
  const chunks: string[] = [];
  for (let at = 0; at < uids.length; at += UIDS_MAX) {
    const some = uids.slice(at, at + UIDS_MAX).map(regularText);
    chunks.push(`uid=~${JSON.stringify(some.join("|"))}`);
  }
  return SERIES.filter(isOfPods).flatMap((row) => askedOf(row, chunks, matchers));
}

/** Whether the series is about pods, and lacks the node's name among its labels. */
function isOfPods({ subject, metric }: SeriesRow): boolean {
  return subject === "pod" && metric !== "kube_pod_info";
}

function askedOf(
  row: SeriesRow,
  choices: readonly string[],
  matchers: readonly Matcher[],
): readonly Asked[] {
  return choices.flatMap((chosen) =>
    row.matchers.map((own) => {
      const parts = [chosen, own, ...matchers.map(matcherText)].filter((part) => part !== "");
      const selection = `${row.metric}${braces(parts)}[${RANGE}]`;
      const expression = row.reading === "facts" ? `last_over_time(${selection})` : selection;
      return { subject: row.metric, expression };
    }),
  );
}

export function expressionFor({ expression }: Asked, milliseconds: number): string {
  return expression.replaceAll(RANGE, `${Math.max(1, Math.ceil(milliseconds / 1000))}s`);
}

/** A text as a part of a regular expression that matches it alone. */
export function regularText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function braces(matchers: readonly string[]): string {
  return `{${matchers.join(",")}}`;
}
