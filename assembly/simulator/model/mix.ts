/** Spreads the bits of a word: the finalizer of SplitMix64. */
export function mix(word: u64): u64 {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

/** 2^64 over the golden ratio: words that follow each other are far apart. */
export const SPREAD: u64 = 0x9e3779b97f4a7c15;
