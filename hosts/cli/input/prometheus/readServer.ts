import { AnswerError, type AnsweredSeries } from "../../../../analysis/read/prometheus/answer.ts";
import type { Exporter } from "../../../../analysis/read/prometheus/catalog.ts";
import type { Matcher, NodeNames } from "../../../../analysis/read/prometheus/nodeNames.ts";
import {
  type Asked,
  type Choice,
  exportersOf,
  expressionFor,
  introductions,
  landmarks,
  nodesKnown,
  ofPods,
  ofTargets,
  regularText,
} from "../../../../analysis/read/prometheus/queries.ts";
import { SeriesStore } from "../../../../analysis/read/prometheus/store.ts";
import { inputFailure } from "../../exitCode.ts";
import { type PrometheusServer, TooMuchError } from "./server.ts";

/** Between two times, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A slice of an hour has a few megabytes of answers; shorter ones follow when it is too much. */
const SLICE_MILLISECONDS = 2 * 3600 * 1000;
const SLICE_MILLISECONDS_MIN = 5 * 60 * 1000;
/** The limit for one slice; pods are queried sixty at a time. */
const PODS_MAX = 10_000;
/** Targets of one exporter on a node in the whole span. */
const TARGETS_MAX = 100;
/** Requests under way at once. */
const ASKED_AT_ONCE = 4;

export interface Wanted {
  readonly names: NodeNames;
  readonly span: Span;
  readonly nodeLabel?: string;
  readonly matchers: readonly Matcher[];
}

/** Everything that a server has of a node in a span of time. */
export async function readServer(server: PrometheusServer, wanted: Wanted): Promise<SeriesStore> {
  const { names, span, matchers, nodeLabel } = wanted;
  const store = new SeriesStore(names);
  let isExported = false;
  await askAll(server, introductions(names.node, matchers), span, ({ labels }) => {
    if (labels.exported_node === names.node) isExported = true;
    names.learn(labels);
  });
  const labels = new TargetLabels(names);
  await askAll(server, landmarks(names, nodeLabel, matchers), span, (series) => labels.add(series));
  const ofNode = `${isExported ? "exported_node" : "node"}=${JSON.stringify(names.node)}`;
  const choice: Choice = {
    ...labels.choice(),
    "kube-state-metrics": ofNode,
    "kube-scheduler": ofNode,
    "k8s-ephemeral-storage-metrics": `node_name=${JSON.stringify(names.node)}`,
  };
  for (const slice of slicesOf(span)) {
    const uids = new Set<string>();
    await askAll(server, ofTargets(choice, matchers), slice, (series) => {
      if (series.labels.__name__ === "kube_pod_info") {
        names.learn(series.labels);
        uids.add(series.labels.uid ?? "");
        if (uids.size > PODS_MAX) {
          throw new AnswerError(`they have more than ${PODS_MAX} pods in two hours; check --node`);
        }
      }
      store.add(series);
    });
    await askAll(server, ofPods([...uids].sort(), matchers), slice, (series) => store.add(series));
  }
  return store;
}

/** Protects against a server that answers without end. */
const NODES_MAX = 1000;

/** The nodes that a server knows in a span of time, in order. */
export async function nodesOf(server: PrometheusServer, wanted: Wanted): Promise<string[]> {
  const names = new Set<string>();
  await askAll(server, [nodesKnown(wanted.matchers)], wanted.span, ({ labels }) => {
    const name = labels.exported_node || labels.node;
    if (name && names.size < NODES_MAX) names.add(name);
  });
  return [...names].sort();
}

/** By which label, and which values of it, the targets of each exporter are the node's. */
class TargetLabels {
  readonly #names: NodeNames;
  readonly #found = new Map<Exporter, Map<string, Set<string>>>();

  constructor(names: NodeNames) {
    this.#names = names;
  }

  add({ labels }: AnsweredSeries): void {
    const target = this.#names.targetLabel(labels);
    if (target === null) return;
    for (const exporter of exportersOf(labels.__name__ ?? "")) {
      const byLabel = this.#found.get(exporter) ?? new Map<string, Set<string>>();
      this.#found.set(exporter, byLabel);
      const values = byLabel.get(target.label) ?? new Set<string>();
      byLabel.set(target.label, values.add(target.value));
      if (values.size > TARGETS_MAX) {
        throw new AnswerError(`they have more than ${TARGETS_MAX} targets of ${exporter} on it`);
      }
    }
  }

  choice(): Choice {
    // One process serves both, and a server may have dropped what shows one of them.
    const kubelet = this.#matcherOf("kubelet");
    const cadvisor = this.#matcherOf("cadvisor");
    const nodeExporter = this.#matcherOf("node-exporter");
    return {
      ...((cadvisor ?? kubelet) === null ? {} : { cadvisor: cadvisor ?? kubelet ?? "" }),
      ...((kubelet ?? cadvisor) === null ? {} : { kubelet: kubelet ?? cadvisor ?? "" }),
      ...(nodeExporter === null ? {} : { "node-exporter": nodeExporter }),
    };
  }

  /** The label with the most values: a node that changed its address has several. */
  #matcherOf(exporter: Exporter): string | null {
    const [first] = [...(this.#found.get(exporter) ?? [])].sort(([a], [b]) => (a < b ? 1 : -1));
    if (first === undefined) return null;
    const [label, values] = first;
    return `${label}=~${JSON.stringify([...values].sort().map(regularText).join("|"))}`;
  }
}

function* slicesOf({ from, to }: Span): Generator<Span, void, undefined> {
  for (let begin = from; begin < to; begin += SLICE_MILLISECONDS) {
    yield { from: begin, to: Math.min(to, begin + SLICE_MILLISECONDS) };
  }
}

/** Asks a few at a time; answers are read one after the other, in the order of the questions. */
async function askAll(
  server: PrometheusServer,
  questions: readonly Asked[],
  span: Span,
  visit: (series: AnsweredSeries) => void,
): Promise<void> {
  for (let at = 0; at < questions.length; at += ASKED_AT_ONCE) {
    const some = questions.slice(at, at + ASKED_AT_ONCE);
    const answers = await Promise.all(some.map((asked) => answersTo(server, asked, span)));
    for (const series of answers.flat()) visit(series);
  }
}

/** A query that asks for too much is asked again in halves. */
async function answersTo(
  server: PrometheusServer,
  asked: Asked,
  span: Span,
): Promise<readonly AnsweredSeries[]> {
  const { subject } = asked;
  const { from, to } = span;
  const expression = expressionFor(asked, to - from);
  const series: AnsweredSeries[] = [];
  try {
    await server.query({ subject, expression, time: to }, (each) => series.push(each));
    return series;
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    const middle = from + Math.floor((to - from) / 2);
    if (middle - from < SLICE_MILLISECONDS_MIN) throw inputFailure(error.message);
    const halves = [];
    for (const half of [
      { from, to: middle },
      { from: middle, to },
    ]) {
      halves.push(await answersTo(server, asked, half));
    }
    return halves.flat();
  }
}
