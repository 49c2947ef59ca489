/** The first and the last line of a sweep's file: schemas/sweep-cell-1.schema.json. */
import { isAmount, isMembers, type Members } from "../../read/json/untyped.ts";
import { type Axis, axisOf } from "./axis.ts";
import { CONFIGURATIONS_MAX } from "./configurations.ts";
import { byCapture, type LeftOutCapture } from "./leftOut.ts";

/** Which part of a sweep it is: `3/16`. */
export interface Shard {
  readonly shard: number;
  readonly of: number;
}

export const WHOLE: Shard = { shard: 1, of: 1 };
export const SHARDS_MAX = 99_999;

/** What all shards of a sweep have in common. */
export interface SweepHead {
  readonly axes: readonly Axis[];
  /** SHA-256 in hexadecimal: of the module that decided, */
  readonly moduleDigest: string;
  /** of the options that decide with it, */
  readonly optionsDigest: string;
  /** and of the names of all captures by node, also of other shards. */
  readonly capturesDigest: string;
}

/** The first line of a shard. */
export interface ShardHead extends Shard, SweepHead {}

/** The last line of a shard: without it, a shard is not whole. */
export interface ShardEnd {
  readonly captures: number;
  readonly nodes: number;
  readonly cells: number;
  readonly leftOut: readonly LeftOutCapture[];
  /** Captures without a configuration, for which the kubelet's defaults are assumed. */
  readonly defaultsAssumed: number;
}

const DIGEST = /^[0-9a-f]{64}$/;

export function formatShardHead({ shard, of, axes, ...head }: ShardHead): string {
  const { moduleDigest, optionsDigest, capturesDigest } = head;
  const written = axes.map(({ member, values }) => ({ member, values }));
  const digests = { moduleDigest, optionsDigest, capturesDigest };
  return JSON.stringify({ plimsoll: "sweep-shard/1", shard, of, axes: written, ...digests });
}

/** Null for a line that `formatShardHead` does not write. */
export function readShardHead(line: string): ShardHead | null {
  const { shard, of, axes: written, ...others } = objectIn(line) ?? {};
  if (!isAmount(shard) || !isAmount(of) || shard < 1 || shard > of || of > SHARDS_MAX) return null;
  const axes = axesIn(written);
  if (axes === null) return null;
  const { moduleDigest, optionsDigest, capturesDigest } = others;
  if (!isDigest(moduleDigest) || !isDigest(optionsDigest) || !isDigest(capturesDigest)) return null;
  const head = { shard, of, axes, moduleDigest, optionsDigest, capturesDigest };
  return formatShardHead(head) === line ? head : null;
}

export function formatShardEnd(end: ShardEnd): string {
  const { captures, nodes, cells, leftOut, defaultsAssumed } = end;
  const named = byCapture(leftOut).map(({ capture, reason }) => ({ capture, reason }));
  const counts = { captures, nodes, cells, defaultsAssumed };
  return JSON.stringify({ plimsoll: "sweep-end/1", ...counts, leftOut: named });
}

/** Null for a line that `formatShardEnd` does not write. */
export function readShardEnd(line: string): ShardEnd | null {
  const { captures, nodes, cells, defaultsAssumed, leftOut } = objectIn(line) ?? {};
  if (!isAmount(captures) || !isAmount(nodes) || !isAmount(cells)) return null;
  if (!isAmount(defaultsAssumed) || !Array.isArray(leftOut) || !leftOut.every(isLeftOut)) {
    return null;
  }
  const end = { captures, nodes, cells, defaultsAssumed, leftOut };
  return formatShardEnd(end) === line ? end : null;
}

function objectIn(line: string): Members | null {
  try {
    const value: unknown = JSON.parse(line);
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

/** The axes as `--vary` would have made them: values of nothing else are compared or shown. */
function axesIn(written: unknown): readonly Axis[] | null {
  if (!Array.isArray(written) || written.length === 0) return null;
  const axes: Axis[] = [];
  for (const each of written) {
    const { member, values } = isMembers(each) ? each : {};
    if (typeof member !== "string" || !Array.isArray(values)) return null;
    const axis = axisOf(`${member}=${values.join(",")}`);
    if (typeof axis === "string" || axes.some((known) => known.member === member)) return null;
    axes.push(axis);
  }
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  return count > CONFIGURATIONS_MAX ? null : axes;
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && DIGEST.test(value);
}

function isLeftOut(value: unknown): value is LeftOutCapture {
  return isMembers(value) && typeof value.capture === "string" && typeof value.reason === "string";
}
