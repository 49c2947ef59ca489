const MASK = 0xffffffffffffffffn;
const STEP = 0x9e3779b97f4a7c15n;

/** SplitMix64: numbers from 0 on, below 1. */
export function splitMix(seed: number): () => number {
  let state = (BigInt(seed) * STEP) & MASK;
  return () => {
    state = (state + STEP) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return Number((mixed ^ (mixed >> 31n)) >> 11n) / 2 ** 53;
  };
}
