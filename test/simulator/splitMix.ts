const MASK = 0xffffffffffffffffn;
const STEP = 0x9e3779b97f4a7c15n;

function mix(state: bigint): bigint {
  let mixed = state;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}

function from(start: bigint): () => number {
  let state = start;
  return () => {
    state = (state + STEP) & MASK;
    return Number(mix(state) >> 11n) / 2 ** 53;
  };
}

/** SplitMix64: numbers from 0 on, below 1. Those of a seed are the next seed's, a place later. */
export function splitMix(seed: number): () => number {
  return from((BigInt(seed) * STEP) & MASK);
}

/** The same from a seed that is mixed first: seeds that follow each other share no numbers. */
export function mixedSplitMix(seed: number): () => number {
  return from(mix((BigInt(seed) * STEP) & MASK));
}
