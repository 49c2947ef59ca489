import type { LeftOutCapture } from "../../../../analysis/questions/sweep/leftOut.ts";
import type { Shard } from "../../../../analysis/questions/sweep/shards.ts";
import { nodeNameOfSummary } from "../../../../analysis/read/objects/nodePods.ts";
import { openCaptureFile } from "../../../system/captureFile.ts";
import { nameOf } from "../../../system/files.ts";
import { inputSentence } from "../../errors.ts";

/** The captures of one node, in the order of time. */
export interface NodeHistory {
  readonly node: string;
  readonly paths: readonly string[];
}

export interface NodeHistories {
  readonly nodes: readonly NodeHistory[];
  readonly leftOut: readonly LeftOutCapture[];
  /** How many captures belong to the shard, with those that are left out. */
  readonly captures: number;
}

/** The nodes of a shard: those whose place among all nodes leaves the same rest. */
export async function nodeHistories(
  paths: readonly string[],
  { shard, of }: Shard,
): Promise<NodeHistories> {
  const byNode = new Map<string, string[]>();
  const unread: LeftOutCapture[] = [];
  for (const path of paths) {
    const node = await nodeOf(path);
    if (typeof node === "string") byNode.set(node, [...(byNode.get(node) ?? []), path]);
    else unread.push({ capture: path, reason: node.reason });
  }
  const nodes = [...byNode].sort(([a], [b]) => (a < b ? -1 : 1)).filter(isOfShard);
  const leftOut = unread.sort((a, b) => (a.capture < b.capture ? -1 : 1)).filter(isOfShard);
  const captures = nodes.reduce((sum, [, own]) => sum + own.length, leftOut.length);
  return {
    nodes: await Promise.all(
      nodes.map(async ([node, own]) => ({ node, paths: await inTime(own) })),
    ),
    ...{ leftOut, captures },
  };

  function isOfShard(_: unknown, index: number): boolean {
    return index % of === shard - 1;
  }
}

/** As the header calls it, or the first Summary; a capture that names none is its own node. */
async function nodeOf(path: string): Promise<string | { readonly reason: string }> {
  try {
    const { header, records } = await openCaptureFile(path);
    if (header?.node !== undefined) return String(header.node);
    for await (const { summary } of records) {
      const node = summary === null ? null : nodeNameOfSummary(summary);
      if (node !== null) return node;
    }
    return nameOf(path);
  } catch (error) {
    const reason = inputSentence(error);
    if (reason === null) throw error;
    return { reason };
  }
}

async function inTime(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length < 2) return paths;
  const begun: { readonly path: string; readonly at: bigint }[] = [];
  for (const path of paths) begun.push({ path, at: await startOf(path) });
  return begun
    .sort((a, b) => compare(a.at, b.at) || compare(a.path, b.path))
    .map(({ path }) => path);
}

/** A capture without a record is in the first place. */
async function startOf(path: string): Promise<bigint> {
  const { records } = await openCaptureFile(path);
  for await (const { time } of records) return time;
  return -(2n ** 63n);
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b);
}
