import { DOCUMENT_FORMS, REPORT_FORMS } from "../../text/document.ts";
import {
  CLUSTER,
  CLUSTER_NAMES,
  CLUSTER_RULES,
  NODE_CHOICE,
  NODE_CHOICE_RULES,
} from "../options/cluster.ts";
import { SUMMARIES } from "../options/commands.ts";
import { MACHINE } from "../options/machine.ts";
import { RANKED_TOGETHER } from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, POLICY } from "../options/policy.ts";
import { commandRow, inGroup, type OptionsOf } from "../options/row.ts";
import { readCount, readSeconds } from "../options/values.ts";

const OF_CLUSTERS = [
  ...(["node", "allNodes", "selector", "watch", "config"] as const),
  ...CLUSTER_NAMES,
];

export const NEXT = commandRow({
  name: "next",
  summary: SUMMARIES.next,
  description:
    "Shows which nodes of a cluster are closest to evicting, and which pods are evicted first.",
  options: {
    ...inGroup("Nodes", NODE_CHOICE),
    watch: { description: "repeat until Ctrl-C" },
    samples: {
      argument: "<count>",
      description: "how many samples to take; a slope needs two",
      default: "2",
      parse: readCount,
    },
    interval: {
      argument: "<duration>",
      description: "time between two samples",
      default: "15s",
      parse: readSeconds,
    },
    killer: {
      argument: "<file>",
      description:
        "this machine instead: what the killer with this configuration (oomd.conf, a .oomrule, " +
        "the JSON of oomd, /etc/default/earlyoom) would kill next",
      value: "file",
    },
    all: {
      description: "show all nodes under pressure or with falling signals, not only the first ten",
    },
    output: outputRow([...DOCUMENT_FORMS, "json", "ndjson"]),
    ...inGroup("Cluster", CLUSTER),
    ...inGroup("Policy", {
      config: {
        ...CONFIG,
        description: "the kubelet configuration of all nodes (default: the configz of each node)",
      },
    }),
    ...POLICY,
    ...inGroup("This machine", MACHINE),
  },
  tables: [KUBELET_FLAGS],
  rules: {
    // It prints many rounds, and each of these forms is one.
    excludes: [
      ["watch", { output: [...REPORT_FORMS, "json"] }],
      ...NODE_CHOICE_RULES.excludes,
      ...OF_CLUSTERS.map((name) => ["killer", name] as const),
      ["killer", { output: ["ndjson"] }],
    ],
    needs: CLUSTER_RULES.needs,
    atMost: [["config", 1]],
  },
  acrossNamespaces: RANKED_TOGETHER,
  examples: [
    "plimsoll next",
    "plimsoll next --node worker-3 worker-4 --samples 1",
    "plimsoll next -l pool=batch --watch",
    "plimsoll next --killer /etc/systemd/oomd.conf",
    "plimsoll next --output json | jq '.nodes[0]'",
  ],
  after: `\
Reads the Summary, pods and configz of each node, as explain --node does. Shows how far each signal
is from its nearest threshold, which pod is evicted first, and how long that takes at the current
slope. A slope needs two samples, so the first result takes --interval unless --samples is 1. Needs
permission to list nodes and to get nodes/proxy; with --kubelet, nodes/stats.

--killer takes two samples of this machine, and lets the killer decide what it would do if memory
and swap ran out now.

A node that cannot be read is a row with the reason. The exit code is 3 only if no node can be
read.`,
});

export type NextOptions = OptionsOf<typeof NEXT.options>;
