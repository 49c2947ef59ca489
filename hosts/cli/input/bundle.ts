import { ByteParts } from "../../shared/byteParts.ts";
import { CutOff } from "../../shared/capture/format.ts";
import { gunzipIfGzip } from "../../shared/capture/gzip.ts";
import type { ConfigurationText } from "../../shared/configuration.ts";
import {
  type BundleFindings,
  BundleReader,
  type FoundMember,
  logsOf,
} from "../../shared/evidence/bundle/findings.ts";
import { gunzip } from "../../system/captureFile.ts";
import type { Io } from "../../system/io.ts";
import { bundleParts } from "../bundle/bundleParts.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { JournalSource } from "./journal.ts";

/** A namespace's events take some megabytes; nothing that is read whole is larger. */
const DOCUMENT_BYTES_MAX = 2 ** 26;

/** Reads a bundle once: what is in it, what tells of evictions, and what is missing. */
export async function readBundle(path: string, io: Io): Promise<BundleFindings> {
  const reader = new BundleReader();
  const parts = new ByteParts();
  let isTooLarge = false;
  try {
    const wants = (member: string, size: number | null) => reader.wants(member, size);
    for await (const { path: member, bytes } of bundleParts(path, wants)) {
      if (bytes !== null) {
        isTooLarge ||= parts.size + bytes.length > DOCUMENT_BYTES_MAX;
        if (isTooLarge) parts.clear();
        else parts.add(bytes.slice());
        continue;
      }
      if (isTooLarge) reader.refuse(member, "has more than 64 MiB");
      else reader.take(member, parts.take());
      isTooLarge = false;
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    await printWarnings(
      [`${path}: the archive ends early or is damaged; what is before counts.`],
      io,
    );
  }
  const findings = reader.findings();
  await printWarnings(
    findings.unread.map((sentence) => `${path}: ${sentence}`),
    io,
  );
  if (findings.tool !== null) return findings;
  throw inputFailure(
    `${path}: nothing in it is of a must-gather, a sosreport, a support bundle of ` +
      "troubleshoot.sh or a kubectl cluster-info dump; give one of these, a folder or an archive.",
  );
}

/** The kubelet's log of a node, as it lies in a bundle, and the configuration beside it. */
export interface BundleJournal {
  readonly source: JournalSource;
  readonly configuration: ConfigurationText | undefined;
}

export async function bundleJournal(
  path: string,
  node: string | undefined,
  io: Io,
): Promise<BundleJournal> {
  const findings = await readBundle(path, io);
  const [log, ...others] = chosenLogs(path, findings, node);
  if (log === undefined) throw inputFailure(`${path}: no kubelet log is in it.`);
  const more =
    others.length === 0 ? "" : `; also there: ${others.map((each) => each.path).join(", ")}`;
  await printNotes([`${path}: reading ${log.path}${more}.`], io);
  const [configuration] = findings.tool === "sosreport" ? findings.configurations : [];
  if (configuration !== undefined) {
    await printNotes([`${path}: the thresholds are those of ${configuration.path}.`], io);
  }
  return {
    source: {
      name: `${path}: ${log.path}`,
      node: log.isShared ? (node ?? null) : null,
      chunks: gunzipIfGzip(bytesOf(path, log.path), gunzip),
    },
    configuration:
      configuration === undefined
        ? undefined
        : { name: `${path}: ${configuration.path}`, text: configuration.text },
  };
}

function chosenLogs(
  path: string,
  findings: BundleFindings,
  node: string | undefined,
): readonly FoundMember[] {
  const logs = findings.members.filter(({ kind }) => kind === "log");
  const named = findings.nodes.map(({ name }) => name).filter((name) => logsOf(findings, name)[0]);
  if (logs.length === 0) {
    throw inputFailure(
      `${path}: no kubelet log is in it; plimsoll explain --bundle says what is, and what to get.`,
    );
  }
  if (node !== undefined) {
    const own = logsOf(findings, node);
    if (own.length > 0) return own;
    throw inputFailure(`${path}: no kubelet log of ${node} is in it, but of ${listed(named)}.`);
  }
  const isOne =
    new Set(logs.map((log) => log.node)).size === 1 && !logs.some((log) => log.isShared);
  if (isOne) return logs;
  throw usageFailure(
    `--bundle has logs of several nodes; give --node with one of ${listed(named)}.`,
  );
}

const NAMED_MAX = 10;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "no node that it names";
  const more = names.length - NAMED_MAX;
  return `${names.slice(0, NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** One member, as it comes. */
async function* bytesOf(
  bundle: string,
  member: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { bytes } of bundleParts(bundle, (path) => path === member)) {
    if (bytes === null) return;
    yield bytes.slice();
  }
}
