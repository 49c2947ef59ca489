/**
 * The checksum of states and snapshots, written a second time from
 * assembly/base/arithmetic/hash.ts: it is not secret, so a forger computes it as well.
 */
const MASK = 2n ** 64n - 1n;
const MIX = 0x9e3779b97f4a7c15n;
const START = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

function rotated(value: bigint): bigint {
  return ((value << 23n) | (value >> 41n)) & MASK;
}

function hashOf(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const lanes = [START, START ^ 1n, START ^ 2n, START ^ 3n];
  let at = 0;
  for (; at + 32 <= bytes.length; at += 32) {
    for (let lane = 0; lane < 4; lane++) {
      const word = view.getBigUint64(at + 8 * lane, true);
      lanes[lane] = (rotated((lanes[lane] ?? 0n) ^ word) * MIX) & MASK;
    }
  }
  const [a = 0n, b = 0n, c = 0n, d = 0n] = lanes;
  let hash = (((((a * MIX) & MASK) ^ b) * MIX) & MASK) ^ (((c * MIX) & MASK) ^ d);
  for (; at < bytes.length; at++) hash = ((hash ^ BigInt(bytes[at] ?? 0)) * PRIME) & MASK;
  return hash;
}

/** Bytes with the checksum that the module looks for behind them. */
export function sealed(body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(body.length + 8);
  whole.set(body);
  new DataView(whole.buffer).setBigUint64(body.length, hashOf(body), true);
  return whole;
}
