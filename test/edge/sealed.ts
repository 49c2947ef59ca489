/**
 * The checksum of states and snapshots, written a second time from
 * assembly/base/arithmetic/hash.ts: it is not secret, so a forger computes it as well.
 */
const MASK = 2n ** 64n - 1n;
const MIX = 0x9e3779b97f4a7c15n;
const START = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

const ROUND_BYTES = 64;

function sum(one: bigint, other: bigint): bigint {
  return (one + other) & MASK;
}

function rotated(value: bigint, bits: bigint): bigint {
  return ((value << bits) | (value >> (64n - bits))) & MASK;
}

/** The sum of every other word from `from` on, and the sum of these sums. */
function lane(view: DataView, from: number, end: number): bigint {
  let words = START;
  let sums = 0n;
  for (let at = from; at < end; at += 16) {
    words = sum(words, view.getBigUint64(at, true));
    const isFirst = (at - from) % ROUND_BYTES === 0;
    sums = isFirst ? sum(rotated(sums, 23n), words) : sum(sums, rotated(words, 11n));
  }
  return ((rotated(words, 23n) * MIX) & MASK) ^ sums;
}

function hashOfTail(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let hash = START;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    hash = ((hash ^ view.getBigUint64(at, true)) * PRIME) & MASK;
    hash ^= hash >> 29n;
  }
  for (; at < bytes.length; at++) hash = ((hash ^ BigInt(bytes[at] ?? 0)) * PRIME) & MASK;
  return hash;
}

function hashOf(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - (bytes.length % ROUND_BYTES);
  const [even, odd] = [lane(view, 0, end), lane(view, 8, end)];
  const lanes = ((even * MIX) & MASK) ^ odd;
  return lanes ^ hashOfTail(bytes.subarray(end));
}

/** Bytes with the checksum that the module looks for behind them. */
export function sealed(body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(body.length + 8);
  whole.set(body);
  new DataView(whole.buffer).setBigUint64(body.length, hashOf(body), true);
  return whole;
}
