import { DOCUMENT_FORMS } from "../../text/document.ts";
import { EXAMPLE, PAIR_RULES, PAIRS } from "../options/capture.ts";
import {
  CLUSTER,
  CLUSTER_NAMES,
  CLUSTER_RULES,
  NODE_CHOICE,
  NODE_CHOICE_RULES,
} from "../options/cluster.ts";
import { SUMMARIES } from "../options/commands.ts";
import { RANKED_TOGETHER } from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY } from "../options/policy.ts";
import { commandRow, inGroup, type OptionsOf, pairs } from "../options/row.ts";
import { SERIES, SERIES_RULES } from "../options/series.ts";

/** Options with recorded input; then those that read nodes, or series of them. */
const RECORDED = ["captures", "example", "summary"] as const;
const CHOSEN_NODES = ["node", "allNodes", "selector"] as const;
const NODES = [...CHOSEN_NODES, ...CLUSTER_NAMES] as const;
const SERIES_SOURCES = ["prometheus", "prometheusDump"] as const;

export const ADVISE = commandRow({
  name: "advise",
  summary: SUMMARIES.advise,
  description: "Recommends thresholds, reservations and requests, from captures or live nodes.",
  arguments: {
    captures: {
      description: "captures of one node, or of nodes of one kind; or samples of a machine",
      value: "input",
      repeats: true,
    },
  },
  options: {
    ...PAIRS,
    ...EXAMPLE,
    config: {
      ...CONFIG,
      description: "a kubelet configuration, in any supported format; for samples, a killer's",
    },
    all: { description: "show all pods and requests" },
    output: outputRow([...DOCUMENT_FORMS, "yaml", "json"]),
    ...inGroup("Nodes", {
      ...NODE_CHOICE,
      allNodes: { description: "all nodes of the cluster" },
    }),
    ...inGroup("Cluster", CLUSTER),
    ...inGroup("Prometheus", SERIES),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [
      ["captures", "example"],
      ["captures", "summary"],
      ["summary", "example"],
      ...pairs(RECORDED, [...NODES, ...SERIES_SOURCES] as const),
      ...NODE_CHOICE_RULES.excludes,
      ...SERIES_RULES.excludes,
    ],
    needs: [
      // Series are of many nodes.
      ["prometheus", ...CHOSEN_NODES],
      ["prometheusDump", ...CHOSEN_NODES],
      ["prometheus", "from"],
      ...PAIR_RULES.needs,
      ...CLUSTER_RULES.needs,
      ...SERIES_RULES.needs,
    ],
    atMost: [ONE_CONFIG],
    oneOf: [
      [
        [...RECORDED, ...NODES, ...SERIES_SOURCES],
        "No capture is given; give captures, --summary FILE --pods FILE, --example NAME, or " +
          "nodes with --node or --all-nodes.",
      ],
    ],
  },
  acrossNamespaces: RANKED_TOGETHER,
  examples: [
    "plimsoll advise --example memory-leak",
    "plimsoll advise monday.plimsoll.ndjson.gz tuesday.plimsoll.ndjson.gz",
    "plimsoll advise worker-3.plimsoll.ndjson.gz --output yaml > 90-eviction.conf",
    "plimsoll advise samples.ndjson.gz --config /etc/systemd/oomd.conf",
    "",
    "plimsoll advise --prometheus https://prometheus.example --node worker-3 --from 24h",
    "plimsoll advise --all-nodes",
    "plimsoll advise -l pool=batch --prometheus https://prometheus.example --from 2h",
  ],
  after: `\
Give captures of one node, or of nodes of one kind: the advice applies to all of them. Every change
of a threshold is replayed; in that replay, an evicted pod stays away. Of samples, the answer has
the first limits with which systemd-oomd or earlyoom kills nothing in them.

--prometheus takes the same options as capture import. With --all-nodes (or a selector, or --node
without Prometheus), the Summary, pods and configz of each node are read once. One moment says
nothing about thresholds, and shows the least that reservations and requests need. With both, the
series of each node are replayed with its own configz. Nodes with the same thresholds and
reservations get one advice.`,
});

export type AdviseOptions = OptionsOf<typeof ADVISE.options>;
