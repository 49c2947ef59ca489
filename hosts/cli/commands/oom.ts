import { Command, Option } from "commander";
import { wantedDocument } from "../../shared/documents/wanted.ts";
import { type JudgedKill, judgedKill } from "../../shared/oom/judged.ts";
import { type ListedPods, listedPods, NO_PODS } from "../../shared/oom/listedPods.ts";
import { OomEngine } from "../../shared/oom/oomEngine.ts";
import { loadOomModule } from "../../system/core.ts";
import { nameOf, readDocument } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";
import { loggedOoms } from "../input/kernelLog.ts";
import { printed } from "../terminal/controls.ts";
import { killsText } from "../terminal/oom.ts";
import { styleOf } from "../terminal/style.ts";

interface OomOptions {
  readonly pods?: string;
  readonly all?: boolean;
  readonly output: "text" | "json";
}

const EXAMPLES = `
Examples:
  dmesg -T | plimsoll oom -
  journalctl -k -o short-iso -S -1d | plimsoll oom -
  plimsoll oom /var/log/kern.log.1.gz --pods pods.json
  plimsoll oom dmesg.txt --output json | jq '.kills[] | {time, killed, pod}'

Reads the kernel's own reports: dmesg in any form, journalctl as text, JSON or export, syslog,
pstore, /dev/kmsg and serial consoles, also gzip, of kernels from 3.10 on. Shows who was killed and
why that one, every task's badness, the cgroup and its limit, whose pod and container it is, who
would have been next, and which oom_score_adj, request or size would have spared it; each is found
by deciding again. Names of pods need their list (kubectl get pods -A -o json); without one there
are uids. What the log has not is named. Cpusets and NUMA policies are not modelled.`;

export function oomCommand(io: Io): Command {
  return new Command("oom")
    .summary("explain whom the kernel's OOM killer killed, from dmesg or a journal")
    .description(
      "Explains kills of the kernel's OOM killer from its log: why this task, and who was next.",
    )
    .argument("<log>", "a kernel's log; - is standard input")
    .option("--pods <file>", "the pods of the node or cluster, for their names")
    .option("--all", "show every task of each table")
    .addOption(
      new Option("-o, --output <form>", "output format").choices(["text", "json"]).default("text"),
    )
    .addHelpText("after", EXAMPLES)
    .action((path: string, options: OomOptions) => runOom(path, options, io));
}

async function runOom(path: string, options: OomOptions, io: Io): Promise<void> {
  if (path === "-" && options.pods === "-") {
    throw usageFailure("The log and --pods are both standard input; give one as a file.");
  }
  const pods = await podsOf(options.pods, io);
  const engine = new OomEngine(await loadOomModule());
  const ooms = await loggedOoms(path, io);
  if (options.output === "text") {
    const kills = ooms.map((oom) => judgedKill(oom, engine, pods));
    const style = styleOf(io);
    const lines = killsText(kills, nameOf(path), options, style);
    await io.stdout.write(printed(lines, style.isAscii));
    return;
  }
  // One after the other: a long log has many tables.
  await io.stdout.write('{"kills":[');
  for (const [index, oom] of ooms.entries()) {
    const kill: JudgedKill = judgedKill(oom, engine, pods);
    await io.stdout.write(`${index === 0 ? "" : ","}\n${JSON.stringify(kill)}`);
  }
  await io.stdout.write("]}\n");
}

async function podsOf(path: string | undefined, io: Io): Promise<ListedPods> {
  if (path === undefined) return NO_PODS;
  return listedPods(wantedDocument(nameOf(path), await readDocument(path, io), "PodList"));
}
