/**
 * Makes a finding small: drops ever smaller pieces as long as what is left is still wrong in the
 * same way (delta debugging).
 */
export function shrink(
  bytes: Uint8Array,
  isStillWrong: (smaller: Uint8Array) => boolean,
): Uint8Array {
  let best = bytes;
  let attempts = 0;
  for (let before = -1; before !== best.length; ) {
    before = best.length;
    for (let size = Math.ceil(best.length / 2); size >= 1; size = nextSize(size)) {
      // Small pieces are tried at every place: what can go rarely begins at a multiple of its size.
      const stride = size > SMALL ? size : 1;
      for (let at = 0; at < best.length; ) {
        const smaller = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
        if (++attempts > ATTEMPTS_MAX) return best;
        if (isStillWrong(smaller)) best = smaller;
        else at += stride;
      }
    }
  }
  return best;
}

const SMALL = 16;
/** Each attempt may cost a new engine: some ten seconds in all. */
const ATTEMPTS_MAX = 5000;

function nextSize(size: number): number {
  return size > SMALL ? Math.floor(size / 2) : size - 1;
}
