import { DOCUMENT_FORMS } from "../../text/document.ts";
import {
  CAPTURE,
  CAPTURE_ARGUMENT,
  CAPTURE_RULES,
  CAPTURES,
  NO_CAPTURE,
} from "../options/capture.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, POLICY, WHAT_IF } from "../options/policy.ts";
import { commandRow, namesIn, type OptionsOf } from "../options/row.ts";

/** What can make the second side differ from the first. */
const DIFFERENT = ["config", "configDir", "profile", "kubeletVersion"] as const;

export const DIFF = commandRow({
  name: "diff",
  summary: "compare two configurations on one capture",
  description: "Replays a capture under two configurations and shows where they differ.",
  arguments: { capture: CAPTURE_ARGUMENT },
  options: {
    ...CAPTURE,
    config: {
      ...CONFIG,
      description: "a kubelet configuration, in any form; give it twice for A and B",
    },
    whatIf: { ...WHAT_IF, description: `${WHAT_IF.description}, on each side` },
    exitCode: { description: "exit with 1 when a step differs" },
    all: { description: "show every differing step" },
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
        "Nothing to compare: give --config A --config B, or what shall be different, such as " +
          "--eviction-hard.",
      ],
    ],
  },
  examples: [
    "plimsoll diff worker-3.plimsoll.ndjson.gz --config now.yaml --config next.yaml",
    "plimsoll diff worker-3.plimsoll.ndjson.gz --config next.yaml",
    "plimsoll diff --example memory-leak --eviction-hard 'memory.available<500Mi'",
  ],
  after: `\
A is the first of two --config; with one or none, A is the capture's own configuration.
B is the last --config (or A again) under --config-dir, the kubelet flags, --profile and
--kubelet-version; --layout, --capacity and --what-if hold for both.
Steps differ when the threshold that is acted on, the conditions, the reclaims, the evicted pods or
their grace periods do.`,
});

export type DiffOptions = OptionsOf<typeof DIFF.options>;
