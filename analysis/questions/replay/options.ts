import { REPORT_FORMS } from "../../text/document.ts";
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
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY, WHAT_IF } from "../options/policy.ts";
import { commandRow, OptionError, type OptionsOf, pairs } from "../options/row.ts";

/** A log has its own pods and its own end. */
const LOGS = ["journal", "bundle"] as const;
/** A log next to a capture of the same time. */
const OTHER_CAPTURES = CAPTURES.filter((name) => name !== "capture");
const REPORT = { output: REPORT_FORMS } as const;

export const REPLAY = commandRow({
  name: "replay",
  summary: SUMMARIES.replay,
  description: "Replays a capture and shows what the kubelet decides in each step.",
  arguments: { capture: CAPTURE_ARGUMENT },
  options: {
    ...CAPTURE,
    listExamples: { description: "list the example captures" },
    journal: {
      argument: "<file>",
      description:
        "replay a kubelet's log: klog text, JSON, journalctl; plain or gzip; with a capture of " +
        "the same time, compare both",
      value: "input",
    },
    bundle: {
      argument: "<path>",
      description: "replay the kubelet's log in a must-gather, sosreport or other support bundle",
      value: "path",
    },
    node: {
      argument: "<name>",
      description: "with --bundle: the node whose log to replay",
      value: "node",
    },
    killerVersion: {
      argument: "<version>",
      description:
        "of a killer's scenario: the release to follow; systemd 247 to 262, earlyoom 1.6 to 1.9",
      parse: readKillerVersion,
    },
    config: {
      ...CONFIG,
      description: `${CONFIG.description}; for samples, that of the killer`,
    },
    whatIf: WHAT_IF,
    output: outputRow(["text", "json", "ndjson", "markdown", "html"]),
    all: { description: "show every change and all rows, not the first screen alone" },
    onlyChanges: { description: "leave out steps that do not differ from the previous one" },
    detail: {
      argument: "<level>",
      description: "json and ndjson: 1 adds arithmetic and ranking (default: 0)",
      choices: ["0", "1", "2"],
    },
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [
      ["journal", "bundle"],
      ...pairs(LOGS, [...OTHER_CAPTURES, "pods", "time", "whatIf"] as const),
      ["bundle", "capture"],
      ["onlyChanges", REPORT],
      ...CAPTURE_RULES.excludes,
    ],
    needs: [
      ["killerVersion", "capture"],
      ["node", "bundle"],
      ["detail", { output: ["json", "ndjson"] }],
      ...CAPTURE_RULES.needs,
    ],
    atMost: [ONE_CONFIG],
    oneOf: [[[...CAPTURES, ...LOGS, "listExamples"], NO_CAPTURE]],
  },
  acrossNamespaces: RANKED_TOGETHER,
  examples: [
    "plimsoll replay --example memory-leak",
    "plimsoll replay worker-3.plimsoll.ndjson.gz",
    "plimsoll replay worker-3.plimsoll.ndjson.gz --eviction-hard 'memory.available<500Mi'",
    "plimsoll replay worker-3.plimsoll.ndjson.gz --output html > report.html",
    "plimsoll replay --summary summary.json --pods pods.json --config kubelet.yaml",
    "journalctl -u kubelet -S -2h | plimsoll replay --journal - --config kubelet.yaml",
    "plimsoll replay oomd.json --killer-version 252",
    "plimsoll replay samples.ndjson.gz --config /etc/systemd/oomd.conf",
    "plimsoll replay --bundle must-gather.tar.gz --node worker-3",
    "plimsoll replay worker-3.plimsoll.ndjson.gz --output ndjson | jq " +
      "'select(.action == \"EvictPod\")'",
  ],
});

/** Which releases are followed, the module says. */
function readKillerVersion(text: string): string {
  if (/^\d{1,4}(?:\.\d{1,4})*$/.test(text)) return text;
  throw new OptionError("Give a release as a number, such as 252 or 249.10.");
}

export type ReplayOptions = OptionsOf<typeof REPLAY.options>;
