/** Texts: escapes as RFC 8259 has them, UTF-8 as the Unicode standard has it. */

import { endInput, failurePlace, give, giveBytes } from "../../__tests__/input.ts";
import { useArena } from "../../arena.ts";
import { INPUT_OFFSET } from "../../memory.ts";
import { readText } from "../read.ts";
import { writeCodePoint } from "../unescape.ts";
import { ARENA, ARENA_BYTES, expectOutcome, keptText, TARGET } from "./outcome.ts";

/** A JSON string and its decoded text. A surrogate without its partner is U+FFFD, as in Go. */
const TEXTS: string[][] = [
  ['""', ""],
  ['"abc"', "abc"],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
  ['"a\\u0041\\u00e9\\u20AC"', "aA\u00e9\u20ac"],
  ['"\\u0000\\u001f"', "\0\x1f"],
  ['"\\ud83d\\ude00"', "\u{1f600}"],
  ['"\\uD800\\uDC00\\uDBFF\\uDFFF"', "\u{10000}\u{10ffff}"],
  ['"\\ud83d"', "\ufffd"],
  ['"\\ude00"', "\ufffd"],
  ['"\\ude00\\ud83d"', "\ufffd\ufffd"],
  ['"\\ude00\\ude00"', "\ufffd\ufffd"],
  ['"\\ud83d\\ue000"', "\ufffd\ue000"],
  ['"\\ud83d\\ud83d\\ude00"', "\ufffd\u{1f600}"],
  ['"\\ud83dA"', "\ufffdA"],
  ['"\\ud83d\\u0041"', "\ufffdA"],
  ['"\\ud83d\\n"', "\ufffd\n"],
  ['"\\ud83d\\\\ude00"', "\ufffd\\ude00"],
  ['"\\uD7FF\\uE000\\uFFFF"', "\ud7ff\ue000\uffff"],
  ['"\u007f\u00e9\u20ac\u{1f600}"', "\u007f\u00e9\u20ac\u{1f600}"],
];

const REFUSED: string[][] = [
  ['"abc', "InvalidJson at 4"],
  ['"', "InvalidJson at 1"],
  ['"\\', "InvalidJson at 1"],
  ['"\\"', "InvalidJson at 3"],
  ['"\\x41"', "InvalidJson at 1"],
  ['"\\U0041"', "InvalidJson at 1"],
  ['"\\u004"', "InvalidJson at 1"],
  ['"a\\u00g1"', "InvalidJson at 2"],
  ['"\\u 041"', "InvalidJson at 1"],
  ['"\\ud83d\\u12"', "InvalidJson at 7"],
  ['"a\tb"', "InvalidJson at 2"],
  ['"a\nb"', "InvalidJson at 2"],
  ['"a\0b"', "InvalidJson at 2"],
  ['"a\x1fb"', "InvalidJson at 2"],
  ["'a'", "InvalidJson at 0"],
  ["1", "WrongType at 0"],
  ["[]", "WrongType at 0"],
  ['["a", "b"]', "WrongType at 0"],
];

const NOT_UTF8: string[][] = [
  ["22 61 80 22", "InvalidText at 2"],
  ["22 c0 80 22", "InvalidText at 1"],
  ["22 61 62 ed a0 80 22", "InvalidText at 3"],
  ["22 e2 82 22", "InvalidText at 1"],
  ["22 f0 9f 98", "InvalidText at 1"],
  ["22 ff fe 61 00 22", "InvalidText at 1"],
];

/** Table 3-7 of the Unicode standard: first byte from, to, second byte from, to, length. */
const SEQUENCES: i32[][] = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
];

function textOutcome(text: string): string {
  give(text);
  useArena(ARENA, ARENA + ARENA_BYTES, 0);
  return keptText(readText(INPUT_OFFSET, TARGET));
}

/** The row of SEQUENCES that a first byte belongs to, or -1. */
function sequenceFrom(first: i32): i32 {
  for (let index = 0; index < SEQUENCES.length; index++) {
    if (first >= SEQUENCES[index][0] && first <= SEQUENCES[index][1]) return index;
  }
  return -1;
}

function isSequence(first: i32, second: i32): bool {
  const row = sequenceFrom(first);
  return row >= 0 && second >= SEQUENCES[row][2] && second <= SEQUENCES[row][3];
}

/** Whether a pair, made as long as its first byte asks for, is a text; any length where none is. */
function isTextFrom(first: i32, second: i32): bool {
  const row = sequenceFrom(first);
  const bytes = u32(first) | (u32(second) << 8) | 0x80800000;
  if (row >= 0) return isText(bytes, SEQUENCES[row][4]);
  return isText(bytes, 2) || isText(bytes, 3) || isText(bytes, 4);
}

/** Whether a text of these bytes, the lowest first, is read and kept as it is. */
function isText(bytes: u32, size: i32): bool {
  store<u8>(INPUT_OFFSET, 0x22);
  store<u32>(INPUT_OFFSET + 1, bytes);
  store<u8>(INPUT_OFFSET + 1 + usize(size), 0x22);
  endInput(size + 2);
  useArena(ARENA, ARENA + ARENA_BYTES, 0);
  if (readText(INPUT_OFFSET, TARGET) == 0) return false;
  return memory.compare(load<u32>(TARGET), INPUT_OFFSET + 1, usize(size)) == 0;
}

describe("a text", () => {
  it("is what its escapes spell", () => {
    for (let i = 0; i < TEXTS.length; i++) expect(textOutcome(TEXTS[i][0])).toBe(TEXTS[i][1]);
  });

  it("is refused with the position of the error", () => {
    for (let i = 0; i < REFUSED.length; i++) {
      expectOutcome(textOutcome(REFUSED[i][0]), REFUSED[i]);
    }
  });

  it("ends, escapes and fails at any distance from a word of eight bytes", () => {
    let padding = "";
    for (let size = 0; size < 20; size++) {
      expect(textOutcome(`"${padding}"`)).toBe(padding);
      expect(textOutcome(`"${padding}\\n${padding}"`)).toBe(`${padding}\n${padding}`);
      expect(textOutcome(`"${padding}\u20ac${padding}"`)).toBe(`${padding}\u20ac${padding}`);
      expect(textOutcome(`"${padding}\x01"`)).toBe(`InvalidJson at ${size + 1}`);
      expect(textOutcome(`"${padding}`)).toBe(`InvalidJson at ${size + 1}`);
      padding += "a";
    }
  });
});

describe("UTF-8", () => {
  it("begins with the pairs of bytes of table 3-7 and no others", () => {
    for (let first = 0x80; first < 0x100; first++) {
      for (let second = 0; second < 0x100; second++) {
        const accepted = isTextFrom(first, second);
        if (accepted == isSequence(first, second)) continue;
        expect(accepted).toBe(isSequence(first, second), `${first}, ${second}`);
      }
    }
    expect(isText(0x80c3, 2)).toBe(true);
  });

  it("goes on with bytes from 80 to bf", () => {
    for (let byte: u32 = 0x30; byte < 0x100; byte++) {
      const expected = byte >= 0x80 && byte <= 0xbf;
      expect(isText(0xa0e0 | (byte << 16), 3)).toBe(expected, `third ${byte}`);
      expect(isText(0x0090f0 | (byte << 16) | 0x80000000, 4)).toBe(expected, `third ${byte}`);
      expect(isText(0x8090f0 | (byte << 24), 4)).toBe(expected, `fourth ${byte}`);
    }
  });

  it("is refused with the place of the sequence that is none", () => {
    for (let i = 0; i < NOT_UTF8.length; i++) {
      giveBytes(NOT_UTF8[i][0]);
      useArena(ARENA, ARENA + ARENA_BYTES, 0);
      readText(INPUT_OFFSET, TARGET);
      expect(failurePlace()).toBe(NOT_UTF8[i][1], NOT_UTF8[i][0]);
    }
  });

  it("is written for every code point as the platform writes it", () => {
    for (let codePoint = 1; codePoint < 0x110000; codePoint += codePoint < 0x1000 ? 1 : 15) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const written = i32(writeCodePoint(ARENA, u32(codePoint)) - ARENA);
      const text = String.fromCodePoint(codePoint);
      String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, ARENA + 16);
      const same =
        written == String.UTF8.byteLength(text) &&
        memory.compare(ARENA, ARENA + 16, usize(written)) == 0;
      if (!same) expect(codePoint.toString()).toBe("written", "a code point");
    }
    expect(writeCodePoint(ARENA, 0xffff)).toBe(ARENA + 3);
    expect(writeCodePoint(ARENA, 0x10000)).toBe(ARENA + 4);
  });
});
