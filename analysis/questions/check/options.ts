import { FORM_NAMES } from "../../read/kubelet/configuration.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CLUSTER, CLUSTER_NAMES, CLUSTER_RULES, SELECTOR } from "../options/cluster.ts";
import { outputRow } from "../options/output.ts";
import { KUBELET_FLAGS, POLICY } from "../options/policy.ts";
import { commandRow, inGroup, namesIn, type OptionsOf, pairs } from "../options/row.ts";

export const CHECK = commandRow({
  name: "check",
  summary: "validate kubelet configurations as the kubelet does, and warn about risky settings",
  description:
    "Validates kubelet configurations as the kubelet does, and warns about risky settings.",
  arguments: {
    config: {
      description: "files in any form, or directories of them; - is standard input",
      value: "input",
      repeats: true,
    },
  },
  options: {
    output: outputRow([...DOCUMENT_FORMS, "json", "sarif", "junit", "github"]),
    failOn: {
      argument: "<severity>",
      description: "exit with 1 on findings of this severity or worse",
      choices: ["error", "warning"],
      default: "error",
    },
    ...inGroup("A cluster that runs", {
      nodes: { description: "check the configz of its nodes instead of files, and compare them" },
      ...SELECTOR,
      ...CLUSTER,
    }),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [["nodes", "config"]],
    needs: [...pairs(["selector", ...CLUSTER_NAMES] as const, ["nodes"]), ...CLUSTER_RULES.needs],
    oneOf: [
      [
        ["config", "nodes", ...namesIn(KUBELET_FLAGS)],
        "Nothing to check: give a configuration file, -, kubelet flags or --nodes.",
      ],
    ],
  },
  examples: [
    "plimsoll check kubelet.yaml",
    "plimsoll check nodes/ cluster.yaml --fail-on warning --output github",
    "plimsoll check kubelet.yaml --eviction-hard 'memory.available<500Mi' --capacity memory=8Gi",
    "kubectl get --raw /api/v1/nodes/worker-3/proxy/configz | plimsoll check -",
    "plimsoll check --nodes -l pool=batch --fail-on warning",
  ],
  after: [
    "Reads, each as its system does:",
    FORM_NAMES,
    `\
What a system sets by itself, and what cannot be known from its document, is said in a note.

Of a directory, all files are read that end in .yaml, .yml, .json, .toml or .conf, those of its
directories too; files that configure no kubelet are counted, and hidden ones left out. (To merge
the drop-ins of a kubelet, use --config-dir.) Every file is answered. Ends with 3 when one cannot be
read, otherwise with 1 when a kubelet would not start, or with --fail-on warning at a warning.

With --nodes it reads the configz of all nodes of a cluster that runs instead. Each configuration is
reported once, with the nodes that have it; what decides about evictions and is not what most nodes
have is a warning (differs-from-majority). A node that gives no configz counts as an unread file.`,
  ],
});

export type CheckOptions = OptionsOf<typeof CHECK.options>;
