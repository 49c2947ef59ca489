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
 * A checksum over 64 bytes a round. Each lane keeps the sum of its words and the sum of these sums,
 * which depends on their order, as Fletcher's checksum does: an addition takes a third of the time
 * of a multiplication. A rotation keeps what would leave a sum at the top. Another one keeps two
 * sums that follow each other from cancelling: of a top bit twice, or of 1 more and then 2 less.
 * The product at the end spreads a single bit of one sum, so it cannot cancel a single bit
 * of the other. Rounds of 32 bytes take 4 % more of a thaw, for what a loop costs.
 */
export function hashWords(text: usize, size: i32): u64 {
  let a = HASH_START;
  let b: u64 = 0;
  let c = HASH_START;
  let d: u64 = 0;
  const end = text + usize(size);
  while (text + 64 <= end) {
    a += load<u64>(text);
    b = rotl(b, 23) + a;
    c += load<u64>(text, 8);
    d = rotl(d, 23) + c;
    a += load<u64>(text, 16);
    b += rotl(a, 11);
    c += load<u64>(text, 24);
    d += rotl(c, 11);
    a += load<u64>(text, 32);
    b = rotl(b, 23) + a;
    c += load<u64>(text, 40);
    d = rotl(d, 23) + c;
    a += load<u64>(text, 48);
    b += rotl(a, 11);
    c += load<u64>(text, 56);
    d += rotl(c, 11);
    text += 64;
  }
  return (
    hashBytes(text, i32(end - text)) ^ ((b ^ (rotl(a, 23) * MIX)) * MIX) ^ (rotl(c, 23) * MIX) ^ d
  );
}
