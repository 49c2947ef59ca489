import { beforeAll, describe, expect, test } from "vitest";
import { loadModule } from "../../../hosts/system/modules.ts";
import { RELEASES } from "../../scheduler/scenario.ts";
import { type ClusterCorpus, readClusters } from "./corpus.ts";
import { CLUSTER_FILES, readClustersDigests, readClustersFile } from "./files.ts";
import { type ClustersReport, runClusters } from "./runner.ts";
import { shownBy } from "./shown.ts";

const CASES_MIN = { clusters: 5000, statuses: 400, releases: 100 };
const SHOWN_MIN = 20;
/** Some seconds of work, on a machine that may have other work too. */
const TIME_LIMIT_MILLISECONDS = 900_000;

/** What the drawn clusters show many times; the other shards are about single rules. */
const SHOWN_OFTEN = [
  "Scheduled",
  "Unschedulable",
  "Gated",
  "several nodes are as good",
  "a node is nominated",
  "several pods are preempted",
  "a configuration is refused",
  "releases differ",
  "refused by InterPodAffinity",
  "refused by NodeAffinity",
  "refused by NodePorts",
  "refused by NodeResourcesFit",
  "refused by NodeUnschedulable",
  "refused by PodTopologySpread",
  "refused by TaintToleration",
  "scored by ImageLocality",
  "scored by InterPodAffinity",
  "scored by NodeAffinity",
  "scored by NodeResourcesBalancedAllocation",
  "scored by NodeResourcesFit",
  "scored by PodTopologySpread",
  "scored by TaintToleration",
];

describe.each(CLUSTER_FILES)("what kube-scheduler decides about the %s", (name) => {
  let corpus: ClusterCorpus;
  let report: ClustersReport;
  let shown: readonly ReadonlySet<string>[];

  beforeAll(async () => {
    const bytes = readClustersFile(name);
    corpus = readClusters(bytes);
    shown = corpus.cases.map((one) => shownBy(one));
    report = runClusters(await loadModule("scheduler"), bytes);
  }, TIME_LIMIT_MILLISECONDS);

  test("is recorded for so many clusters and more, each once", () => {
    expect(report.cases).toBeGreaterThanOrEqual(CASES_MIN[name]);
    expect(new Set(corpus.cases.map(({ id }) => id)).size).toBe(report.cases);
  });

  test("is recorded of every release for each", () => {
    const asked = name === "releases" ? RELEASES.slice(-2) : RELEASES;
    const partly = corpus.cases.filter(({ answers }) => {
      const releases = answers.flatMap((answer) => answer.releases);
      return releases.toSorted().join() !== asked.join();
    });
    expect(partly).toEqual([]);
  });

  test.each(name === "clusters" ? SHOWN_OFTEN : [])("shows often: %s", (what) => {
    expect(shown.filter((found) => found.has(what)).length).toBeGreaterThanOrEqual(SHOWN_MIN);
  });

  test("is what the module decides: placements, scores, refusals, victims and messages", () => {
    const { failures } = report;
    const first = failures.slice(0, 10);
    expect({ failures: failures.length, first }).toEqual({ failures: 0, first: [] });
  });

  test("is reported in the same words as before", () => {
    const { cases, answers, digest } = report;
    const command = `npm run corpus -- clusters --digest --file ${name}`;
    const again = `After a change of words on purpose: ${command}`;
    expect({ cases, answers, digest }, again).toEqual(readClustersDigests()[name]);
  });
});
