import { DOCUMENT_FORMS } from "../../text/document.ts";
import {
  CAPTURE,
  CAPTURE_ARGUMENT,
  CAPTURE_RULES,
  CAPTURES,
  NO_CAPTURE,
} from "../options/capture.ts";
import { SUMMARIES } from "../options/commands.ts";
import { RANKED_TOGETHER } from "../options/objects.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, POLICY, WHAT_IF } from "../options/policy.ts";
import { commandRow, namesIn, type OptionsOf } from "../options/row.ts";

/** What can make the second side differ from the first. */
const DIFFERENT = ["config", "configDir", "profile", "kubeletVersion"] as const;

export const DIFF = commandRow({
  name: "diff",
  summary: SUMMARIES.diff,
  description: "Replays a capture with two configurations and shows where they differ.",
  arguments: { capture: CAPTURE_ARGUMENT },
  options: {
    ...CAPTURE,
    config: {
      ...CONFIG,
      description:
        "a kubelet configuration, in any supported format, or for samples that of a killer; give " +
        "it twice for A and B",
    },
    whatIf: { ...WHAT_IF, description: `${WHAT_IF.description}, on each side` },
    exitCode: { description: "exit with 1 if a step differs" },
    all: { description: "show all steps that differ" },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    ...CAPTURE_RULES,
    atMost: [["config", 2]],
    oneOf: [
      [CAPTURES, NO_CAPTURE],
      [
        [...DIFFERENT, ...namesIn(KUBELET_FLAGS)],
        "Nothing to compare: give --config A --config B, or a setting that differs, such as " +
          "--eviction-hard.",
      ],
    ],
  },
  acrossNamespaces: RANKED_TOGETHER,
  examples: [
    "plimsoll diff worker-3.plimsoll.ndjson.gz --config now.yaml --config next.yaml",
    "plimsoll diff worker-3.plimsoll.ndjson.gz --config next.yaml",
    "plimsoll diff samples.ndjson.gz --config oomd.conf --config /etc/default/earlyoom",
    "plimsoll diff --example memory-leak --eviction-hard 'memory.available<500Mi'",
  ],
  after: `\
A is the first --config of two; with one or none, A is the configuration in the capture. B is the
last --config (or A) with --config-dir, the kubelet flags, --profile and --kubelet-version applied.
--layout, --capacity and --what-if apply to both.

Steps differ if the chosen threshold, the conditions, the reclaims, the evicted pods or their grace
periods differ.`,
});

export type DiffOptions = OptionsOf<typeof DIFF.options>;
