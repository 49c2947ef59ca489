const MASK = 0xffffffffffffffffn;
const STEP = 0x9e3779b97f4a7c15n;

function mix(state: bigint): bigint {
  let mixed = state;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}

/**
 * SplitMix64: numbers from 0 on, below 1. The seed is mixed first: from states a multiple of the
 * step apart, the numbers of one seed are those of the next one, a few places later.
 */
export function splitMix(seed: number): () => number {
  let state = mix((BigInt(seed) * STEP) & MASK);
  return () => {
    state = (state + STEP) & MASK;
    return Number(mix(state) >> 11n) / 2 ** 53;
  };
}
