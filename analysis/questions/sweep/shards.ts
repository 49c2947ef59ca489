/** Files of a sweep that was divided, and what joins them. */
import { formatNames } from "../../text/names.ts";
import { settingsOf } from "./configurations.ts";
import { type NodeCell, readNodeCell } from "./nodeCell.ts";
import {
  readShardEnd,
  readShardHead,
  type ShardEnd,
  type ShardHead,
  type SweepHead,
} from "./shardLines.ts";

/** The text of a file, and its name. */
export interface ShardText {
  readonly name: string;
  readonly text: string;
}

/** A joined sweep: as if it had not been divided, where no shard is missing. */
export interface JoinedSweep {
  readonly head: SweepHead;
  readonly cells: readonly NodeCell[];
  readonly end: ShardEnd;
  /** Shards that are not there, or end early. */
  readonly missing: readonly number[];
  readonly of: number;
  /** Names of files that hold what another file holds. */
  readonly duplicates: readonly string[];
}

export class ShardError extends Error {
  override readonly name = "ShardError";
}

interface ReadShard {
  readonly name: string;
  readonly head: ShardHead;
  readonly cells: readonly NodeCell[];
  /** Null for a shard that ends early. */
  readonly end: ShardEnd | null;
  readonly text: string;
}

/** Joins shards in any order; throws ShardError for files that do not belong together. */
export function joinShards(texts: readonly ShardText[]): JoinedSweep {
  const found = new Map<number, ReadShard>();
  const duplicates: string[] = [];
  // Of a shard that ended before its first line, a redirection leaves an empty file.
  const [first, ...others] = texts.filter(({ text }) => text !== "").map(readShard);
  if (first === undefined) throw new ShardError("All shards are empty; run them again.");
  for (const each of [first, ...others]) {
    refuseOther(first, each);
    const known = found.get(each.head.shard);
    if (known === undefined || known.end === null) found.set(each.head.shard, each);
    if (known === undefined) continue;
    if (known.end !== null && each.end !== null && known.text !== each.text) {
      const what = `shard ${each.head.shard}, with other cells`;
      throw new ShardError(`${known.name} and ${each.name} are both ${what}; give one of them.`);
    }
    duplicates.push(each.name);
  }
  const { of } = first.head;
  const whole = [...found.values()].filter(({ end }) => end !== null);
  const numbers = new Set(whole.map(({ head }) => head.shard));
  return {
    head: first.head,
    cells: cellsOf(whole),
    end: endOf(whole),
    missing: Array.from({ length: of }, (_, at) => at + 1).filter((each) => !numbers.has(each)),
    of,
    duplicates,
  };
}

/** What is equal in all shards of a sweep, and what to do where it differs. */
const EQUAL: readonly (readonly [(head: ShardHead) => string, what: string, advice: string])[] = [
  [({ of }) => String(of), "counts other shards than", "give the shards of one sweep"],
  [({ axes }) => JSON.stringify(axes), "varies other values than", "give the shards of one sweep"],
  [({ moduleDigest }) => moduleDigest, "is from another release than", "run both with one"],
  [({ optionsDigest }) => optionsDigest, "has other options than", "run both with the same"],
  [
    ({ capturesDigest }) => capturesDigest,
    "was run on other captures than",
    "run all shards on the same files",
  ],
];

function refuseOther(first: ReadShard, { name, head }: ReadShard): void {
  for (const [read, what, advice] of EQUAL) {
    if (read(head) === read(first.head)) continue;
    throw new ShardError(`${name} ${what} ${first.name}; ${advice}.`);
  }
}

function readShard({ name, text }: ShardText): ReadShard {
  const [first = "", ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  const head = readShardHead(first);
  if (head === null) {
    const advice = "give what `plimsoll sweep --output ndjson` of this release printed";
    throw new ShardError(`${name} is not a shard of a sweep; ${advice}.`);
  }
  const end = readShardEnd(lines.at(-1) ?? "");
  const body = end === null ? lines : lines.slice(0, -1);
  const cells = body.flatMap((line, index) => {
    const cell = readNodeCell(line);
    // The last line of a shard that ends early may be a part of one.
    if (cell !== null || (end === null && index === body.length - 1)) return cell ?? [];
    throw new ShardError(`${name}: line ${index + 2} is not a cell; run this shard again.`);
  });
  const nodes = new Set(cells.map(({ node }) => node)).size;
  const isWhole = end !== null && end.cells === cells.length && end.nodes === nodes;
  const shard = { name, head, cells, end: isWhole ? end : null, text };
  if (isWhole) refuseGaps(shard);
  return shard;
}

/** Each node has a cell for each configuration, one after the other. */
function refuseGaps({ name, head, cells }: ReadShard): void {
  const expected = settingsOf(head.axes).map((settings) => JSON.stringify(settings));
  const nodes = new Set<string>();
  for (const [index, { node, settings }] of cells.entries()) {
    const at = index % expected.length;
    const isNext = JSON.stringify(settings) === expected[at] && cells[index - at]?.node === node;
    if (!isNext || (at === 0 && nodes.has(node))) {
      throw new ShardError(
        `${name}: the cells of ${node} are not those of this sweep; run it again.`,
      );
    }
    nodes.add(node);
  }
  if (cells.length % expected.length === 0) return;
  throw new ShardError(`${name}: cells of its last node are missing; run it again.`);
}

/** By node, each with its configurations in their order. */
function cellsOf(shards: readonly ReadShard[]): readonly NodeCell[] {
  const owners = new Map<string, ReadShard>();
  const all: NodeCell[] = [];
  for (const shard of shards) {
    for (const cell of shard.cells) {
      const owner = owners.get(cell.node) ?? shard;
      if (owner !== shard) {
        const both = formatNames([owner.name, shard.name]);
        throw new ShardError(`${both} both have ${cell.node}; run them on the same captures.`);
      }
      owners.set(cell.node, shard);
      all.push(cell);
    }
  }
  // A stable sort: the configurations of a node stay in their order.
  return all.sort((a, b) => (a.node === b.node ? 0 : a.node < b.node ? -1 : 1));
}

function endOf(shards: readonly ReadShard[]): ShardEnd {
  const ends = shards.flatMap(({ end }) => end ?? []);
  const sum = (read: (end: ShardEnd) => number) => ends.reduce((all, end) => all + read(end), 0);
  return {
    captures: sum(({ captures }) => captures),
    nodes: sum(({ nodes }) => nodes),
    cells: sum(({ cells }) => cells),
    leftOut: ends.flatMap(({ leftOut }) => leftOut),
    defaultsAssumed: sum(({ defaultsAssumed }) => defaultsAssumed),
  };
}
