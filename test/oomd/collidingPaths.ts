/** Paths that the module's index would keep in one place: `hashBytes` has no secret. */

/** As in assembly/base/arithmetic/hash.ts; after eight bytes, its lowest bits go by themselves. */
const [START, PRIME, WORD_BITS] = [0xcbf29ce484222325n, 0x100000001b3n, 64];
const SLOT_BITS = 18;
const SLOT_MAX = 2 ** SLOT_BITS - 1;
const LOW_PRIME = Number(PRIME & BigInt(SLOT_MAX));
/** `LOW_PRIME * INVERSE` ends in a one and 31 zeros. */
const INVERSE = [1, 2, 3, 4, 5].reduce(
  (inverse) => Math.imul(inverse, 2 - Math.imul(LOW_PRIME, inverse)),
  1,
);

const FIRST = "/aaaaaaa";
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];

function lowAfterFirst(): number {
  const word = new DataView(new TextEncoder().encode(FIRST).buffer).getBigUint64(0, true);
  const product = BigInt.asUintN(WORD_BITS, (START ^ word) * PRIME);
  return Number((product ^ (product >> 29n)) & BigInt(SLOT_MAX));
}

type Reached = readonly (readonly [low: number, letters: string])[];

/** Three letters onward from the first bytes, or backward from the slot 0. */
function reached(low: number, onward: (low: number, letter: number) => number, isBack: boolean) {
  let all: Reached = [[low, ""]];
  for (let turn = 0; turn < 3; turn += 1) {
    all = all.flatMap(([before, text]) =>
      LETTERS.map((letter) => [
        onward(before, letter.charCodeAt(0)),
        isBack ? letter + text : text + letter,
      ]),
    );
  }
  return all;
}

export function collidingPaths(count: number): readonly string[] {
  const forward = (low: number, letter: number) => Math.imul(low ^ letter, LOW_PRIME) & SLOT_MAX;
  const back = (low: number, letter: number) => (Math.imul(low, INVERSE) & SLOT_MAX) ^ letter;
  const ends = new Map<number, string[]>();
  for (const [low, end] of reached(0, back, true)) ends.set(low, [...(ends.get(low) ?? []), end]);
  const paths = reached(lowAfterFirst(), forward, false).flatMap(([low, start]) =>
    (ends.get(low) ?? []).map((end) => FIRST + start + end),
  );
  return paths.slice(0, count);
}
