import { bundleDocument } from "../../../../analysis/questions/explain/bundleDocument.ts";
import { incidentSection } from "../../../../analysis/questions/explain/incident.ts";
import type {
  AdmissionOptions,
  ExplainOptions,
} from "../../../../analysis/questions/explain/options.ts";
import { type BundleFindings, missingOf } from "../../../../analysis/read/bundle/findings.ts";
import { formatTree, JsonNumber, type JsonObject } from "../../../../analysis/read/json/tree.ts";
import { object } from "../../../../analysis/read/messages/messageJson.ts";
import type { Section } from "../../../../analysis/text/document.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { appliedConfiguration, readBundle } from "../../input/bundle.ts";
import { printDocument } from "../../printDocument.ts";
import { nodeIncident } from "./bundleNode.ts";
import { reportedTree } from "./events.ts";

/** Lists what a bundle has and lacks, and tells its evictions, node by node. */
export async function explainBundle(
  path: string,
  {
    node,
    output,
    all = false,
    ...asked
  }: Pick<ExplainOptions, "node" | "admit" | "nodeObject" | "output" | "all">,
  io: Io,
): Promise<void> {
  const findings = await readBundle(path, io);
  if (node !== undefined && findings.nodes.every(({ name }) => name !== node)) {
    const names = findings.nodes.map(({ name }) => name).join(", ");
    throw inputFailure(`${path}: it has nothing about node ${node}; it has ${names || "no node"}.`);
  }
  if (output === "json") {
    refuseAdmission(path, asked);
    await io.stdout.write(`${formatTree(bundleTree(findings, node))}\n`);
    return;
  }
  const moment = await momentSections(path, findings, node, asked, io);
  if (moment.length === 0) refuseAdmission(path, asked);
  await printDocument(bundleDocument(path, findings, { node, moment }), { output, all }, io);
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

/** The chosen node when the bundle was made, or the only one, where its Summary is there. */
async function momentSections(
  path: string,
  findings: BundleFindings,
  chosen: string | undefined,
  asked: AdmissionOptions,
  io: Io,
): Promise<readonly Section[]> {
  const { nodes, documentsOf } = findings;
  const node = nodes.find(({ name }) => name === chosen) ?? nodes[0];
  if (node === undefined || (chosen === undefined && nodes.length > 1)) return [];
  const documents = documentsOf(node.name);
  if (documents === null) return [];
  const configuration = await appliedConfiguration(path, findings, node.name, io);
  const incident = await nodeIncident(path, node, documents, { ...asked, configuration }, io);
  if (incident === null) return [];
  const under = configuration === undefined ? "the kubelet's defaults" : "its own configuration";
  const title = `${node.name} when the bundle was made, under ${under}`;
  return [{ ...incidentSection(incident), title }];
}

function bundleTree(findings: BundleFindings, node: string | undefined): JsonObject {
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
  });
}
