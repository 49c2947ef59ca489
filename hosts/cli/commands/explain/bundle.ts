import {
  bundleDocument,
  evictedPods,
  momentTitle,
} from "../../../../analysis/questions/explain/bundleDocument.ts";
import {
  bundleEvents,
  bundleHappened,
} from "../../../../analysis/questions/explain/bundleHappened.ts";
import type { Incident } from "../../../../analysis/questions/explain/incident.ts";
import type {
  AdmissionOptions,
  ExplainOptions,
} from "../../../../analysis/questions/explain/options.ts";
import { otherNamespaces } from "../../../../analysis/questions/options/objects.ts";
import { comparedEvents } from "../../../../analysis/questions/replay/comparedEvents.ts";
import type { Happened } from "../../../../analysis/questions/replay/happened.ts";
import { type BundleFindings, missingOf } from "../../../../analysis/read/bundle/findings.ts";
import { formatTree, JsonNumber, type JsonObject } from "../../../../analysis/read/json/tree.ts";
import { object } from "../../../../analysis/read/messages/messageJson.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { appliedConfiguration, nodeLog, readBundle } from "../../input/bundle.ts";
import { printWarnings } from "../../notes.ts";
import { printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import { nodeEvictions, nodeIncident } from "./bundleNode.ts";
import { reportedTree } from "./events.ts";

/** Lists what a bundle has and lacks, and tells its evictions, node by node. */
export async function explainBundle(
  path: string,
  {
    node,
    namespace,
    output,
    all = false,
    ...asked
  }: Pick<ExplainOptions, "node" | "namespace" | "admit" | "nodeObject" | "output" | "all">,
  io: Io,
): Promise<void> {
  const read = await readBundle(path, io);
  const isAsked = (pod: { readonly namespace: string | null }) =>
    namespace === undefined || pod.namespace === namespace;
  const named = read.messages.flatMap((each) => each.namespace ?? []);
  await printWarnings(otherNamespaces("eviction messages", namespace, named), io);
  const findings = { ...read, messages: read.messages.filter(isAsked) };
  if (node !== undefined && findings.nodes.every(({ name }) => name !== node)) {
    const names = findings.nodes.map(({ name }) => name).join(", ");
    throw inputFailure(`${path}: it has nothing about node ${node}; it has ${names || "no node"}.`);
  }
  if (output === "json") refuseAdmission(path, asked);
  const found = await askedNode(path, findings, node, asked, io);
  const { title, incident, logged } = found;
  const decisions = { logged, moment: incident?.decision ?? null };
  const messages = read.messages.filter((each) => node === undefined || each.node === node);
  const ofAll = bundleHappened(messages, decisions);
  const happened = { ...ofAll, happened: ofAll.happened.filter(isAsked) };
  if (output === "json") {
    await io.stdout.write(`${formatTree(bundleTree(findings, node, happened))}\n`);
    return;
  }
  if (incident === null) refuseAdmission(path, asked);
  const compared = comparedEvents(bundleEvents(happened, decisions), null, happened.notes);
  const moment = incident === null ? null : { title, incident };
  const evicted = evictedPods(happened);
  const whole = all || output !== "text" ? null : sameCommand(io.words ?? [], "--all");
  const about = { node, namespace, compared, moment, evicted, whole };
  const document = bundleDocument(path, findings, about);
  await printDocument(document, { output, all }, io);
}

/** Only a document about one node's Summary has what admission would do. */
function refuseAdmission(path: string, { admit, nodeObject }: AdmissionOptions): void {
  const asked = admit === undefined ? nodeObject && "--node-object" : "--admit";
  if (asked === undefined) return;
  throw usageFailure(
    `${asked} asks about one node's Summary in text, markdown or html, and ${path} has none; ` +
      "name the node with --node, or omit it.",
  );
}

/** A node that decisions are about: the chosen one, or the only one. */
interface AskedNode {
  readonly title: string;
  /** When the bundle was made; null without its Summary. */
  readonly incident: Incident | null;
  readonly logged: Happened;
}

async function askedNode(
  path: string,
  findings: BundleFindings,
  chosen: string | undefined,
  asked: AdmissionOptions,
  io: Io,
): Promise<AskedNode> {
  const { nodes, documentsOf } = findings;
  const node = nodes.find(({ name }) => name === chosen) ?? nodes[0];
  const isOpen = chosen === undefined && nodes.length > 1;
  if (isOpen) return NOTHING_ASKED;
  // A log is that of one node, even where nothing names it.
  const name = node?.name ?? null;
  const log = await nodeLog(path, findings, name, io);
  const documents = name === null ? null : documentsOf(name);
  if (documents === null && log === null) return NOTHING_ASKED;
  const configuration = await appliedConfiguration(path, findings, name, io);
  const logged = log === null ? NOTHING_LOGGED : await nodeEvictions(log, configuration, io);
  if (node === undefined) return { ...NOTHING_ASKED, logged };
  const incident =
    documents === null
      ? null
      : await nodeIncident(path, node, documents, { ...asked, configuration }, io);
  const title = momentTitle(node.name, configuration === undefined);
  return { title, incident, logged };
}

const NOTHING_LOGGED: Happened = { happened: [], policyOnly: [] };
const NOTHING_ASKED: AskedNode = { title: "", incident: null, logged: NOTHING_LOGGED };

function bundleTree(
  findings: BundleFindings,
  node: string | undefined,
  { happened, policyOnly }: Happened,
): JsonObject {
  const { tool, members, nodes, messages } = findings;
  const isChosen = (name: string | null) => node === undefined || name === node;
  return object({
    kind: tool,
    members: members
      .filter(({ kind }) => kind !== "hostname")
      .map((member) =>
        object({
          path: member.path,
          kind: member.kind,
          node: member.node,
          bytes: member.bytes === null ? null : new JsonNumber(String(member.bytes)),
        }),
      ),
    missing: missingOf(findings).map(({ what, command }) => object({ what, command })),
    nodes: nodes
      .filter(({ name }) => isChosen(name))
      .map(({ name, kubelet, allocatable, conditions }) =>
        object({
          ...{ name, kubelet },
          allocatable: object(allocatable),
          conditions: conditions.map(({ type, since }) => object({ type, since })),
        }),
      ),
    evictions: messages.filter((message) => isChosen(message.node)).map(reportedTree),
    happened: happened.map(({ other, ...row }) =>
      object({ ...row, ...(other === undefined ? {} : { other: object({ ...other }) }) }),
    ),
    policyOnly: policyOnly.map((row) => object({ ...row })),
  });
}
