/** What a support bundle has about evictions: a folder or an archive that was given. */
import { Detail } from "../../../assembly/abi.ts";
import type { Decision } from "../../engine/decision.ts";
import { EvictionEngine } from "../../engine/evictionEngine.ts";
import { takeStep } from "../../engine/step.ts";
import { type BundleFindings, logsOf } from "../../read/bundle/findings.ts";
import { givenParts } from "../../read/bundle/givenParts.ts";
import { configurationOf } from "../../read/bundle/nodeConfiguration.ts";
import type { Wants } from "../../read/bundle/part.ts";
import {
  cutText,
  memberBytes,
  type OpenParts,
  readFindings,
} from "../../read/bundle/readFindings.ts";
import { gunzipIfGzip } from "../../read/capture/gzip.ts";
import { timeOfSummary } from "../../read/capture/pairs.ts";
import {
  type ConfigurationText,
  readConfiguration,
  toModuleConfiguration,
} from "../../read/kubelet/configuration.ts";
import { memoryReport } from "../../read/memory/nodeMemory.ts";
import { readable } from "../../read/readable.ts";
import type { GivenDocument } from "../../read/recognize/given.ts";
import { UnreadableError } from "../../read/unreadable.ts";
import { bundleDocument, evictedPods, momentTitle } from "../explain/bundleDocument.ts";
import { bundleEvents, bundleHappened } from "../explain/bundleHappened.ts";
import type { Incident } from "../explain/incident.ts";
import { comparedEvents } from "../replay/comparedEvents.ts";
import type { Happened } from "../replay/happened.ts";
import { LoggedEvictions } from "../replay/loggedEvictions.ts";
import { type Asking, type Context, type GivenPart, type OwnAnswer, withRests } from "./asked.ts";
import { isAboutInput } from "./isAboutInput.ts";
import { stepsOfLog } from "./logged.ts";

const NOTHING_LOGGED: Happened = { happened: [], policyOnly: [] };

/** A bundle that was read, and how to read more of it. */
interface ReadBundle {
  readonly name: string;
  readonly open: OpenParts;
  readonly findings: BundleFindings;
}

export async function answerBundle(
  [{ file, document: given }]: readonly [GivenPart, ...GivenPart[]],
  context: Context,
): Promise<readonly OwnAnswer[]> {
  const { asking, asked, notices } = context;
  const { name } = file;
  const open = openBundle(given, asking);
  const { reader, isCut } = await readFindings(name, open);
  const findings = reader.findings();
  if (isCut) await notices.warn([cutText(name)]);
  await notices.warn(findings.unread.map((sentence) => `${name}: ${sentence}`));
  if (findings.tool === null) throw new UnreadableError(notBundleText(name));
  const nodes = findings.nodes.map((node) => node.name);
  const node =
    nodes.find((each) => each === asked?.node) ?? (nodes.length === 1 ? nodes[0] : undefined);
  const bundle = { name, open, findings };
  // A log is that of one node, even where nothing names it.
  const only = nodes.length === 0 ? null : node;
  const configuration = only === undefined ? null : await appliedTo(bundle, only, context);
  const logged = only === undefined ? null : await loggedOn(bundle, only, configuration, context);
  const incident =
    node === undefined ? null : await incidentOn(bundle, node, configuration, context);
  const messages = findings.messages.filter((each) => node === undefined || each.node === node);
  const decisions = { logged: logged ?? NOTHING_LOGGED, moment: incident?.decision ?? null };
  const happened = bundleHappened(messages, decisions);
  const title = momentTitle(node ?? "", configuration === null);
  const compared = comparedEvents(bundleEvents(happened, decisions), null, happened.notes);
  const moment = incident === null ? null : { title, incident };
  const evicted = evictedPods(happened);
  const document = bundleDocument(name, findings, { node, compared, moment, evicted });
  const chosen = node === undefined ? {} : { asked: { node } };
  const kinds = new Set(findings.members.map(({ kind }) => kind));
  const hasObjects = kinds.has("nodes") && kinds.has("pods");
  return [{ subject: "node", document, nodes, hasObjects, ...chosen }];
}

export function openBundle(given: GivenDocument, asking: Asking): OpenParts {
  return (wants) => withProgress(given, wants, asking);
}

/** The members of a bundle; while they are read, newer requests are served. */
async function* withProgress(given: GivenDocument, wants: Wants, asking: Asking) {
  let read = 0;
  for await (const part of givenParts(given, (each) => withRests(each, asking), wants)) {
    yield part;
    if (given.files === undefined) continue;
    read += part.bytes?.length ?? 0;
    asking.onRead(given, read);
    await asking.rest();
  }
}

function notBundleText(name: string): string {
  return (
    `${name} is not recognized as a must-gather, a sosreport, a support bundle of ` +
    "troubleshoot.sh, a log bundle of openshift-install, a snapshot of sonobuoy or a kubectl " +
    "cluster-info dump; unpack it, and drop the files of one incident."
  );
}

/** The node's own configuration; why there is none is a note. */
async function appliedTo(
  { name, findings }: ReadBundle,
  node: string | null,
  { notices }: Context,
): Promise<ConfigurationText | null> {
  const own = configurationOf(findings, node);
  if (own.found !== null) {
    await notices.note([`${name}: the thresholds are those of ${own.found.path}.`]);
    return { name: `${name}: ${own.found.path}`, text: own.found.text };
  }
  if (own.reason !== null) {
    await notices.note([`${name}: no kubelet configuration is applied: ${own.reason}.`]);
  }
  return null;
}

async function loggedOn(
  { name, open, findings }: ReadBundle,
  node: string | null,
  configuration: ConfigurationText | null,
  context: Context,
): Promise<Happened | null> {
  const [log] = logsOf(findings, node);
  if (log === undefined) return null;
  const logged = new LoggedEvictions();
  const source = {
    name: `${name}: ${log.path}`,
    node: log.isShared ? node : null,
    chunks: gunzipIfGzip(memberBytes(open, name, log.path)),
    now: context.asking.now,
  };
  await context.notices.note([`${name}: reading ${log.path}.`]);
  await unlessUnreadable(context, async () => {
    for await (const step of stepsOfLog(source, configuration, context)) logged.step(step);
  });
  return logged.result();
}

/** The node as its Summary in the bundle has it; null without one. */
async function incidentOn(
  { name, findings }: ReadBundle,
  node: string,
  configuration: ConfigurationText | null,
  context: Context,
): Promise<Incident | null> {
  const documents = findings.documentsOf(node);
  if (documents === null) return null;
  const { summary } = documents;
  const kubelet = findings.nodes.find((each) => each.name === node)?.kubelet ?? null;
  const loaded = readConfiguration(configuration ?? { name: "defaults", text: DEFAULTS });
  const engine = new EvictionEngine(await context.asking.module("eviction"));
  return unlessUnreadable(context, () => {
    const options = kubelet === null ? {} : { kubeletVersion: kubelet };
    engine.configure(toModuleConfiguration(loaded, options));
    const time = timeOfSummary(`${name}, node ${node}`, summary);
    const { action } = takeStep(engine, { time, ...documents });
    if (action === null) return null;
    const decision = readable(engine.report<Decision>(Detail.Counterfactuals));
    return { decision, memory: memoryReport(summary, decision.evictions[0]) };
  });
}

const DEFAULTS = '{"kind":"KubeletConfiguration"}';

/** One document that is not what it seems does not keep the others back. */
async function unlessUnreadable<T>(
  { notices }: Context,
  work: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isAboutInput(error)) throw error;
    await notices.warn([error instanceof Error ? error.message : String(error)]);
    return null;
  }
}
