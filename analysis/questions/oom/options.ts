import { DOCUMENT_FORMS } from "../../text/document.ts";
import { EXAMPLE, PAIR_RULES, PAIRS } from "../options/capture.ts";
import { SUMMARIES } from "../options/commands.ts";
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
  summary: SUMMARIES.oom,
  description:
    "Explains kills of the kernel's OOM killer from a log, or shows what it would kill now; also " +
    "explains logs of systemd-oomd, earlyoom and oomd.",
  arguments: {
    log: {
      description: "a log of the kernel or a killer, or a capture; - is standard input",
      value: "input",
    },
  },
  options: {
    ...EXAMPLE,
    source: {
      argument: "<name>",
      description: "the current state of this machine, from /proc and its cgroups",
      choices: ["cgroup"],
    },
    all: { description: "show all tasks of each table" },
    ...PAIRS,
    at: {
      argument: "<time>",
      description: "with a capture: the last step up to this time (UTC), such as 10:04:40",
    },
    step: { argument: "<number>", description: "with a capture: this step", parse: readStep },
    config: CONFIG,
    kernel: {
      argument: "<release>",
      description: "the kernel release of the node, such as 5.15 (default: the newest rules)",
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
    // For a log or this machine, the list of pods is used only for names.
    needs: [["pods", "summary", "log", "source"], PAIR_RULES.needs[1]],
    atMost: [ONE_CONFIG],
    oneOf: [
      [
        GIVEN,
        "No log is given; give one (dmesg -T | plimsoll oom -), a capture, --summary FILE " +
          "--pods FILE, or --source cgroup for this machine.",
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
With a log, it reads the kernel's own reports: dmesg in any format, journalctl as text, JSON or
export, syslog, pstore, /dev/kmsg and serial consoles, plain or gzip, from kernels 3.10 and later.
It shows the killed process and why it was chosen, the badness of every task, the cgroup and its
limit, pod and container, the next in line, and which oom_score_adj, request or size would have
spared the process, each verified by rerunning the decision. Each kill is counted once, even if
other lines quote it. Names of pods need --pods (kubectl get pods -A -o json); without it, pods have
uids. The output says what the log lacks.

With a Summary, or a capture at a time, it shows which containers the kernel would kill first if the
node ran out of memory now, which pod the kubelet would evict, which containers are close to their
own limit, and, if memory is falling, whether the kernel or the kubelet would act first. With
--source cgroup, it shows the processes of this machine, with the kernel's own oom_score.`,
});

export type OomOptions = OptionsOf<typeof OOM.options>;

function readKernel(text: string): string {
  if (/^\d{1,3}\.\d{1,3}/.test(text)) return text;
  throw new OptionError("Write it as uname -r prints it, such as 5.15.0-91-generic.");
}
