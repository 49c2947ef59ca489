import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  type BundleFindings,
  type BundleReader,
  type FoundMember,
  logsOf,
} from "../../../analysis/read/bundle/findings.ts";
import { placed } from "../../../analysis/read/bundle/layouts.ts";
import { BundleLimit } from "../../../analysis/read/bundle/limit.ts";
import { configurationOf } from "../../../analysis/read/bundle/nodeConfiguration.ts";
import { isSameNode, nodeOfLine } from "../../../analysis/read/bundle/nodeLines.ts";
import { cutText, memberBytes, readFindings } from "../../../analysis/read/bundle/readFindings.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import { linesOf } from "../../../analysis/read/capture/lines.ts";
import { LINE_BYTES_MAX } from "../../../analysis/read/journal/passes.ts";
import type { ConfigurationText } from "../../../analysis/read/kubelet/configuration.ts";
import { formatNames } from "../../../analysis/text/names.ts";
import { shellWord } from "../../../analysis/text/shellWord.ts";
import { gunzip } from "../../system/captureFile.ts";
import type { Io } from "../../system/io.ts";
import { bundleParts } from "../bundle/bundleParts.ts";
import { folderFiles } from "../bundle/folder.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import { formatOfFile, hasMembers } from "./formatOfFile.ts";
import { refuseGiven } from "./givenInstead.ts";
import type { JournalSource } from "./journal.ts";

/** Reads a bundle once: its contents, its evidence of evictions, and what is missing. */
export async function readBundle(path: string, io: Io): Promise<BundleFindings> {
  if (!(await isFolder(path))) await refuseGiven(path, "archive");
  const isNamed = (member: string) => placed(member) !== null;
  const { reader, isCut } = await readFindings(basename(path), (wants) =>
    bundleParts(path, wants, isNamed),
  );
  if (isCut) await printWarnings([cutText(path)], io);
  await addOnlyFile(path, reader);
  const findings = reader.findings();
  await printWarnings(
    findings.unread.map((sentence) => `${path}: ${sentence}`),
    io,
  );
  if (findings.tool !== null) return findings;
  await refuseArchive(path, "an archive and not a known bundle");
  throw inputFailure(
    `${path}: not recognized as a must-gather, a sosreport, a support bundle of ` +
      "troubleshoot.sh, a log bundle of openshift-install, a snapshot of sonobuoy or a kubectl " +
      "cluster-info dump; give one of these, a folder or an archive.",
  );
}

/** Throws for an archive, whose files are not read one by one as those of a folder are. */
export async function refuseArchive(path: string, words = "an archive"): Promise<void> {
  if (path === "-" || (await isFolder(path)) || !(await hasMembers(path))) return;
  throw inputFailure(`${path} is ${words}; unpack it and give the folder.`);
}

/** A folder with one file is read if that is a kubelet's log, whatever its name. */
async function addOnlyFile(path: string, reader: BundleReader): Promise<void> {
  if (reader.findings().members.length > 0 || !(await isFolder(path))) return;
  const [first, second] = await folderFiles(path, new BundleLimit(path, null));
  if (first === undefined || first.problem !== undefined || second !== undefined) return;
  const only = first.path;
  const file = join(path, only);
  const given = await formatOfFile(file);
  if (given === null) return;
  if (given.format === "log") return reader.addLog(only);
  throw inputFailure(`${path}: its only file is ${given.words}; ${given.advice(shellWord(file))}.`);
}

/** The kubelet's log of a node, as found in a bundle, with its configuration. */
export interface BundleJournal {
  readonly source: JournalSource;
  readonly configuration: ConfigurationText | undefined;
}

export async function bundleJournal(
  path: string,
  node: string | undefined,
  isConfigured: boolean,
  io: Io,
): Promise<BundleJournal> {
  const findings = await readBundle(path, io);
  const logs = await chosenLogs(path, findings, node);
  const [log] = logs;
  if (log === undefined) throw inputFailure(`${path}: no kubelet log is in it.`);
  const source = await logSource(path, logs, log, node, io);
  const configuration = isConfigured
    ? undefined
    : await appliedConfiguration(path, findings, node ?? log.node, io);
  return { source, configuration };
}

/** The kubelet's log of a node, null for one without a name; null where the bundle has none. */
export async function nodeLog(
  path: string,
  findings: BundleFindings,
  node: string | null,
  io: Io,
): Promise<JournalSource | null> {
  const logs = logsOf(findings, node);
  const [log] = logs;
  if (log === undefined) return null;
  const isOther = node !== null && log.isShared && !hasNode(await nodesInLog(path, log), node);
  return isOther ? null : logSource(path, logs, log, node ?? undefined, io);
}

async function logSource(
  path: string,
  logs: readonly FoundMember[],
  log: FoundMember,
  node: string | undefined,
  io: Io,
): Promise<JournalSource> {
  const others = logs.filter((each) => each !== log).map((each) => each.path);
  const more = others.length === 0 ? "" : `; also there: ${others.join(", ")}`;
  await printNotes([`${path}: reading ${log.path}${more}.`], io);
  return {
    name: `${path}: ${log.path}`,
    node: log.isShared ? (node ?? null) : null,
    chunks: gunzipIfGzip(bytesOf(path, log.path), gunzip),
  };
}

function hasNode(there: readonly string[], node: string): boolean {
  return there.some((name) => isSameNode(name, node));
}

/** What the bundle has of the node's own configuration; why it has none is a note. */
export async function appliedConfiguration(
  path: string,
  findings: BundleFindings,
  node: string | null,
  io: Io,
): Promise<ConfigurationText | undefined> {
  const own = configurationOf(findings, node);
  if (own.found === null) {
    if (own.reason === null) return undefined;
    await printNotes([`${path}: no kubelet configuration is applied: ${own.reason}.`], io);
    return undefined;
  }
  await printNotes([`${path}: the thresholds are those of ${own.found.path}.`], io);
  return { name: `${path}: ${own.found.path}`, text: own.found.text };
}

async function chosenLogs(
  path: string,
  findings: BundleFindings,
  node: string | undefined,
): Promise<readonly FoundMember[]> {
  const logs = findings.members.filter(({ kind }) => kind === "log");
  const named = findings.nodes.map(({ name }) => name).filter((name) => logsOf(findings, name)[0]);
  if (logs.length === 0) {
    throw inputFailure(
      `${path}: no kubelet log is in it; plimsoll explain --bundle lists what is there, ` +
        "and what to get.",
    );
  }
  if (node !== undefined) {
    const own = logsOf(findings, node);
    const [shared] = own;
    if (shared !== undefined && !shared.isShared) return own;
    // A log of several nodes says at its lines whose they are.
    const there = shared === undefined ? named : await nodesInLog(path, shared);
    if (shared !== undefined && hasNode(there, node)) return own;
    throw inputFailure(`${path}: no kubelet log of ${node} is in it, but of ${listed(there)}.`);
  }
  const isOne =
    new Set(logs.map((log) => log.node)).size === 1 && !logs.some((log) => log.isShared);
  if (isOne) return logs;
  const [shared] = logs.filter((log) => log.isShared);
  const there = named.length > 0 || shared === undefined ? named : await nodesInLog(path, shared);
  throw usageFailure(
    `--bundle has logs of several nodes; give --node with one of ${listed(there)}.`,
  );
}

/** The first bytes of a log that are searched for the names of nodes. */
const NAMES_BYTES_MAX = 2 ** 28;
const NAMES_MAX = 1000;

/** The nodes whose lines a log of several has, in the order of their names. */
async function nodesInLog(path: string, log: FoundMember): Promise<readonly string[]> {
  const names = new Set<string>();
  let bytes = 0;
  const chunks = gunzipIfGzip(bytesOf(path, log.path), gunzip);
  const decoder = new TextDecoder();
  for await (const line of linesOf(chunks, LINE_BYTES_MAX)) {
    bytes += line.bytes.length;
    if (bytes > NAMES_BYTES_MAX || names.size >= NAMES_MAX) break;
    const name = line.tooLong ? null : nodeOfLine(decoder.decode(line.bytes));
    if (name !== null) names.add(name);
  }
  return [...names].sort();
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

const NAMED_MAX = 10;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "no node that it names";
  return formatNames(names, { max: NAMED_MAX });
}

/** One member, as it comes. */
function bytesOf(bundle: string, member: string): AsyncIterable<Uint8Array> {
  return memberBytes((wants) => bundleParts(bundle, wants), bundle, member);
}
