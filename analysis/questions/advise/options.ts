import { DOCUMENT_FORMS } from "../../text/document.ts";
import { EXAMPLE, PAIR_RULES, PAIRS } from "../options/capture.ts";
import {
  CLUSTER,
  CLUSTER_NAMES,
  CLUSTER_RULES,
  NODE_CHOICE,
  NODE_CHOICE_RULES,
} from "../options/cluster.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY } from "../options/policy.ts";
import { commandRow, inGroup, type OptionsOf, pairs } from "../options/row.ts";
import { SERIES, SERIES_RULES } from "../options/series.ts";

/** What is recorded already, and what is read from nodes or of their series. */
const RECORDED = ["captures", "example", "summary"] as const;
const CHOSEN_NODES = ["node", "allNodes", "selector"] as const;
const NODES = [...CHOSEN_NODES, ...CLUSTER_NAMES] as const;
const SERIES_SOURCES = ["prometheus", "prometheusDump"] as const;

export const ADVISE = commandRow({
  name: "advise",
  summary: "what to set: thresholds, reservations and requests, from what was recorded",
  description: "Says which thresholds, reservations and requests captures speak for.",
  arguments: {
    captures: {
      description: "captures of one node or of nodes of one kind",
      value: "input",
      repeats: true,
    },
  },
  options: {
    ...PAIRS,
    ...EXAMPLE,
    config: { ...CONFIG, description: "a kubelet configuration, in any form" },
    all: { description: "show every pod and every request" },
    output: outputRow([...DOCUMENT_FORMS, "yaml", "json"]),
    ...inGroup("Nodes", {
      ...NODE_CHOICE,
      allNodes: { description: "every node of the cluster" },
    }),
    ...inGroup("Cluster", CLUSTER),
    ...inGroup("Series", SERIES),
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
  examples: [
    "plimsoll advise --example memory-leak",
    "plimsoll advise monday.plimsoll.ndjson.gz tuesday.plimsoll.ndjson.gz",
    "plimsoll advise worker-3.plimsoll.ndjson.gz --output yaml > 90-eviction.conf",
    "",
    "plimsoll advise --prometheus https://prometheus.example --node worker-3 --from 24h",
    "plimsoll advise --all-nodes",
    "plimsoll advise -l pool=batch --prometheus https://prometheus.example --from 2h",
  ],
  after: `\
Give captures of one node, or of nodes of one kind: the advice is for all of them.
Every change of a threshold is replayed; an evicted pod stays away in that replay.

--prometheus takes what capture import takes. With --all-nodes (or a selector, or --node without
series) each node is asked once for its Summary, pods and configz: one moment says nothing
about thresholds, and the least that reservations and requests need. With both, each node's series
are replayed under its own configz. Nodes with the same thresholds and reservations are advised
together.`,
});

export type AdviseOptions = OptionsOf<typeof ADVISE.options>;
