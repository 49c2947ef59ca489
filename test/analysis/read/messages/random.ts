/** Texts of pieces that mean something, in an order that repeats with its seed. */
export function random(seed: number, pieces: readonly string[]): { readonly text: () => string } {
  let state = seed >>> 0;
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  return {
    text: () => Array.from({ length: below(12) }, () => pieces[below(pieces.length)]).join(""),
  };
}
