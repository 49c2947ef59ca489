/**
 * The scheduler's decisions: the same objects to the module and to the scheduler's own code, in
 * one run. Pods and nodes are those of the scheduler's own benchmarks.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { atMost, type Row, remark, timesAsFast, withoutRival } from "../row.ts";
import { INSTALL_GO, type Run } from "../run.ts";
import { median, medianMicros } from "../stopwatch.ts";
import { formatBytes, formatMicros } from "../table.ts";
import { decide, placementsOf, readObjects } from "./module.ts";
import { RELEASE, Scheduler } from "./scheduler.ts";
import { measureInTab } from "./tab.ts";
import {
  basicWorkload,
  CONSTRAINTS,
  constrainedWorkload,
  mixedWorkload,
  type Workload,
} from "./workloads.ts";

const WASM = readFileSync(
  fileURLToPath(new URL("../../../dist/plimsoll-scheduler.wasm", import.meta.url)),
);
const module = new WebAssembly.Module(WASM);

const NODES = 5000;
const PODS = 10_000;
const MANY_PODS = 100_000;
const BASIC_LEAST = 100;
const CONSTRAINED_LEAST = 20;
/** How long the scheduler's own code may decide on a workload. */
const SECONDS_BASIC = 30;
const SECONDS_CONSTRAINED = 8;
const MANY_MICROS_MAX = 2_000_000;
const TAB_MICROS_MAX = 3_000_000;
const TABLE_MICROS_MAX = 1000;
const LIMIT = { nodes: 15_000, pods: 200_000 };
const EVERY_NODE = {
  apiVersion: "kubescheduler.config.k8s.io/v1",
  kind: "KubeSchedulerConfiguration",
  percentageOfNodesToScore: 100,
};

export async function measureScheduling(run: Run): Promise<readonly Row[]> {
  run.onProgress("building the scheduler's own code");
  const scheduler = Scheduler.build();
  try {
    return [
      ...(await compareWorkloads(run, scheduler)),
      measureTable(run),
      ...(await measureMany(run)),
      ...measureLimit(run),
    ];
  } finally {
    scheduler?.close();
  }
}

async function compareWorkloads(run: Run, scheduler: Scheduler | null): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const workloads = [
    basicWorkload(NODES, PODS),
    ...Object.entries(CONSTRAINTS).map(([name, constraint]) => {
      return constrainedWorkload(name, constraint, NODES, PODS);
    }),
    mixedWorkload(NODES, PODS),
  ];
  let equal = 0;
  let decisions = 0;
  for (const workload of workloads) {
    run.onProgress(`${workload.name}: ${PODS} pods on ${NODES} nodes`);
    const isBasic = workload.name === "basic";
    const work = `a decision, ${workload.name}`;
    const least = isBasic ? BASIC_LEAST : CONSTRAINED_LEAST;
    const seconds = isBasic ? SECONDS_BASIC : SECONDS_CONSTRAINED;
    const theirs = await scheduler?.measure(workload.objects, seconds);
    const pods = theirs?.pods ?? PODS;
    const took = medianOf(run.times, () => decideOn(workload, pods)) / pods;
    const rival = `kube-scheduler 1.36, Go, parallelism 1`;
    if (theirs === undefined) {
      rows.push(withoutRival(work, rival, formatMicros(took), `≥ ${least} ×`, INSTALL_GO));
      continue;
    }
    const rivalTook = theirs.nanoseconds / 1000 / pods;
    rows.push(timesAsFast(least, { work, rival, took, rivalTook, format: formatMicros }));
    const { engine } = readObjects(module, workload.objects, RELEASE);
    decisions += pods;
    if (digestOf(placementsOf(engine, pods)) === digestOf(theirs.placements)) equal++;
  }
  if (scheduler === null) return rows;
  const found = `${equal} of ${workloads.length} digests`;
  const work = `  placements of these ${decisions} decisions`;
  const met = equal === workloads.length;
  return [...rows, { work, took: found, rival: "", rivalTook: "", budget: "Go's", found, met }];
}

function digestOf(placements: readonly string[]): string {
  return createHash("sha256").update(placements.join("\n")).digest("hex");
}

function medianOf(times: number, measure: () => number): number {
  return median(Array.from({ length: times }, measure));
}

function decideOn({ objects }: Workload, pods: number): number {
  return decide(readObjects(module, objects, RELEASE).engine, pods);
}

/** A decision on every node, told with all scores of each. */
function measureTable({ onProgress }: Run): Row {
  onProgress("a decision with its table");
  const { objects } = mixedWorkload(NODES, 100);
  const { engine } = readObjects(module, objects, RELEASE, EVERY_NODE);
  const pod = { namespace: "bench", name: "pod-0" };
  const { table } = medianMicros({
    table: () => {
      engine.schedule(pod);
      return engine.report(1);
    },
  });
  const work = `a decision with every score of ${NODES} nodes`;
  return atMost(work, TABLE_MICROS_MAX, table, formatMicros);
}

async function measureMany({ times, onProgress }: Run): Promise<readonly Row[]> {
  onProgress(`${MANY_PODS} pods on ${NODES} nodes`);
  const rows: Row[] = [];
  for (const workload of [basicWorkload(NODES, MANY_PODS), mixedWorkload(NODES, MANY_PODS)]) {
    const reads: number[] = [];
    let bytes = 0;
    const decided = medianOf(times, () => {
      const read = readObjects(module, workload.objects, RELEASE);
      reads.push(read.micros);
      bytes = read.bytes;
      return decide(read.engine, MANY_PODS);
    });
    const work = `${MANY_PODS} pods × ${NODES} nodes, ${workload.name}`;
    rows.push(
      atMost(work, MANY_MICROS_MAX, decided, formatMicros),
      remark(`  reading their documents, ${formatBytes(bytes)}`, formatMicros(median(reads))),
    );
  }
  const inTab = await measureInTab(WASM, NODES, MANY_PODS, times);
  const work = "  basic in a tab of Chromium, documents read";
  if (inTab === null) {
    rows.push(withoutRival(work, "", "-", formatMicros(TAB_MICROS_MAX), "install chromium"));
  } else {
    const took = median(inTab.map(({ read, decided }) => read + decided));
    rows.push(atMost(work, TAB_MICROS_MAX, took, formatMicros));
  }
  return rows;
}

/** The largest cluster that is promised. */
function measureLimit({ onProgress }: Run): readonly Row[] {
  onProgress(`${LIMIT.pods} pods on ${LIMIT.nodes} nodes`);
  const { objects } = mixedWorkload(LIMIT.nodes, LIMIT.pods);
  const { engine, micros, bytes } = readObjects(module, objects, RELEASE);
  const decided = decide(engine, LIMIT.pods);
  const work = `${LIMIT.pods} pods × ${LIMIT.nodes} nodes, mixed`;
  return [
    remark(work, formatMicros(decided)),
    remark(`  reading their documents, ${formatBytes(bytes)}`, formatMicros(micros)),
    remark("  memory of the module", formatBytes(engine.memoryBytes)),
  ];
}
