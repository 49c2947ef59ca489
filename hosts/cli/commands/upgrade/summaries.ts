/** Summaries that were given, each node's with its PodLists: a capture for each node. */
import { dirname } from "node:path";
import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { looseList, withoutList } from "../../../../analysis/questions/upgrade/notTaken.ts";
import { NoTimeError } from "../../../../analysis/read/capture/pairs.ts";
import { nodeNameOfSummary, nodesOfPods } from "../../../../analysis/read/objects/nodePods.ts";
import { wantedDocument } from "../../../../analysis/read/recognize/wanted.ts";
import { readDocument } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure } from "../../exitCode.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { readPairs } from "../../input/pairs.ts";

/** Paths of documents of one node, each in the order of their names. */
export interface NodeDocuments {
  readonly summaries: readonly string[];
  readonly podLists: readonly string[];
}

export interface SortedDocuments {
  readonly nodes: readonly NodeDocuments[];
  /** What is left out or missing, in sentences. */
  readonly notes: readonly string[];
}

interface NodeOfFolder {
  readonly node: string | null;
  readonly summaries: string[];
  readonly podLists: string[];
}

/** Folders may have documents of several nodes, and nodes of several clusters the same name. */
export async function documentsByNode(
  { summaries, podLists }: NodeDocuments,
  nameOf: (path: string) => string,
  engine: EvictionEngine,
  io: Io,
): Promise<SortedDocuments> {
  const nodes = new Map<string, NodeOfFolder>();
  for (const path of [...summaries].sort()) {
    const summary = wantedDocument(nameOf(path), await readDocument(path, io), "Summary");
    const node = nodeNameOfSummary(summary);
    const key = `${dirname(path)} ${node}`;
    const known = nodes.get(key) ?? { node, summaries: [], podLists: [] };
    known.summaries.push(path);
    nodes.set(key, known);
  }
  const notes: string[] = [];
  for (const path of [...podLists].sort()) {
    const list = wantedDocument(nameOf(path), await readDocument(path, io), "PodList");
    const own = ofList(path, nodesOfPods(engine, list), [...nodes.values()]);
    const missing = own.filter((each) => each.podLists.length < each.summaries.length);
    for (const each of missing) each.podLists.push(path);
    if (missing.length === 0) notes.push(looseList(nameOf(path)));
  }
  for (const { summaries, podLists } of nodes.values()) {
    const [first = ""] = summaries;
    if (podLists.length === 0) notes.push(withoutList(nameOf(first)));
  }
  return { nodes: [...nodes.values()], notes };
}

/** The nodes with pods in a list, of those in its folder. */
function ofList(
  path: string,
  named: readonly string[],
  nodes: readonly NodeOfFolder[],
): readonly NodeOfFolder[] {
  const near = nodes.filter(({ summaries: [first = ""] }) => dirname(first) === dirname(path));
  const all = near.length > 0 ? near : nodes;
  if (all.length === 1) return all;
  return all.filter(({ node }) => node !== null && named.includes(node));
}

export async function openSummaries(
  { summaries, podLists }: NodeDocuments,
  name: string,
  engine: EvictionEngine,
  io: Io,
): Promise<NamedCapture> {
  try {
    const { capture } = await readPairs(summaries, { pods: podLists }, engine, io);
    return { ...capture, name };
  } catch (error) {
    if (!(error instanceof NoTimeError)) throw error;
    throw inputFailure(`${error.problem}; give a capture, which has the time of each Summary.`);
  }
}
