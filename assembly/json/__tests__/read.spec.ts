/** Values as Go's decoder takes them into its types, from JSON as RFC 8259 has it. */
import { INPUT_OFFSET } from "../../memory.ts";
import { failurePlace, give, giveBytes, textAt } from "../../__tests__/input.ts";
import {
  readBoolean,
  readInteger,
  readQuantityText,
  readText,
  readUnsigned,
  reserveText,
  rewindArena,
  useArena,
  valuePresent,
} from "../read.ts";

const TARGET: usize = 0x100;
const ARENA: usize = 0x1000;
const UNTOUCHED: u64 = 0x1122334455667788;

const UNSIGNED: string[][] = [
  ["0", "0"],
  ["7,", "7"],
  ["1234567", "1234567"],
  ["12345678", "12345678"],
  ["123456789]", "123456789"],
  ["1234567812345678", "1234567812345678"],
  ["18446744073709551615", "18446744073709551615"],
  ["18446744073709551616", "WrongType at 0"],
  ["18446744073709551620", "WrongType at 0"],
  ["99999999999999999999", "WrongType at 0"],
  ["123456789012345678901234567890", "WrongType at 0"],
  ["null", "nothing"],
  ["-0", "WrongType at 0"],
  ["-1", "WrongType at 0"],
  ["1e5", "WrongType at 0"],
  ["1E0", "WrongType at 0"],
  ["1.5", "WrongType at 0"],
  ["1.0", "WrongType at 0"],
  ["01", "InvalidJson at 0"],
  ["00", "InvalidJson at 0"],
  ["0123456789", "InvalidJson at 0"],
  ["1.", "InvalidJson at 0"],
  ["1.e5", "InvalidJson at 0"],
  ["1e", "InvalidJson at 0"],
  ["1e+", "InvalidJson at 0"],
  ["+1", "InvalidJson at 0"],
  [".5", "InvalidJson at 0"],
  ["", "InvalidJson at 0"],
  ["nul", "InvalidJson at 0"],
  ["NaN", "InvalidJson at 0"],
  ['"1"', "WrongType at 0"],
  ["true", "WrongType at 0"],
  ["{}", "WrongType at 0"],
  ["[1]", "WrongType at 0"],
  ["[1", "InvalidJson at 2"],
];

const INTEGERS: string[][] = [
  ["0", "0"],
  ["-0", "0"],
  ["-1", "-1"],
  ["9223372036854775807", "9223372036854775807"],
  ["9223372036854775808", "WrongType at 0"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["-9223372036854775809", "WrongType at 0"],
  ["-1e2", "WrongType"],
  ["-1.5", "WrongType"],
  ["-99999999999999999999", "WrongType"],
  ["null", "nothing"],
  ["-", "InvalidJson"],
  ["--1", "InvalidJson"],
  ["-null", "InvalidJson"],
  ["-01", "InvalidJson"],
  ['"-1"', "WrongType at 0"],
];

const BOOLEANS: string[][] = [
  ["true", "1"],
  ["false", "0"],
  ["null", "nothing"],
  ["tru", "InvalidJson at 0"],
  ["fals", "InvalidJson at 0"],
  ["True", "InvalidJson at 0"],
  ["1", "WrongType at 0"],
  ['"true"', "WrongType at 0"],
];

/** A text and what it spells. A surrogate without its partner is U+FFFD, as in Go. */
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
  ['"\\ud83d\\ud83d\\ude00"', "\ufffd\u{1f600}"],
  ['"\\ud83dA"', "\ufffdA"],
  ['"\\ud83d\\u0041"', "\ufffdA"],
  ['"\\ud83d\\n"', "\ufffd\n"],
  ['"\\ud83d\\\\ude00"', "\ufffd\\ude00"],
  ['"\\uD7FF\\uE000\\uFFFF"', "\ud7ff\ue000\uffff"],
  ['"\u007f\u00e9\u20ac\u{1f600}"', "\u007f\u00e9\u20ac\u{1f600}"],
];

const TEXTS_REFUSED: string[][] = [
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
];

const QUANTITIES: string[][] = [
  ['"100Mi"', "100Mi"],
  ['" 1 "', " 1 "],
  ["100", "100"],
  ["-1.5e3", "-1.5e3"],
  ["0.10}", "0.10"],
  ["null", "nothing"],
  ["1.", "InvalidJson at 0"],
  ["true", "WrongType at 0"],
  ["{}", "WrongType at 0"],
];

/** Table 3-7 of the Unicode standard: first byte from, to, second byte from, to, length. */
const SEQUENCES: u8[][] = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
];

/** Whether the outcome is the one expected; one that names no place is about the status alone. */
function expectOutcome(outcome: string, row: string[]): void {
  const seen = row[1].includes(" at ") ? outcome : outcome.split(" at ")[0];
  expect(seen).toBe(row[1], row[0]);
}

function outcomeOf(end: usize): string {
  if (end == 0) return failurePlace();
  if (!valuePresent) return "nothing";
  return "";
}

function unsignedOutcome(text: string): string {
  give(text);
  store<u64>(TARGET, UNTOUCHED);
  const outcome = outcomeOf(readUnsigned(INPUT_OFFSET, TARGET));
  return outcome.length > 0 ? outcome : load<u64>(TARGET).toString();
}

function integerOutcome(text: string): string {
  give(text);
  const outcome = outcomeOf(readInteger(INPUT_OFFSET, TARGET));
  return outcome.length > 0 ? outcome : load<i64>(TARGET).toString();
}

function booleanOutcome(text: string): string {
  give(text);
  const outcome = outcomeOf(readBoolean(INPUT_OFFSET, TARGET));
  return outcome.length > 0 ? outcome : load<u8>(TARGET).toString();
}

/** What a reader of texts kept, or why not. */
function keptText(end: usize): string {
  const outcome = outcomeOf(end);
  if (outcome.length > 0) return outcome;
  return textAt(load<u32>(TARGET), load<u32>(TARGET, 4));
}

function textOutcome(text: string): string {
  give(text);
  useArena(ARENA, ARENA + 0x1000);
  return keptText(readText(INPUT_OFFSET, TARGET));
}

/** Whether a text of these four bytes, the first `size` of them, is read. */
function isText(bytes: u32, size: i32): bool {
  store<u8>(INPUT_OFFSET, 0x22);
  store<u32>(INPUT_OFFSET, bytes, 1);
  store<u16>(INPUT_OFFSET + usize(size), 0x22, 1);
  useArena(ARENA, ARENA + 0x1000);
  return readText(INPUT_OFFSET, TARGET) == INPUT_OFFSET + usize(size) + 2;
}

function sequenceFrom(first: u32): i32 {
  for (let index = 0; index < SEQUENCES.length; index++) {
    if (first >= u32(SEQUENCES[index][0]) && first <= u32(SEQUENCES[index][1])) return index;
  }
  return -1;
}

describe("a number", () => {
  it("that is unsigned fits 64 bits, without sign, fraction or exponent", () => {
    for (let i = 0; i < UNSIGNED.length; i++) {
      expectOutcome(unsignedOutcome(UNSIGNED[i][0]), UNSIGNED[i]);
    }
  });

  it("that is signed fits 64 bits from -2^63 to 2^63 - 1", () => {
    for (let i = 0; i < INTEGERS.length; i++) {
      expectOutcome(integerOutcome(INTEGERS[i][0]), INTEGERS[i]);
    }
  });

  it("is read to its last digit, whatever its length", () => {
    let text = "";
    for (let digits = 1; digits <= 19; digits++) {
      text += (digits % 10).toString();
      give(text + "}");
      expect(readUnsigned(INPUT_OFFSET, TARGET)).toBe(INPUT_OFFSET + usize(digits), text);
      expect(load<u64>(TARGET).toString()).toBe(text);
    }
  });
});

describe("null", () => {
  it("leaves the target as it was", () => {
    unsignedOutcome("null");
    expect(load<u64>(TARGET)).toBe(UNTOUCHED);
    textOutcome("null");
    expect(load<u64>(TARGET)).toBe(UNTOUCHED);
  });
});

describe("a boolean", () => {
  it("is one of two words", () => {
    for (let i = 0; i < BOOLEANS.length; i++) {
      expectOutcome(booleanOutcome(BOOLEANS[i][0]), BOOLEANS[i]);
    }
  });
});

describe("a text", () => {
  it("is what its escapes spell", () => {
    for (let i = 0; i < TEXTS.length; i++) expect(textOutcome(TEXTS[i][0])).toBe(TEXTS[i][1]);
  });

  it("is refused with the place of what is wrong", () => {
    for (let i = 0; i < TEXTS_REFUSED.length; i++) {
      expectOutcome(textOutcome(TEXTS_REFUSED[i][0]), TEXTS_REFUSED[i]);
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
