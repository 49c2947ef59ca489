/** Files of a sweep that was divided, and what joins them. */
import { isMembers } from "../../read/json/untyped.ts";
import { formatNames } from "../../text/names.ts";
import { type Axis, axisOf } from "./axis.ts";
import { combinationsOf } from "./configurations.ts";
import { byCapture, type LeftOutCapture } from "./leftOut.ts";
import { type NodeCell, readNodeCell } from "./nodeCell.ts";

/** Which part of a sweep it is: `3/16`. */
export interface Shard {
  readonly shard: number;
  readonly of: number;
}

/** The last line of a shard: without it, a shard is not whole. */
export interface ShardEnd {
  readonly captures: number;
  readonly nodes: number;
  readonly cells: number;
  readonly leftOut: readonly LeftOutCapture[];
  /** Captures without a configuration, for which the kubelet's defaults are assumed. */
  readonly defaultsAssumed: number;
}

export const WHOLE: Shard = { shard: 1, of: 1 };

/** The text of a file, and its name. */
export interface ShardText {
  readonly name: string;
  readonly text: string;
}

/** A joined sweep: as if it had not been divided, where no shard is missing. */
export interface JoinedSweep {
  readonly axes: readonly Axis[];
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

export function formatShardHead({ shard, of }: Shard, axes: readonly Axis[]): string {
  const written = axes.map(({ member, values }) => ({ member, values }));
  return JSON.stringify({ plimsoll: "sweep-shard/1", shard, of, axes: written });
}

export function formatShardEnd(end: ShardEnd): string {
  const { captures, nodes, cells, leftOut, defaultsAssumed } = end;
  const named = byCapture(leftOut);
  const counts = { captures, nodes, cells, defaultsAssumed };
  return JSON.stringify({ plimsoll: "sweep-end/1", ...counts, leftOut: named });
}

interface ReadShard extends Shard {
  readonly name: string;
  readonly axesText: string;
  readonly cells: readonly NodeCell[];
  /** Null for a shard that ends early. */
  readonly end: ShardEnd | null;
  readonly text: string;
}

/** Joins shards in any order; throws ShardError for files that do not belong together. */
export function joinShards(texts: readonly ShardText[]): JoinedSweep {
  const found = new Map<number, ReadShard>();
  const duplicates: string[] = [];
  const [first, ...others] = texts.map(readShard);
  if (first === undefined) throw new ShardError("No shard is given; give the files of a sweep.");
  for (const each of [first, ...others]) {
    if (each.of !== first.of || each.axesText !== first.axesText) {
      const advice = "give the shards of one sweep";
      throw new ShardError(`${each.name} belongs to another sweep than ${first.name}; ${advice}.`);
    }
    const known = found.get(each.shard);
    if (known === undefined || known.end === null) found.set(each.shard, each);
    if (known === undefined) continue;
    if (known.end !== null && each.end !== null && known.text !== each.text) {
      const what = `shard ${each.shard}, with other cells`;
      throw new ShardError(`${known.name} and ${each.name} are both ${what}; give one of them.`);
    }
    duplicates.push(each.name);
  }
  const whole = [...found.values()].filter(({ end }) => end !== null);
  const numbers = Array.from({ length: first.of }, (_, index) => index + 1);
  const axes = axesIn(first);
  const cells = cellsOf(whole);
  refuseGaps(axes, cells);
  return {
    axes,
    cells,
    end: endOf(whole),
    missing: numbers.filter((number) => !whole.some(({ shard }) => shard === number)),
    of: first.of,
    duplicates,
  };
}

function readShard({ name, text }: ShardText): ReadShard {
  const lines = text.split("\n").filter((line) => line !== "");
  const head = objectOf(lines[0] ?? "");
  if (head?.plimsoll !== "sweep-shard/1") {
    const advice = "give what `plimsoll sweep --output ndjson` printed";
    throw new ShardError(`${name} is not a shard of a sweep; ${advice}.`);
  }
  const last = objectOf(lines.at(-1) ?? "");
  const end = last?.plimsoll === "sweep-end/1" ? (last as unknown as ShardEnd) : null;
  const body = lines.slice(1, end === null ? undefined : -1);
  const cells = body.map((line, index) => {
    const cell = readNodeCell(line);
    // The last line of a shard that ends early may be a part of one.
    if (cell === null && !(end === null && index === body.length - 1)) {
      throw new ShardError(`${name}: line ${index + 2} is not a cell; run this shard again.`);
    }
    return cell;
  });
  const isWhole = end !== null && end.cells === cells.length;
  const { shard, of, axes } = head as unknown as Shard & { readonly axes: unknown };
  return {
    ...{ name, shard, of, text, axesText: JSON.stringify(axes), end: isWhole ? end : null },
    cells: cells.filter((cell) => cell !== null),
  };
}

function objectOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

function axesIn({ name, axesText }: ReadShard): readonly Axis[] {
  const written = JSON.parse(axesText) as { member: string; values: string[] }[];
  return written.map(({ member, values }) => {
    const axis = axisOf(`${member}=${values[0] ?? ""}`);
    if (typeof axis === "string") throw new ShardError(`${name}: ${axis}.`);
    return { ...axis, values };
  });
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

/** Each node has a cell for each configuration. */
function refuseGaps(axes: readonly Axis[], cells: readonly NodeCell[]): void {
  const expected = settingsOf(axes).map((settings) => JSON.stringify(settings));
  for (const [index, { node, settings }] of cells.entries()) {
    const isNext = JSON.stringify(settings) === expected[index % expected.length];
    const first = cells[index - (index % expected.length)];
    if (isNext && first?.node === node) continue;
    throw new ShardError(`The cells of ${node} are not those of this sweep; run it again.`);
  }
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

/** The settings of each configuration, as a cell has them. */
export function settingsOf(axes: readonly Axis[]): readonly Readonly<Record<string, string>>[] {
  return combinationsOf(axes).map((values) =>
    Object.fromEntries(axes.map(({ member }, index) => [member, values[index] ?? ""])),
  );
}
