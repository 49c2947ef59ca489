import { DOCUMENT_FORMS } from "../../text/document.ts";
import { EXAMPLE, PAIR_RULES, PAIRS } from "../options/capture.ts";
import { outputRow } from "../options/output.ts";
import { CONFIG, KUBELET_FLAGS, ONE_CONFIG, POLICY } from "../options/policy.ts";
import { commandRow, OptionError, type OptionsOf, pairs, pairsAmong } from "../options/row.ts";
import { readStep } from "../options/values.ts";

/** Where a node is read from, or the log of one. */
const GIVEN = ["log", "example", "summary", "source"] as const;
/** Options that say something about a node, and nothing about a log or about this machine. */
export const OF_A_NODE = ["example", "summary", "time", "at", "step", "kernel", "config"] as const;

export const OOM = commandRow({
  name: "oom",
  summary: "explain what the kernel's OOM killer killed, or would kill now",
  description:
    "Explains kills of the kernel's OOM killer from its log, or says what it would kill now.",
  arguments: {
    log: {
      description: "a kernel's log, or a capture; - is a log on standard input",
      value: "input",
    },
  },
  options: {
    ...EXAMPLE,
    source: {
      argument: "<name>",
      description: "this machine as it is now, from /proc and its cgroups",
      choices: ["cgroup"],
    },
    all: { description: "show every task of each table" },
    ...PAIRS,
    at: {
      argument: "<time>",
      description: "of a capture, the last step up to this time (UTC), such as 10:04:40",
    },
    step: { argument: "<number>", description: "of a capture, this step", parse: readStep },
    config: CONFIG,
    kernel: {
      argument: "<release>",
      description: "the kernel of a node, such as 5.15 (default: the newest rules)",
      parse: readKernel,
    },
    output: outputRow([...DOCUMENT_FORMS, "json"]),
    ...POLICY,
  },
  tables: [KUBELET_FLAGS],
  rules: {
    excludes: [
      ["at", "step"],
      ...pairsAmong(GIVEN),
      ...pairs(["source"], ["time", "at", "step", "kernel", "config"] as const),
    ],
    // Of a log and of this machine the list of pods has the names alone.
    needs: [["pods", "summary", "log", "source"], PAIR_RULES.needs[1]],
    atMost: [ONE_CONFIG],
    oneOf: [
      [
        GIVEN,
        "No log is given; give one (dmesg -T | plimsoll oom -), a capture, or --summary FILE " +
          "--pods FILE.",
      ],
    ],
  },
  examples: [
    "dmesg -T | plimsoll oom -",
    "journalctl -k -o short-iso -S -1d | plimsoll oom -",
    "plimsoll oom /var/log/kern.log.1.gz --pods pods.json",
    "plimsoll oom dmesg.txt --output json | jq '.kills[] | {time, killed, pod}'",
    "plimsoll oom --summary summary.json --pods pods.json",
    "plimsoll oom worker-3.plimsoll.ndjson.gz --at 10:12:10",
    "plimsoll oom --source cgroup",
  ],
  after: `\
Of a log it reads the kernel's own reports: dmesg in any form, journalctl as text, JSON or export,
syslog, pstore, /dev/kmsg and serial consoles, also gzip, of kernels from 3.10 on. Shows the
killed process and why it was chosen, every task's badness, the cgroup and its limit, pod and
container, the next in line, and which oom_score_adj, request or size would have spared it, each
found by deciding again. Names of pods need their list (kubectl get pods -A -o json); without one
there are uids. The output names what the log lacks. Each kill is counted once, also if something
quotes it. For a Summary, or a capture at a time, it shows which containers the kernel would kill
first if the node ran out of memory now, and which pod the kubelet would evict; which containers are
near their own limit; and, where memory falls, whether the kernel would be first. With --source
cgroup it shows this machine's processes, with the oom_score that the kernel itself shows.`,
});

export type OomOptions = OptionsOf<typeof OOM.options>;

function readKernel(text: string): string {
  if (/^\d{1,3}\.\d{1,3}/.test(text)) return text;
  throw new OptionError("Write it as uname -r prints it, such as 5.15.0-91-generic.");
}
