import { Command, Option } from "commander";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { findings } from "../../../analysis/present/terminal/findings.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { hang } from "../../../analysis/present/terminal/wrap.ts";
import { checkConfiguration } from "../../../analysis/questions/check/check.ts";
import {
  DEFAULT_CONFIGURATION,
  FORM_NAMES,
  NoConfigurationError,
} from "../../../analysis/read/kubelet/configuration.ts";
import { plural } from "../../../analysis/text/amount.ts";
import { version } from "../../../package.json";
import { nameOf } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { annotationsOf, type CheckedFile, type UnreadFile } from "../annotations/checkedFile.ts";
import { workflowCommands } from "../annotations/github.ts";
import { junitReport } from "../annotations/junit.ts";
import { sarifLog } from "../annotations/sarif.ts";
import { inputSentence, printError } from "../errors.ts";
import { Findings, inputFailure, usageFailure } from "../exitCode.ts";
import { addClusterOptions, clusterFlagOf } from "../input/cluster.ts";
import { configurationFiles } from "../input/configurationFiles.ts";
import { flagsOfOptions } from "../input/kubeletFlags.ts";
import { addSelector } from "../input/nodeChoice.ts";
import {
  addPolicyOptions,
  configurationText,
  loadPolicies,
  type PolicyOptions,
  withFlags,
} from "../input/policy.ts";
import { type CheckNodesOptions, checkNodes } from "./check/nodes.ts";

const OUTPUTS = ["text", "json", "sarif", "junit", "github"] as const;
const FORM_COLUMNS = 98;

interface CheckOptions extends PolicyOptions, CheckNodesOptions {
  readonly nodes?: boolean;
  readonly output: (typeof OUTPUTS)[number];
  readonly failOn: "error" | "warning";
}

/** The result for every file. */
interface Report {
  readonly files: CheckedFile[];
  readonly unread: UnreadFile[];
  /** Files of directories that configure no kubelet, and why that is thought. */
  readonly passedOver: UnreadFile[];
}

const EXAMPLES = `
Examples:
  plimsoll check kubelet.yaml
  plimsoll check nodes/ cluster.yaml --fail-on warning --output github
  plimsoll check kubelet.yaml --eviction-hard 'memory.available<500Mi' --capacity memory=8Gi
  kubectl get --raw /api/v1/nodes/worker-3/proxy/configz | plimsoll check -
  plimsoll check --nodes -l pool=batch --fail-on warning

Reads, each as its system does:
${hang("  ", `${FORM_NAMES.join("; ")}.`, FORM_COLUMNS).join("\n")}
What a system sets by itself, and what cannot be known from its document, is said in a note.

Of a directory, all files are read that end in .yaml, .yml, .json, .toml or .conf, those of its
directories too; files that configure no kubelet are counted, and hidden ones left out. (To merge
the drop-ins of a kubelet, use --config-dir.) Every file is answered. Ends with 3 when one cannot be
read, otherwise with 1 when a kubelet would not start, or with --fail-on warning at a warning.

With --nodes it reads the configz of all nodes of a cluster that runs instead. Each configuration is
reported once, with the nodes that have it; what decides about evictions and is not what most nodes
have is a warning (differs-from-majority). A node that gives no configz counts as an unread file.`;

export function checkCommand(io: Io): Command {
  const command = new Command("check")
    .summary("validate kubelet configurations as the kubelet does, and warn about risky settings")
    .description(
      "Validates kubelet configurations as the kubelet does, and warns about risky settings.",
    )
    .argument("[config...]", "files in any form, or directories of them; - is standard input")
    .addOption(new Option("-o, --output <form>", "output format").choices(OUTPUTS).default("text"))
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 on findings of this severity or worse")
        .choices(["error", "warning"])
        .default("error"),
    );
  command
    .optionsGroup("A cluster that runs:")
    .option("--nodes", "check the configz of its nodes instead of files, and compare them");
  addClusterOptions(addSelector(command));
  addPolicyOptions(command).addHelpText("after", EXAMPLES);
  return command.action((paths: readonly string[], options: CheckOptions) =>
    runCheck(paths, options, io),
  );
}

async function runCheck(paths: readonly string[], options: CheckOptions, io: Io): Promise<void> {
  refuseUsage(paths, options);
  // A flag that cannot be read is not the fault of any file.
  withFlags(DEFAULT_CONFIGURATION, flagsOfOptions(options));
  const report: Report = { files: [], unread: [], passedOver: [] };
  const engine = new EvictionEngine(await loadModule("eviction"));
  if (options.nodes) {
    const { files, unread } = await checkNodes(engine, options, io);
    report.files.push(...files);
    report.unread.push(...unread);
  } else if (paths.length === 0) {
    report.files.push(...(await checkedFiles(engine, undefined, options, io)));
  }
  for (const path of paths) await checkPath(engine, path, options, report, io);
  await io.stdout.write(reported(report, options, io));
  const last = report.unread.at(-1);
  if (last !== undefined) {
    for (const { reason } of report.unread.slice(0, -1)) await printError(reason, io);
    throw inputFailure(last.reason);
  }
  const isFailed = report.files.some(
    ({ checked }) =>
      checked.errors.length > 0 || (options.failOn === "warning" && checked.warnings.length > 0),
  );
  if (isFailed) throw new Findings();
}

function refuseUsage(paths: readonly string[], options: CheckOptions): void {
  const { nodes = false, selector } = options;
  const [path] = paths;
  if (nodes && path !== undefined) {
    throw usageFailure(`--nodes reads the configz of the nodes themselves; omit ${path}.`);
  }
  const flag = selector === undefined ? clusterFlagOf(options) : "--selector";
  if (!nodes && flag !== null) throw usageFailure(`${flag} belongs to --nodes; add it.`);
  if (!nodes && paths.length === 0 && flagsOfOptions(options).length === 0) {
    throw usageFailure("Nothing to check: give a configuration file, -, kubelet flags or --nodes.");
  }
}

/** A file, or all files of a directory: one that cannot be read does not keep the others back. */
async function checkPath(
  engine: EvictionEngine,
  path: string,
  options: CheckOptions,
  report: Report,
  io: Io,
): Promise<void> {
  const { unread, passedOver } = report;
  const found = await unlessUnread(path, unread, unread, () => configurationFiles(path));
  if (found === undefined) return;
  const before = report.files.length + unread.length;
  // Of what a directory holds, not all is meant to be a configuration.
  const other = found.isDirectory ? passedOver : unread;
  for (const file of found.paths) {
    const read = () => checkedFiles(engine, file, options, io);
    report.files.push(...((await unlessUnread(file, unread, other, read)) ?? []));
  }
  if (!found.isDirectory || report.files.length + unread.length > before) return;
  const count = plural(found.paths.length, "file");
  const reason = `${path} holds no kubelet configuration (looked at ${count}); check the path.`;
  unread.push({ path, name: path, reason });
}

/** What was read; or undefined, with the reason among the unread or the other documents. */
async function unlessUnread<T>(
  path: string,
  unread: UnreadFile[],
  other: UnreadFile[],
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const reason = inputSentence(error);
    if (reason === null) throw error;
    const kept = error instanceof NoConfigurationError ? other : unread;
    kept.push({ path: path === "-" ? undefined : path, name: nameOf(path), reason });
    return undefined;
  }
}

async function checkedFiles(
  engine: EvictionEngine,
  path: string | undefined,
  options: CheckOptions,
  io: Io,
): Promise<readonly CheckedFile[]> {
  const source = await configurationText(path, io);
  const file = source?.name ?? "the flags";
  const policies = await loadPolicies(source, options, io);
  return policies.map(({ part, form = "flags", json, notes, unread }) => {
    const name = part === undefined ? file : `${file} (${part})`;
    const read = { name, source, form, json, notes };
    const checked = checkConfiguration(engine, unread === undefined ? read : { ...read, unread });
    return { path: path === "-" ? undefined : path, checked };
  });
}

function reported(report: Report, { output, failOn }: CheckOptions, io: Io): string {
  if (output === "text") return textOf(report, io);
  if (output === "json") return jsonOf(report);
  if (output === "junit") return junitReport(report.files, report.unread, failOn);
  const annotations = annotationsOf(report.files, report.unread);
  return output === "sarif" ? sarifLog(annotations, version) : workflowCommands(annotations);
}

function textOf({ files, passedOver }: Report, io: Io): string {
  const style = styleOf(io);
  const blocks = files.map(({ checked }) => [...findings(checked, style)]);
  const sum = (of: (file: CheckedFile) => number) => files.reduce((all, each) => all + of(each), 0);
  const errors = plural(
    sum(({ checked }) => checked.errors.length),
    "error",
  );
  const warnings = plural(
    sum(({ checked }) => checked.warnings.length),
    "warning",
  );
  const left = plural(passedOver.length, "other file");
  const others = passedOver.length === 0 ? "" : `; ${left} configure no kubelet`;
  const nodes = sum((file) => file.nodes?.length ?? 0);
  const ofNodes = nodes === 0 ? "" : `${plural(nodes, "node")}, `;
  if (files.length > 1 || passedOver.length > 0) {
    const configurations = plural(files.length, "configuration");
    blocks.push([`In all: ${ofNodes}${configurations}, ${errors}, ${warnings}${others}`]);
  }
  return blocks.map((lines) => printed(lines, style.isAscii)).join("\n");
}

function jsonOf({ files, unread, passedOver }: Report): string {
  const document = {
    plimsoll: "check/1",
    configurations: files.map(({ checked, nodes }) => (nodes ? { nodes, ...checked } : checked)),
    unread: unread.map(({ name, reason }) => ({ name, reason })),
    passedOver: passedOver.map(({ name, reason }) => ({ name, reason })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
