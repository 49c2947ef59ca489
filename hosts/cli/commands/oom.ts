import { Command, InvalidArgumentError, Option } from "commander";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { addPairOptions } from "../input/capture.ts";
import { isCapture } from "../input/givenInstead.ts";
import { addPolicyOptions, configOption } from "../input/policy.ts";
import { explainLog } from "./oom/log.ts";
import { explainMachine } from "./oom/machine.ts";
import { explainNode, type OomNodeOptions } from "./oom/node.ts";

interface OomOptions extends OomNodeOptions {
  readonly source?: "cgroup";
}

const EXAMPLES = `
Examples:
  dmesg -T | plimsoll oom -
  journalctl -k -o short-iso -S -1d | plimsoll oom -
  plimsoll oom /var/log/kern.log.1.gz --pods pods.json
  plimsoll oom dmesg.txt --output json | jq '.kills[] | {time, killed, pod}'
  plimsoll oom --summary summary.json --pods pods.json
  plimsoll oom worker-3.plimsoll.ndjson.gz --at 10:12:10
  plimsoll oom --source cgroup

Of a log it reads the kernel's own reports: dmesg in any form, journalctl as text, JSON or export,
syslog, pstore, /dev/kmsg and serial consoles, also gzip, of kernels from 3.10 on. Shows who was
killed and why that one, every task's badness, the cgroup and its limit, whose pod and container it
is, who would have been next, and which oom_score_adj, request or size would have spared it; each is
found by deciding again. Names of pods need their list (kubectl get pods -A -o json); without one
there are uids. What the log has not is named. Cpusets and NUMA policies are not modelled.
Of a Summary, or a capture at a time, it shows whom the kernel would kill first if the node ran out
of memory now, and after that, beside whom the kubelet would evict first; which containers are near
their own limit; and, where memory falls, whether the kernel would be first. With --source cgroup it
is this machine's processes, beside the oom_score that the kernel itself shows.`;

export function oomCommand(io: Io): Command {
  const command = new Command("oom")
    .summary("explain whom the kernel's OOM killer killed, or would kill now")
    .description(
      "Explains kills of the kernel's OOM killer from its log, or says whom it would kill now.",
    )
    .argument("[log]", "a kernel's log, or a capture; - is a log on standard input")
    .option("--example <name>", "use an example capture that ships with plimsoll")
    .addOption(
      new Option(
        "--source <name>",
        "this machine as it is now, from /proc and its cgroups",
      ).choices(["cgroup"]),
    )
    .option("--all", "show every task of each table");
  addPairOptions(command)
    .option("--at <time>", "of a capture, the last step up to this time (UTC), such as 10:04:40")
    .addOption(
      new Option("--step <number>", "of a capture, this step").argParser(stepOf).conflicts("at"),
    )
    .addOption(configOption("the kubelet configuration, in any form (default: the capture's own)"))
    .addOption(
      new Option(
        "--kernel <release>",
        "the kernel of a node, such as 5.15 (default: the newest rules)",
      ).argParser(kernelOf),
    )
    .addOption(
      new Option("-o, --output <form>", "output format").choices(["text", "json"]).default("text"),
    );
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((path: string | undefined, options: OomOptions) =>
    runOom(path, options, io),
  );
}

async function runOom(path: string | undefined, options: OomOptions, io: Io): Promise<void> {
  const { example, summary, at, step } = options;
  if (options.source !== undefined) {
    if (path !== undefined) throw usageFailure("--source is this machine; omit the log.");
    refuseOfNode(options, "--source is given");
    return explainMachine(options, io);
  }
  if (path !== undefined && (path === "-" || !(await isCapture(path)))) {
    refuseOfNode(options, "a log is given");
    return explainLog(path, options, io);
  }
  if (path === undefined && example === undefined && summary === undefined) {
    throw usageFailure(
      "No log is given; give one (dmesg -T | plimsoll oom -), a capture, or --summary FILE " +
        "--pods FILE.",
    );
  }
  if (summary !== undefined && summary.length === 1 && (at ?? step) !== undefined) {
    throw usageFailure("--at and --step choose from a capture; one Summary is one moment.");
  }
  return explainNode(path, options, io);
}

/** What chooses from a capture, or is of a node's policy, says nothing about a log. */
function refuseOfNode(options: OomOptions, why: string): void {
  const { example, summary, time, at, step, kernel, config } = options;
  const given = Object.entries({ example, summary, time, at, step, kernel, config }).find(
    ([, value]) => value !== undefined,
  );
  if (given === undefined) return;
  throw usageFailure(`--${given[0]} is of a node, and ${why}; omit one of the two.`);
}

function stepOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("Write it as a number.");
  return Number(text);
}

function kernelOf(text: string): string {
  if (/^\d{1,3}\.\d{1,3}/.test(text)) return text;
  throw new InvalidArgumentError("Write it as uname -r prints it, such as 5.15.0-91-generic.");
}
