/**
 * Draws clusters, the small ones and a few larger ones, asks the scheduler's own code of each
 * release about them, and writes them with its answers:
 *
 *     npm run corpus -- clusters --seed 1 --cases 5200
 *     npm run corpus -- clusters --check --every 20
 *     npm run corpus -- clusters --digest
 *     npm run corpus -- clusters --file statuses --cases 400
 *     npm run corpus -- clusters --file releases --cases 200
 *     npm run corpus -- clusters --again [--release 1.37]
 *
 * The second asks again about the recorded ones and exits with 1 when one is answered otherwise;
 * the third only writes the digest, after a change of words on purpose; the fourth is about the
 * clusters in which gates, deletions and statuses matter; the fifth about those that the last two
 * releases decide otherwise; the last records the same clusters again, after a change to the
 * oracle, or for one release only. Exits with 2 when the scheduler's code cannot be had.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadModule } from "../../../hosts/system/modules.ts";
import { statusWithOracle } from "../../fidelity/oracleProcess.ts";
import { comparable, compare } from "../../scheduler/compare.ts";
import { CONTRADICTING_OWNERS } from "../../scheduler/contradictingOwners.ts";
import { drawScenario } from "../../scheduler/generate/cluster.ts";
import { FOREIGN_PLUGIN } from "../../scheduler/generate/words.ts";
import { Judge, type Verdict } from "../../scheduler/judge.ts";
import { Player } from "../../scheduler/play.ts";
import {
  type Feature,
  type OracleDecision,
  type Played,
  RELEASES,
  type Release,
  type Scenario,
} from "../../scheduler/scenario.ts";
import {
  CLUSTERS_VERSION,
  type RecordedAnswer,
  type RecordedCluster,
  readClusters,
  writeClusters,
} from "./corpus.ts";
import {
  CLUSTER_FILES,
  type ClusterFile,
  clustersFile,
  readClustersFile,
  writeClustersDigest,
} from "./files.ts";
import { failuresOf, runClusters } from "./runner.ts";
import { shownBy } from "./shown.ts";

const BATCH = 64;
/** Larger clusters say little that small ones do not; of every thousand drawn, one may be taken. */
const SMALL_BYTES = 7000;
/** Preemption takes a crowd, so clusters where a pod preempts are larger. */
const PREEMPTING_BYTES = 16_000;
const LARGE_BYTES = 60_000;
const LARGE_EVERY = 1000;
/** What a release does not know is drawn for the newest and refused, or passed over, by others. */
const DRAWN_FOR = RELEASES.at(-1) as Release;

/** What every cluster of a file has; without an entry, some of everything. */
const FEATURES_OF: Partial<Record<ClusterFile, readonly Feature[]>> = {
  statuses: ["fit", "gates", "nominated", "owners", "spread", "resizes", "preemption"],
};

/** What the newest release decides otherwise is asked of it and of the one before. */
const LAST_TWO = RELEASES.slice(-2);
const RELEASES_OF: Partial<Record<ClusterFile, readonly string[]>> = { releases: LAST_TWO };
/** Clusters of one kind of difference, and clusters that are drawn. */
const OF_KIND_MAX = 20;
const DRAWN_MAX = 4000;
/** The features that clusters are drawn with; each row is used equally often. */
const DIFFERING: readonly (readonly Feature[] | undefined)[] = [
  undefined,
  ["fit", "configuration", "refused"],
  ["fit", "resizes", "preemption"],
  ["fit", "preemption", "priorities", "gates", "nominated"],
  ["fit", "images", "podAffinity"],
];

const module = await loadModule("scheduler");
const player = new Player(module);

type Cluster = Omit<RecordedCluster, "answers">;

function* drawn(
  seed: number,
  features: readonly Feature[] | undefined,
  most = Number.POSITIVE_INFINITY,
): Generator<Cluster> {
  for (let number = 0; number < most; number++) {
    const { release: _, ...cluster } = drawScenario(seed, number, DRAWN_FOR, features);
    // The oracle has no such plugin, so it answers nothing about the cluster.
    if (JSON.stringify(cluster.config ?? {}).includes(FOREIGN_PLUGIN)) continue;
    const bytes = JSON.stringify(cluster).length;
    const isTaken =
      bytes <= (number % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES) ||
      (bytes <= PREEMPTING_BYTES && preempts(cluster));
    if (isTaken) yield cluster;
  }
}

/** Those of a file, without end. */
function* drawnFor(name: ClusterFile, seed: number): Generator<Cluster> {
  if (name === "statuses") yield CONTRADICTING_OWNERS;
  yield* drawn(seed, FEATURES_OF[name]);
}

/** Of each kind of difference between the last two releases a few. */
function* differing(seed: number): Generator<Cluster> {
  const taken = new Map<string, number>();
  const all = DIFFERING.flatMap((features, index) => [...drawn(seed + index, features, DRAWN_MAX)]);
  for (const cluster of all) {
    const [before, after] = LAST_TWO.map((release) => player.play({ ...cluster, release }));
    const kind = compare(before as Played, after as Played)[0]?.what;
    if (kind === undefined || (taken.get(kind) ?? 0) >= OF_KIND_MAX) continue;
    taken.set(kind, (taken.get(kind) ?? 0) + 1);
    yield cluster;
  }
  for (const [kind, times] of taken) console.log(`${kind}: ${times}`);
}

/** The module chooses the questions only; the answers are the scheduler's. */
function preempts(cluster: Cluster): boolean {
  if (cluster.preemption !== true) return false;
  const { decisions } = player.play({ ...cluster, release: DRAWN_FOR });
  return decisions.some(({ nominatedNode }) => nominatedNode !== undefined);
}

/** What each release answers; throws where the module does otherwise. */
async function recorded(
  judge: Judge,
  clusters: readonly (Cluster & Partial<RecordedCluster>)[],
  releases: readonly string[],
): Promise<RecordedCluster[]> {
  const answers = clusters.map(({ answers: kept = [] }) => known(kept, releases));
  for (const release of releases) {
    const scenarios: Scenario[] = clusters.map(({ answers: _, ...one }) => ({
      ...one,
      release,
    }));
    for (const [index, verdict] of (await judge.judge(scenarios)).entries()) {
      const kept = keptOf(verdict, scenarios[index] as Scenario);
      const text = JSON.stringify(kept);
      const own = answers[index] as Map<string, RecordedAnswer>;
      own.set(text, { releases: [...(own.get(text)?.releases ?? []), release], ...kept });
    }
  }
  return clusters.map(({ answers: _, ...one }, index) => ({
    ...one,
    answers: [...(answers[index]?.values() ?? [])],
  }));
}

/** By their text, those of other releases than these. */
function known(
  answers: readonly RecordedAnswer[],
  releases: readonly string[],
): Map<string, RecordedAnswer> {
  const others = answers.flatMap(({ releases: each, ...kept }) => {
    const left = each.filter((release) => !releases.includes(release));
    return left.length === 0 ? [] : [[JSON.stringify(kept), { releases: left, ...kept }] as const];
  });
  return new Map(others);
}

/** What is compared, so that neither the scheduler's memory nor lots that it draws show. */
function keptOf({ oracle, differences }: Verdict, { id, release }: Scenario) {
  if (differences.length > 0) {
    throw new Error(`--release ${release} --case ${id}: ${JSON.stringify(differences[0])}`);
  }
  const { decisions, error } = oracle;
  const kept: Played<OracleDecision> = { decisions: decisions.map(keptDecision) };
  if (error === undefined) return kept;
  return { ...kept, error: { ...error, message: comparable(error.message) } };
}

function keptDecision(decision: OracleDecision): OracleDecision {
  const { step, pod, result, evaluated, feasible, message, nominatedNode, victims } = decision;
  const { assumed, alternatives = [], orderVaries, nodes } = decision;
  const node = assumed ?? decision.node;
  const others = [decision.node, ...alternatives].filter((name) => name !== node) as string[];
  const walked = orderVaries ? nodes?.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : nodes;
  const made = {
    step,
    pod: { namespace: pod.namespace, name: pod.name },
    result,
    node,
    alternatives: others.length > 0 ? [...new Set(others)].toSorted() : undefined,
    evaluated,
    feasible,
    message,
    nominatedNode,
    victims: victims?.map(({ namespace, name }) => ({ namespace, name })),
    orderVaries: orderVaries || undefined,
    nodes: walked,
  };
  const members = Object.entries(made).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members) as unknown as OracleDecision;
}

function collect(judge: Judge, name: ClusterFile, seed: number, count: number): Promise<number> {
  const drawing = name === "releases" ? differing(seed) : drawnFor(name, seed);
  const clusters: Cluster[] = [];
  for (const cluster of drawing) if (clusters.push(cluster) >= count) break;
  return record(judge, name, clusters, RELEASES_OF[name] ?? RELEASES);
}

/** Records the clusters of a file once more, by the code of these releases. */
function again(judge: Judge, name: ClusterFile, releases: readonly string[]): Promise<number> {
  const { cases } = readClusters(readClustersFile(name));
  return record(judge, name, cases, releases);
}

async function record(
  judge: Judge,
  name: ClusterFile,
  clusters: readonly Cluster[],
  releases: readonly string[],
): Promise<number> {
  const cases: RecordedCluster[] = [];
  for (let first = 0; first < clusters.length; first += BATCH) {
    cases.push(...(await recorded(judge, clusters.slice(first, first + BATCH), releases)));
  }
  const header = {
    plimsoll: CLUSTERS_VERSION,
    kubernetes: RELEASES_OF[name] ?? RELEASES,
    cases: cases.length,
  } as const;
  const bytes = writeClusters({ header, cases });
  writeFileSync(clustersFile(name), bytes);
  const counts = new Map<string, number>();
  for (const what of cases.flatMap((one) => [...shownBy(one)])) {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  for (const [what, times] of [...counts].toSorted()) console.log(`${what}: ${times}`);
  for (const release of header.kubernetes) {
    console.log(`${release}: ${decisionsOf(cases, release)}`);
  }
  console.log(`${cases.length} recorded in ${bytes.length} bytes`);
  return writeDigest(name);
}

function decisionsOf(cases: readonly RecordedCluster[], release: string): string {
  const answers = cases.flatMap(({ answers }) =>
    answers.filter(({ releases }) => (releases as readonly string[]).includes(release)),
  );
  const decisions = answers.flatMap((answer) => answer.decisions);
  const nominated = decisions.filter(({ nominatedNode }) => nominatedNode !== undefined).length;
  return `${decisions.length} decisions, ${nominated} of them preempt`;
}

function writeDigest(name: ClusterFile): number {
  const report = runClusters(module, readClustersFile(name));
  const { cases, answers, failures, digest } = report;
  console.log(`${cases} cases, ${answers} answers, ${failures.length} different, ${digest}`);
  for (const failure of failures.slice(0, 3)) console.error(JSON.stringify(failure));
  writeClustersDigest(name, report);
  return failures.length === 0 ? 0 : 1;
}

async function check(judge: Judge, name: ClusterFile, every: number): Promise<number> {
  const { header, cases } = readClusters(readClustersFile(name));
  const asked = cases.filter((_, index) => index % every === 0);
  let different = 0;
  let chances = 0;
  for (let first = 0; first < asked.length; first += BATCH) {
    const batch = asked.slice(first, first + BATCH);
    const clusters = batch.map(({ answers: _, ...cluster }) => cluster);
    const answered = await recorded(judge, clusters, header.kubernetes);
    for (const [index, one] of answered.entries()) {
      const before = batch[index] as RecordedCluster;
      if (JSON.stringify(one) === JSON.stringify(before)) continue;
      // Which of equal nodes is preempted on is the scheduler's choice: the module names them all.
      const mayVary = shownBy(before).has("a node is nominated");
      if (mayVary && failuresOf(player, before).length === 0) {
        chances++;
        continue;
      }
      different++;
      console.error(`${one.id} is answered otherwise now.`);
    }
  }
  console.log(
    `${asked.length} cases asked again, ${different} answered otherwise, ` +
      `${chances} with another of equal nodes to preempt on`,
  );
  return different === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: {
    file: { type: "string", default: "clusters" },
    seed: { type: "string", default: "1" },
    cases: { type: "string", default: "5200" },
    again: { type: "boolean", default: false },
    release: { type: "string" },
    check: { type: "boolean", default: false },
    every: { type: "string", default: "1" },
    digest: { type: "boolean", default: false },
  },
});

const named = CLUSTER_FILES.find((name) => name === values.file);
if (named === undefined) throw new Error(`--file takes one of ${CLUSTER_FILES.join(", ")}.`);
const file: ClusterFile = named;

async function askOracle(): Promise<number> {
  const judge = new Judge((scenario) => player.play(scenario));
  try {
    if (values.check) return await check(judge, file, Number(values.every));
    const { release } = values;
    const all = RELEASES_OF[file] ?? RELEASES;
    if (values.again) return await again(judge, file, release ? [release] : all);
    return await collect(judge, file, Number(values.seed), Number(values.cases));
  } finally {
    judge.close();
  }
}

process.exitCode = values.digest ? writeDigest(file) : await statusWithOracle(askOracle);
