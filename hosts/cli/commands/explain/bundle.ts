import { bundleLines, nextLines } from "../../../../analysis/present/terminal/bundle.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { section } from "../../../../analysis/present/terminal/section.ts";
import { type Style, styleOf } from "../../../../analysis/present/terminal/style.ts";
import type {
  AdmissionOptions,
  ExplainOptions,
} from "../../../../analysis/questions/explain/options.ts";
import { type BundleFindings, missingOf } from "../../../../analysis/read/bundle/findings.ts";
import { formatTree, JsonNumber, type JsonObject } from "../../../../analysis/read/json/tree.ts";
import { object } from "../../../../analysis/read/messages/messageJson.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { appliedConfiguration, readBundle } from "../../input/bundle.ts";
import { nodeLines } from "./bundleNode.ts";
import { reportedTree, storyBlocks } from "./events.ts";

/** Stories of a node that are told where no node is named; a night under pressure has hundreds. */
const STORIES_PER_NODE = 2;

/** Lists what a bundle has and lacks, and tells its evictions, node by node. */
export async function explainBundle(
  path: string,
  { node, ...asked }: Pick<ExplainOptions, "node" | "admit" | "nodeObject">,
  output: "text" | "json",
  io: Io,
): Promise<void> {
  const findings = await readBundle(path, io);
  if (node !== undefined && findings.nodes.every(({ name }) => name !== node)) {
    const names = findings.nodes.map(({ name }) => name).join(", ");
    throw inputFailure(`${path}: nothing in it is of node ${node}; it has ${names || "no node"}.`);
  }
  if (output === "json") {
    refuseAdmission(path, asked);
    await io.stdout.write(`${formatTree(bundleTree(findings, node))}\n`);
    return;
  }
  const style = styleOf(io);
  const moment = await momentLines(path, findings, node, asked, style, io);
  if (moment.length === 0) refuseAdmission(path, asked);
  const lines = [
    ...bundleLines(path, findings, style),
    ...stories(findings, node, style),
    ...moment,
    ...nextLines(path, findings, node, style),
  ];
  await io.stdout.write(printed(lines, style.isAscii));
}

/** Only the text about one node's Summary has what admission would do. */
function refuseAdmission(path: string, { admit, nodeObject }: AdmissionOptions): void {
  const asked = admit === undefined ? nodeObject && "--node-object" : "--admit";
  if (asked === undefined) return;
  throw usageFailure(
    `${asked} asks about one node's Summary in text, and ${path} tells of none here; ` +
      "name the node with --node, or omit it.",
  );
}

/** The chosen node when the bundle was made, or the only one, where its Summary is there. */
async function momentLines(
  path: string,
  findings: BundleFindings,
  chosen: string | undefined,
  asked: AdmissionOptions,
  style: Style,
  io: Io,
): Promise<readonly string[]> {
  const { nodes, documentsOf } = findings;
  const node = nodes.find(({ name }) => name === chosen) ?? nodes[0];
  if (node === undefined || (chosen === undefined && nodes.length > 1)) return [];
  const documents = documentsOf(node.name);
  if (documents === null) return [];
  const indented = { ...style, columns: style.columns - 2 };
  const configuration = await appliedConfiguration(path, findings, node.name, io);
  const lines = await nodeLines(path, node, documents, { ...asked, configuration }, indented, io);
  if (lines.length === 0) return [];
  const under = configuration === undefined ? "the kubelet's defaults" : "its own configuration";
  const title = `${node.name} when the bundle was made, under ${under}`;
  return section(title, ["", ...lines], style);
}

function stories(
  { messages, nodes }: BundleFindings,
  chosen: string | undefined,
  style: Style,
): readonly string[] {
  const indented = { ...style, columns: style.columns - 2 };
  const names = chosen === undefined ? [...nodes.map(({ name }) => name), null] : [chosen];
  return names.flatMap((name) => {
    const blocks = storyBlocks(
      messages.filter((message) => message.node === name),
      indented,
    );
    if (blocks.length === 0) return [];
    const told = chosen === undefined ? blocks.slice(0, STORIES_PER_NODE) : blocks;
    const more = blocks.length - told.length;
    const title = name === null ? "Evictions of a node that is not named" : `Evictions on ${name}`;
    return [
      ...["", style.paint.title(title)],
      ...told.flatMap((block) => ["", ...block.map((line) => (line === "" ? "" : `  ${line}`))]),
      ...(more > 0 ? ["", style.paint.faint(`  … ${more} more with --node ${name}`)] : []),
    ];
  });
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
