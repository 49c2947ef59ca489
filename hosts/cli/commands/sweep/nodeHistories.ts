import { stat } from "node:fs/promises";
import { basename } from "node:path";
import {
  byCapture,
  type LeftOutCapture,
  REASONS,
} from "../../../../analysis/questions/sweep/leftOut.ts";
import type { Shard } from "../../../../analysis/questions/sweep/shardLines.ts";
import { nodeNameOfSummary } from "../../../../analysis/read/objects/nodePods.ts";
import { openCaptureFile } from "../../../system/captureFile.ts";
import { nameOf } from "../../../system/files.ts";
import { inputSentence } from "../../errors.ts";
import { digestOf } from "./sweepDigests.ts";

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
  /** A digest of the captures of each node, also of other shards. */
  readonly capturesDigest: string;
}

/** How a capture begins. */
interface Beginning {
  readonly path: string;
  readonly node: string;
  /** The time of its first record; the lowest one for a capture without any. */
  readonly at: bigint;
}

/**
 * The nodes of a shard: those whose place among all nodes leaves the same rest. `onRead`: how many
 * captures have been looked at, of which there may be thousands.
 */
export async function nodeHistories(
  paths: readonly string[],
  { shard, of }: Shard,
  onRead: (captures: number) => Promise<void> = async () => {},
): Promise<NodeHistories> {
  const byNode = new Map<string, Beginning[]>();
  const unread: LeftOutCapture[] = [];
  for (const [index, path] of paths.entries()) {
    const read = await beginningOf(path);
    await onRead(index + 1);
    if ("reason" in read) unread.push(read);
    else byNode.set(read.node, [...(byNode.get(read.node) ?? []), read]);
  }
  const sorted = [...byNode].sort(([a], [b]) => compare(a, b));
  const isOfShard = (_: unknown, index: number) => index % of === shard - 1;
  const nodes = sorted.filter(isOfShard);
  const leftOut = byCapture(unread).filter(isOfShard);
  const captures = nodes.reduce((sum, [, own]) => sum + own.length, leftOut.length);
  return {
    nodes: nodes.map(([node, own]) => ({ node, paths: inTime(own) })),
    ...{ leftOut, captures },
    capturesDigest: capturesDigest(
      sorted.map(([node, own]) => [node, own.map(({ path }) => path)]),
      unread.map(({ capture }) => capture),
    ),
  };
}

/** By names without folders: a shard may see the same files in another place. */
export function capturesDigest(
  byNode: readonly (readonly [string, readonly string[]])[],
  unread: readonly string[],
): string {
  const namesOf = (paths: readonly string[]) => paths.map((path) => basename(path)).sort();
  return digestOf([byNode.map(([node, own]) => [node, namesOf(own)]), namesOf(unread)]);
}

/** Named by the header or the first Summary; a capture that names no node is its own node. */
async function beginningOf(path: string): Promise<Beginning | LeftOutCapture> {
  try {
    if (!(await stat(path)).isFile()) return { capture: path, reason: REASONS.pipe };
    const { header, records } = await openCaptureFile(path);
    let node = header?.node === undefined ? null : String(header.node);
    let at: bigint | null = null;
    // A file is closed when the loop ends: thousands would be open otherwise.
    for await (const { time, summary } of records) {
      at ??= time;
      node ??= summary === null ? null : nodeNameOfSummary(summary);
      if (node !== null) break;
    }
    return { path, node: node ?? nameOf(path), at: at ?? -(2n ** 63n) };
  } catch (error) {
    const reason = inputSentence(error);
    if (reason === null) throw error;
    return { capture: path, reason };
  }
}

function inTime(captures: readonly Beginning[]): readonly string[] {
  const ordered = [...captures].sort((a, b) => compare(a.at, b.at) || compare(a.path, b.path));
  return ordered.map(({ path }) => path);
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b);
}
