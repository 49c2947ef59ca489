/** The checksum finds damage: bytes that differ in little have different checksums. */
import { hashWords } from "../hash.ts";

const TEXT: usize = 0x1000;
/** 64 rounds, after which a rotation by an odd number is back at its start, and a tail. */
const SIZE: i32 = 64 * 64 + 8 + 3;

/** Small numbers and zeros, as in the tables. */
function fill(step: i32): void {
  for (let at = 0; at < SIZE; at++) store<u8>(TEXT + usize(at), at % 8 < 2 ? at * step : 0);
}

function changed(bit: i32): u64 {
  const at = TEXT + usize(bit >> 3);
  store<u8>(at, load<u8>(at) ^ (u8(1) << u8(bit & 7)));
  const hash = hashWords(TEXT, SIZE);
  store<u8>(at, load<u8>(at) ^ (u8(1) << u8(bit & 7)));
  return hash;
}

function flip(at: usize, bit: i32): void {
  store<u64>(TEXT + at, load<u64>(TEXT + at) ^ (u64(1) << u64(bit)));
}

function add(at: usize, amount: i64): void {
  store<i64>(TEXT + at, load<i64>(TEXT + at) + amount);
}

function exchanged(at: usize, other: usize): u64 {
  const word = load<u64>(TEXT + at);
  store<u64>(TEXT + at, load<u64>(TEXT + other));
  store<u64>(TEXT + other, word);
  return hashWords(TEXT, SIZE);
}

describe("the checksum", () => {
  it("is another with any one bit changed", () => {
    // Several contents: whether two differences cancel depends on the carry.
    for (let step = 1; step < 16; step += 2) {
      fill(step);
      const hash = hashWords(TEXT, SIZE);
      let missed = -1;
      for (let bit = 0; bit < 8 * SIZE; bit++) if (changed(bit) == hash) missed = bit;
      expect(missed).toBe(-1, `the last bit whose change is not seen, step ${step}`);
    }
  });

  it("is another with any bit changed in two words", () => {
    fill(3);
    const hash = hashWords(TEXT, SIZE);
    let missed = "none";
    for (let bit = 0; bit < 64; bit++) {
      for (let at: usize = 0; at < 256; at += 8) {
        for (let other = at + 8; other < 264; other += 8) {
          flip(at, bit);
          flip(other, bit);
          if (hashWords(TEXT, SIZE) == hash) missed = `bit ${bit} of ${at} and ${other}`;
          flip(at, bit);
          flip(other, bit);
        }
      }
    }
    expect(missed).toBe("none");
  });

  it("is another with a word 1 more, one after it 2 less and one after that 1 more", () => {
    fill(5);
    const hash = hashWords(TEXT, SIZE);
    let missed: usize = 0;
    for (let at: usize = 0; at < 256; at += 8) {
      for (let apart: usize = 8; apart <= 64; apart += 8) {
        add(at, 1);
        add(at + apart, -2);
        add(at + 2 * apart, 1);
        if (hashWords(TEXT, SIZE) == hash) missed = at + apart;
        add(at, -1);
        add(at + apart, 2);
        add(at + 2 * apart, -1);
      }
    }
    expect(missed).toBe(0);
  });

  it("is another with any two words exchanged that follow each other, or 16 bytes apart", () => {
    fill(7);
    let before = hashWords(TEXT, SIZE);
    for (let at: usize = 0; at + 24 < usize(SIZE); at += 8) {
      for (let apart: usize = 8; apart <= 16; apart += 8) {
        if (load<u64>(TEXT + at) == load<u64>(TEXT + at + apart)) continue;
        const after = exchanged(at, at + apart);
        expect(after).not.toBe(before, `words at ${at} and ${at + apart}`);
        before = after;
      }
    }
  });

  it("is another with a round of zeros more or less", () => {
    memory.fill(TEXT, 0, usize(SIZE));
    expect(hashWords(TEXT, 64)).not.toBe(hashWords(TEXT, 128));
    expect(hashWords(TEXT, 0)).not.toBe(hashWords(TEXT, 64));
    expect(hashWords(TEXT, 8)).not.toBe(hashWords(TEXT, 16));
  });
});
