import { resolve } from "node:path";
import type { Command } from "commander";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import {
  annotationsOf,
  type CheckedFile,
  type UnreadFile,
  unreadFolder,
} from "../../../analysis/questions/check/annotations.ts";
import { type DetailedCheck, detailsOf } from "../../../analysis/questions/check/answer.ts";
import { checkConfiguration } from "../../../analysis/questions/check/check.ts";
import { checkDocument } from "../../../analysis/questions/check/document.ts";
import { CHECK, type CheckOptions } from "../../../analysis/questions/check/options.ts";
import {
  DEFAULT_CONFIGURATION,
  NoConfigurationError,
} from "../../../analysis/read/kubelet/configuration.ts";
import type { Document, DocumentForm } from "../../../analysis/text/document.ts";
import { version } from "../../../package.json";
import { nameOf } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { commandOf } from "../command.ts";
import { inputSentence, printError } from "../errors.ts";
import { Findings, inputFailure } from "../exitCode.ts";
import { refuseArchive } from "../input/bundle.ts";
import { configurationFiles } from "../input/configurationFiles.ts";
import { isOfFormat } from "../input/givenInstead.ts";
import { flagsOfOptions } from "../input/kubeletFlags.ts";
import { configurationText, loadPolicies, withFlags } from "../input/policy.ts";
import { type DocumentOptions, isReport, printDocument } from "../printDocument.ts";

/** The result for every file. */
interface Report {
  readonly files: CheckedFile[];
  readonly unread: UnreadFile[];
  /** Files of directories that configure no kubelet, and why that is thought. */
  readonly passedOver: UnreadFile[];
}

interface Checking {
  readonly options: CheckOptions;
  readonly report: Report;
  /** The paths that were checked: a file that is given by itself and in a folder counts once. */
  readonly places: Set<string>;
  readonly io: Io;
}

export function checkCommand(io: Io): Command {
  return commandOf(CHECK, ({ config }, options) => runCheck(config, options, io));
}

async function runCheck(paths: readonly string[], options: CheckOptions, io: Io): Promise<void> {
  // A flag that cannot be read is not the fault of any file.
  withFlags(DEFAULT_CONFIGURATION, flagsOfOptions(options));
  if (!options.nodes && (await areKillers(paths, io))) {
    const { checkKillers } = await import("./check/killer.ts");
    return checkKillers(paths, options, io);
  }
  const report: Report = { files: [], unread: [], passedOver: [] };
  const engine = new EvictionEngine(await loadModule("eviction"));
  if (options.nodes) {
    const { checkNodes } = await import("./check/nodes.ts");
    const { files, unread } = await checkNodes(engine, options, io);
    report.files.push(...files);
    report.unread.push(...unread);
  } else if (paths.length === 0) {
    report.files.push(...(await checkedFiles(engine, undefined, options, io)));
  }
  const places = new Set<string>();
  for (const path of paths) await checkPath(engine, path, { options, report, places, io });
  await printReport(report, options, io);
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

/** Whether all files configure killers; a folder never does. */
async function areKillers(paths: readonly string[], io: Io): Promise<boolean> {
  if (paths.length === 0) return false;
  for (const path of paths) {
    if (!(await isOfFormat(path, "killerConfiguration", io))) return false;
  }
  return true;
}

/** A file, or all files of a directory: one that cannot be read does not keep the others back. */
async function checkPath(
  engine: EvictionEngine,
  path: string,
  { options, report, places, io }: Checking,
): Promise<void> {
  const { unread, passedOver } = report;
  const found = await unlessUnread(path, unread, unread, () => configurationFiles(path));
  if (found === undefined) return;
  const before = report.files.length + unread.length;
  // Not every file of a directory is meant to be a configuration.
  const other = found.isDirectory ? passedOver : unread;
  for (const file of found.paths) {
    const place = resolve(file);
    if (places.has(place)) continue;
    places.add(place);
    const read = () => checkedFiles(engine, file, options, io);
    report.files.push(...((await unlessUnread(file, unread, other, read)) ?? []));
  }
  if (!found.isDirectory || report.files.length + unread.length > before) return;
  unread.push(unreadFolder(path, found.paths.length));
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
  if (path !== undefined) await refuseArchive(path);
  const source = await configurationText(path, io);
  const file = source?.name ?? "the flags";
  const policies = await loadPolicies(source, options, io);
  const { all = false, output } = options;
  const memoryQosOf =
    all || isReport(output) ? await (await import("./check/memoryQos.ts")).askingMemoryQos() : null;
  return policies.map(({ part, form = "flags", json, notes, unread, flagNames = [] }) => {
    const name = part === undefined ? file : `${file} (${part})`;
    const read = { name, source, form, json, notes, flagNames };
    const input = unread === undefined ? read : { ...read, unread };
    const checked = checkConfiguration(engine, input);
    const found = detailsOf(engine, input, checked, options.capacity);
    const details = { ...found, memoryQos: memoryQosOf?.(checked, json, found) ?? null };
    if (path === undefined || path === "-") return { path: undefined, checked, details };
    return { path, checked, details: { ...details, command: path } };
  });
}

async function printReport(report: Report, options: CheckOptions, io: Io): Promise<void> {
  const { output } = options;
  if (output === "text" || isReport(output)) {
    return printAnswer(report, { output, all: options.all === true }, io);
  }
  await io.stdout.write(await reported(report, output, options));
}

async function reported(
  report: Report,
  output: Exclude<CheckOptions["output"], DocumentForm>,
  { failOn }: CheckOptions,
): Promise<string> {
  if (output === "json") return jsonOf(report);
  if (output === "junit") {
    const { junitReport } = await import("../../../analysis/present/annotations/junit.ts");
    return junitReport("plimsoll check", report.files, report.unread, failOn);
  }
  const annotations = annotationsOf(report.files, report.unread);
  if (output === "sarif") {
    const { sarifLog } = await import("../../../analysis/present/annotations/sarif.ts");
    return sarifLog(annotations, version);
  }
  const { workflowCommands } = await import("../../../analysis/present/annotations/github.ts");
  return workflowCommands(annotations);
}

async function printAnswer(
  report: Report,
  { output, all = false }: DocumentOptions,
  io: Io,
): Promise<void> {
  const { files, unread, passedOver } = report;
  const isHandedOn = isReport(output);
  // A terminal shows what could not be read on stderr.
  if (files.length + passedOver.length === 0 && !isHandedOn) return;
  const configurations = files.map(({ checked, details }) => ({ ...checked, ...details }));
  const document =
    (await compared(configurations, report)) ??
    checkDocument({
      configurations,
      nodes: files.reduce((count, { nodes = [] }) => count + nodes.length, 0),
      passedOver: passedOver.length,
      unread: isHandedOn ? unread.map(({ reason }) => reason) : [],
    });
  await printDocument(document, { output, all }, io);
}

/** Two files are compared; null for more, for others among them, and for nodes. */
async function compared(
  [a, b, ...others]: readonly DetailedCheck[],
  { files, passedOver }: Report,
): Promise<Document | null> {
  if (a === undefined || b === undefined || others.length + passedOver.length > 0) return null;
  if (files.some(({ nodes }) => nodes !== undefined)) return null;
  const { comparedDocument } = await import("../../../analysis/questions/check/compared.ts");
  return comparedDocument([a, b]);
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
