import { RELEASES } from "../../engine/contract/releases.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { formatRelease, formatReleases, minorOf } from "../../text/release.ts";
import { CLUSTER, CLUSTER_NAMES, CLUSTER_RULES, SELECTOR } from "../options/cluster.ts";
import { SUMMARIES } from "../options/commands.ts";
import { SCHEDULER_CONFIG } from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { releaseIn } from "../options/release.ts";
import { commandRow, inGroup, type OptionsOf, pairs } from "../options/row.ts";
import { NEWEST } from "./followed.ts";

const { eviction } = RELEASES;
const RANGE = formatReleases(eviction);

export const UPGRADE = commandRow({
  name: "upgrade",
  summary: SUMMARIES.upgrade,
  description:
    "Decides under two releases of Kubernetes, and shows what the newer one does differently.",
  arguments: {
    file: {
      description:
        "captures, Summaries with PodLists, configurations, objects, scenarios, bundles, folders",
      value: "path",
      repeats: true,
    },
  },
  options: {
    from: {
      argument: "<version>",
      description: `the release that runs now, ${RANGE} (default: what the input states)`,
      parse: readRelease,
    },
    to: {
      argument: "<version>",
      description: "the release to upgrade to",
      parse: readRelease,
      default: formatRelease(NEWEST),
    },
    example: {
      argument: "<name>",
      description: "use an example capture or cluster that ships with plimsoll",
      value: "example",
    },
    schedulerConfig: SCHEDULER_CONFIG,
    all: { description: "show every difference, what was checked, and all rules that changed" },
    output: outputRow([...DOCUMENT_FORMS, "json", "sarif", "junit", "github"]),
    ...inGroup("Cluster", { ...SELECTOR, ...CLUSTER }),
  },
  rules: {
    excludes: [
      ["file", "example"],
      ...pairs(["file", "example"] as const, ["selector", ...CLUSTER_NAMES] as const),
    ],
    needs: CLUSTER_RULES.needs,
  },
  acrossNamespaces: "pods of all namespaces share the nodes",
  examples: [
    `plimsoll upgrade --to ${formatRelease(NEWEST)} kubelet.yaml dump.json`,
    `plimsoll upgrade --from ${formatRelease(NEWEST - 3)} night.ndjson.gz`,
    "plimsoll upgrade --context production",
    "plimsoll upgrade must-gather/ -o markdown > upgrade.md",
    "plimsoll upgrade kubelet.yaml -o github",
  ],
  after: `\
A capture is replayed, and a configuration checked, under both releases. Of the objects of a
cluster, pending pods are placed, a further pod of each owner is placed, the pods of each node are
admitted as after a restart of its kubelet, and each node is drained with --ignore-daemonsets and
--delete-emptydir-data. A scenario is simulated. A configuration that is given with captures is
that of their nodes. Without a file, the cluster of the kubeconfig and the configz of its nodes are
read. sarif, junit and github report what is worse with the newer release.

The exit code is 0 if nothing is worse with the newer release, and 1 if a configuration no longer
starts, a pod is evicted, rejected or stays pending, or a node does not drain, which did before.`,
});

export type UpgradeOptions = OptionsOf<typeof UPGRADE.options>;

function readRelease(version: string): string {
  return formatRelease(minorOf(releaseIn(eviction)(version)) ?? NEWEST);
}
