/** How the drain of each node ends under two releases: an upgrade drains every node. */
import type { Drain } from "../../engine/drain.ts";
import type { DocumentInput } from "../../engine/moduleInstance.ts";
import type { SchedulerEngine } from "../../engine/schedulerEngine.ts";
import { plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { drainOutcome } from "../drain/drainWords.ts";
import { isComplete } from "../drain/leftPods.ts";
import type { Compared, Difference } from "./difference.ts";
import type { BothSchedulers } from "./placements.ts";
import { answerOr, Refusals } from "./refusals.ts";
import { type ComparedReleases, type Rule, rulesBetween, rulesFor } from "./rules.ts";

/** A drain changes the cluster, which is then read again: 50 nodes of a large one take minutes. */
const NODES_MAX = 50;
/** As nodes are drained for an upgrade. */
const FLAGS = { ignoreDaemonSets: true, deleteEmptyDir: true };

/** A cluster for the schedulers of both releases. */
export interface ClusterOfBoth {
  readonly engines: BothSchedulers;
  /** The configuration of each of them. */
  readonly configurations: readonly [string, string];
  readonly documents: readonly DocumentInput[];
}

export interface DrainedCluster extends ClusterOfBoth {
  readonly name: string;
  /** The names of its nodes. */
  readonly nodes: readonly string[];
}

/** Yields the name of each node before it is drained. */
export function* comparedDrains(
  cluster: DrainedCluster,
  releases: ComparedReleases,
): Generator<string, Compared, undefined> {
  const rules = rulesBetween(releases);
  const { name, nodes } = cluster;
  const tried = [...nodes].sort().slice(0, NODES_MAX);
  const differences: Difference[] = [];
  const refused = new Refusals();
  for (const node of tried) {
    yield node;
    loadBoth(cluster);
    const [before, after] = cluster.engines.map((engine) => drained(engine, node));
    if (typeof before === "string" || typeof after === "string") {
      refused.add(typeof before === "string" ? before : String(after));
    } else if (before !== undefined && after !== undefined) {
      differences.push(...differenceOf(before, after, rules));
    }
  }
  const compared = tried.length - refused.count;
  const left = nodes.length - tried.length;
  if (left > 0) refused.add(`no more than ${NODES_MAX} nodes are drained`, left);
  return {
    input: name,
    checked: compared === 0 ? "" : `drain of ${plural(compared, "node")} compared`,
    differences,
    notes: refused.sentences(
      (count) => `${name}: the drain of ${plural(count, "node")} is not compared`,
    ),
  };
}

/** What was in the engines is forgotten. */
export function loadBoth({ engines, configurations, documents }: ClusterOfBoth): void {
  for (const [side, engine] of engines.entries()) {
    engine.clear();
    engine.configure(configurations[side] ?? null);
    for (const document of documents) engine.objects(document);
  }
}

/** Or why the module refuses: an answer that does not fit, or a node that is not there. */
function drained(engine: SchedulerEngine, node: string): Drain | string {
  return answerOr(() => engine.drain({ node, ...FLAGS }).parse());
}

function differenceOf(before: Drain, after: Drain, rules: readonly Rule[]): readonly Difference[] {
  const [a, b] = [fatesOf(before), fatesOf(after)];
  const other = FATES.filter((fate) => a[fate].join() !== b[fate].join());
  const isOtherResult = before.result !== after.result || other.length > 0;
  const [was, is] = [before, after].map(isOtherResult ? drainOutcome : refusals);
  if (was === undefined || is === undefined || (!isOtherResult && was === is)) return [];
  const decided = isOtherResult ? (["drain", "placement"] as const) : (["drain"] as const);
  const policies = ["drain", "scheduler"] as const;
  // The same outcome befalls other pods.
  const words = was !== is ? [was, is] : [a, b].map((fates) => fateWords(fates, other));
  return [
    {
      kind: isOtherResult ? "drain" : "message",
      subject: `drain of ${after.node}`,
      ...{ before: words[0] ?? "", after: words[1] ?? "" },
      isWorse: isComplete(before) && !isComplete(after),
      rules: policies.flatMap((policy) => rulesFor(rules, policy, decided)),
    },
  ];
}

const FATES = ["evicted", "blocked", "without a node", "preempted"] as const;

type Fates = Readonly<Record<(typeof FATES)[number], readonly string[]>>;

/** Which pods are evicted, stay, wait and make room; not the words of refusals. */
function fatesOf({ events, blocked = [], pending }: Drain): Fates {
  const evicted = events.flatMap((event) => (event.kind === "Evicted" ? [event.pod] : []));
  const preempted = events.flatMap((event) => (event.kind === "Preempts" ? event.victims : []));
  return {
    evicted: evicted.map(podText).sort(),
    blocked: blocked.map(({ pod, code }) => `${podText(pod)} (${code})`).sort(),
    "without a node": pending.map(({ pod }) => podText(pod)).sort(),
    preempted: preempted.map(podText).sort(),
  };
}

function fateWords(fates: Fates, shown: readonly (typeof FATES)[number][]): string {
  return shown.map((fate) => `${fate}: ${fates[fate].join(", ") || "none"}`).join("; ");
}

/** The API server's answers: kubectl prints their messages, and other clients read the causes. */
function refusals({ blocked = [] }: Drain): string {
  return blocked
    .map(({ pod, message, cause }) => {
      const answered = `${podText(pod)}: ${message}`;
      return cause === undefined ? answered : `${answered} (cause: ${cause})`;
    })
    .join("; ");
}
