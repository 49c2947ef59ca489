/** FNV-1a, 64 bits: fingerprints and digests, not protection against an adversary. */

export const HASH_START: u64 = 0xcbf29ce484222325;
const PRIME: u64 = 0x100000001b3;
/** An odd number with its bits well spread: 2^64 over the golden ratio. */
const MIX: u64 = 0x9e3779b97f4a7c15;

/** Goes on with `hash` over `size` bytes, one at a time. */
export function hashOnward(hash: u64, text: usize, size: i32): u64 {
  const end = text + usize(size);
  for (let at = text; at < end; at++) hash = (hash ^ u64(load<u8>(at))) * PRIME;
  return hash;
}

/** A quick hash, eight bytes at a time: for tables and fingerprints inside one engine. */
export function hashBytes(text: usize, size: i32): u64 {
  let hash = HASH_START;
  const end = text + usize(size);
  while (text + 8 <= end) {
    hash = (hash ^ load<u64>(text)) * PRIME;
    hash ^= hash >> 29;
    text += 8;
  }
  return hashOnward(hash, text, i32(end - text));
}

/**
 * A checksum over 32 bytes a round in four lanes, so that one does not wait for the other; the
 * tail goes byte by byte.
 */
export function hashWords(text: usize, size: i32): u64 {
  let a = HASH_START;
  let b = HASH_START ^ 1;
  let c = HASH_START ^ 2;
  let d = HASH_START ^ 3;
  const end = text + usize(size);
  while (text + 32 <= end) {
    a = rotl(a ^ load<u64>(text), 23) * MIX;
    b = rotl(b ^ load<u64>(text, 8), 23) * MIX;
    c = rotl(c ^ load<u64>(text, 16), 23) * MIX;
    d = rotl(d ^ load<u64>(text, 24), 23) * MIX;
    text += 32;
  }
  const lanes = (((a * MIX) ^ b) * MIX) ^ ((c * MIX) ^ d);
  return hashOnward(lanes, text, i32(end - text));
}
