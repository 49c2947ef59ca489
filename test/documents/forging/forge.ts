/** Opaque bytes changed by meaning, with the checksum that belongs to them. */
import type { Random } from "../random.ts";
import type { Checksum } from "./checksum.ts";
import {
  CREDIT_BYTES,
  CREDIT_FIELDS,
  CREDITS_MAX,
  type Field,
  FROZEN_FIELDS,
  rowsOf,
  STATE_FIELDS,
  STATE_HEAD_BYTES,
} from "./layouts.ts";

export interface Forged {
  readonly bytes: Buffer;
  /** What was changed, in words. */
  readonly how: readonly string[];
}

/** Where counts, sizes, masks, indices and times break. */
const SMALL = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 32, 63, 64, 124, 125, 127, 128, 255];
const LARGE = [CREDITS_MAX, CREDITS_MAX + 1, 4096, 4097, 12288, 24577, 250_000, 0x400000, 0x400001];
const EDGES = [0x7fffffff, 0x80000000, 0xfffffff7, 0xfffffffe, 0xffffffff];
const WORDS = [...SMALL, ...LARGE, ...EDGES];
const LONGS = [
  ...[0n, 1n, 2n, 31n, 32n, 1n << 31n, 1n << 32n, 1n << 53n, (1n << 53n) + 1n],
  ...[(1n << 63n) - 1n, 1n << 63n, (1n << 64n) - 2n, (1n << 64n) - 1n, 1_795_168_800_000_000_000n],
];
/** Quotes, controls, breaks in UTF-8. */
const BYTES = [0, 0x0a, 0x22, 0x5c, 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xf0, 0xf5, 0xff];

export function forgeState(state: Buffer, random: Random, checksum: Checksum): Forged {
  let bytes: Buffer = Buffer.from(state);
  const how: string[] = [];
  if (random.oneIn(4)) {
    bytes = withCredits(bytes, random);
    how.push("credits");
  }
  for (let left = 1 + random.below(3); left > 0; left--) {
    const credits = Math.floor((bytes.length - STATE_HEAD_BYTES) / CREDIT_BYTES);
    const inCredit = credits > 0 && random.oneIn(4);
    const field = random.pick(inCredit ? CREDIT_FIELDS : STATE_FIELDS);
    const base = inCredit ? STATE_HEAD_BYTES + CREDIT_BYTES * random.below(credits) : 0;
    how.push(change(bytes, base, field, random));
  }
  checksum.sealState(bytes);
  return { bytes, how };
}

/** As many credits as the count says, or not; sometimes what no state holds. */
function withCredits(state: Buffer, random: Random): Buffer {
  const count = random.pick([0, 1, 2, 3, 5, CREDITS_MAX, CREDITS_MAX + 1]);
  const bytes = Buffer.alloc(STATE_HEAD_BYTES + CREDIT_BYTES * count + 8);
  state.copy(bytes, 0, 0, STATE_HEAD_BYTES);
  for (let index = 0; index < count; index++) {
    const at = STATE_HEAD_BYTES + CREDIT_BYTES * index;
    bytes.writeUInt32LE(bytes.write(`uid-${index % 3}`, at + 4), at);
  }
  bytes.writeUInt32LE(random.oneIn(8) ? random.pick(WORDS) : count, 28);
  return bytes;
}

export function forgeFrozen(frozen: Buffer, random: Random, checksum: Checksum): Forged {
  let bytes: Buffer = Buffer.from(frozen);
  const how: string[] = [];
  for (let left = 1 + random.below(3); left > 0; left--) how.push(changeFrozen(bytes, random));
  if (random.oneIn(16)) {
    bytes = resized(bytes, random);
    how.push(`${bytes.length} bytes`);
  }
  checksum.sealFrozen(bytes);
  return { bytes, how };
}

function changeFrozen(bytes: Buffer, random: Random): string {
  if (random.oneIn(6)) return change(bytes, 0, random.pick(FROZEN_FIELDS), random);
  const { rows, text } = rowsOf(bytes);
  if (text < bytes.length && random.oneIn(6)) {
    const at = text + random.below(bytes.length - text);
    bytes[at] = random.pick(BYTES);
    return `byte ${at - text} of the text = ${bytes[at]}`;
  }
  const filled = rows.filter(({ count, table, offset }) => {
    return count > 0 && offset + table.rowBytes * count <= bytes.length;
  });
  if (filled.length === 0) return change(bytes, 0, random.pick(FROZEN_FIELDS), random);
  const { table, offset, count } = random.pick(filled);
  const row = random.below(count);
  const base = offset + table.rowBytes * row;
  if (random.oneIn(8)) {
    // Another row in its place: valid in itself, wrong at that place.
    const other = offset + table.rowBytes * random.below(count);
    bytes.copyWithin(base, other, other + table.rowBytes);
    return `${table.name} ${row} as another one`;
  }
  return `${table.name} ${row}: ${change(bytes, base, random.pick(table.fields), random)}`;
}

/** Cut off or longer, with the size that the header says made to fit, mostly. */
function resized(bytes: Buffer, random: Random): Buffer {
  const size = Math.max(24, bytes.length + random.below(256) - 128);
  const other = Buffer.alloc(size);
  bytes.copy(other);
  if (!random.oneIn(4)) other.writeUInt32LE(size, 12);
  return other;
}

function change(bytes: Buffer, base: number, [name, offset, width]: Field, random: Random): string {
  const at = base + offset;
  if (at + width > bytes.length) return `${name} left`;
  if (width === 1) bytes[at] = random.oneIn(2) ? random.pick(BYTES) : random.below(8);
  else if (width === 4) bytes.writeUInt32LE(wordNear(bytes.readUInt32LE(at), random), at);
  else bytes.writeBigUInt64LE(longNear(bytes.readBigUInt64LE(at), random), at);
  return `${name} = ${bytes.subarray(at, at + width).toString("hex")}`;
}

function wordNear(value: number, random: Random): number {
  const near = random.pick([value + 1, value - 1, value ^ (1 << random.below(32)), 0]);
  return (random.oneIn(2) ? random.pick(WORDS) : near) >>> 0;
}

function longNear(value: bigint, random: Random): bigint {
  const flipped = value ^ (1n << BigInt(random.below(64)));
  return BigInt.asUintN(64, random.oneIn(2) ? random.pick(LONGS) : flipped);
}
