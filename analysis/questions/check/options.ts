import { FORM_NAMES } from "../../read/kubelet/configuration.ts";
import { DOCUMENT_FORMS } from "../../text/document.ts";
import { CLUSTER, CLUSTER_NAMES, CLUSTER_RULES, SELECTOR } from "../options/cluster.ts";
import { SUMMARIES } from "../options/commands.ts";
import { outputRow } from "../options/output.ts";
import { KUBELET_FLAGS, POLICY } from "../options/policy.ts";
import { commandRow, inGroup, namesIn, type OptionsOf, pairs } from "../options/row.ts";

export const CHECK = commandRow({
  name: "check",
  summary: SUMMARIES.check,
  description:
    "Validates kubelet configurations as the kubelet does, and warns about risky settings.",
  arguments: {
    config: {
      description: "files in any supported format, or directories; - is standard input",
      value: "input",
      repeats: true,
    },
  },
  options: {
    all: { description: "show every finding, notes, and the thresholds in force" },
    output: outputRow([...DOCUMENT_FORMS, "json", "sarif", "junit", "github"]),
    failOn: {
      argument: "<severity>",
      description: "exit with 1 on findings of this severity or worse",
      choices: ["error", "warning"],
      default: "error",
    },
    ...inGroup("Live cluster", {
      nodes: { description: "check the configz of all nodes instead of files, and compare them" },
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
    "Supported formats:",
    FORM_NAMES,
    `\
Settings that a system adds by itself, and settings that its document cannot contain, are reported
as notes.

In a directory, all files that end in .yaml, .yml, .json, .toml or .conf are read, including those
in subdirectories; hidden files are skipped, and files without a kubelet configuration are counted.
(To merge the drop-ins of a kubelet, use --config-dir.) Each file is reported. The exit code is 3
if a file cannot be read, otherwise 1 if a kubelet would not start, or on a warning with --fail-on
warning.

With --nodes, the configz of all nodes of a live cluster is read instead. Each configuration is
reported once, with its nodes. A setting that affects evictions and differs from that of most nodes
is a warning (differs-from-majority). A node without a readable configz counts as an unread file.`,
  ],
});

export type CheckOptions = OptionsOf<typeof CHECK.options>;
