/** Numbers, booleans and quantities as Go's decoder takes them into its types. */

import { give } from "../../__tests__/input.ts";
import { arenaPosition, rewindArena, useArena } from "../../arena.ts";
import { INPUT_OFFSET } from "../../memory.ts";
import { readBoolean, readInteger, readQuantityText, readText, readUnsigned } from "../read.ts";
import { ARENA, ARENA_BYTES, expectOutcome, keptText, outcomeOf, TARGET } from "./outcome.ts";

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

/** Go takes a text or a bare number for a quantity; its value is parsed later. */
const QUANTITIES: string[][] = [
  ['"100Mi"', "100Mi"],
  ['" 1 "', " 1 "],
  ['""', ""],
  ["100", "100"],
  ["-1.5e3", "-1.5e3"],
  ["0.10}", "0.10"],
  ["18446744073709551616", "18446744073709551616"],
  ["null", "nothing"],
  ["1.", "InvalidJson at 0"],
  ["true", "WrongType at 0"],
  ["{}", "WrongType at 0"],
];

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

function quantityOutcome(text: string): string {
  give(text);
  useArena(ARENA, ARENA + ARENA_BYTES, 0);
  return keptText(readQuantityText(INPUT_OFFSET, TARGET));
}

function textOutcome(text: string): string {
  give(text);
  return keptText(readText(INPUT_OFFSET, TARGET));
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
      give(`${text}}`);
      expect(readUnsigned(INPUT_OFFSET, TARGET)).toBe(INPUT_OFFSET + usize(digits), text);
      expect(load<u64>(TARGET).toString()).toBe(text);
    }
  });
});

describe("a boolean", () => {
  it("is one of two words", () => {
    for (let i = 0; i < BOOLEANS.length; i++) {
      expectOutcome(booleanOutcome(BOOLEANS[i][0]), BOOLEANS[i]);
    }
  });
});

describe("a quantity", () => {
  it("is kept as it is written, in quotes or bare", () => {
    for (let i = 0; i < QUANTITIES.length; i++) {
      expectOutcome(quantityOutcome(QUANTITIES[i][0]), QUANTITIES[i]);
    }
    give("100}");
    expect(readQuantityText(INPUT_OFFSET, TARGET)).toBe(INPUT_OFFSET + 3);
    give('"100"}');
    expect(readQuantityText(INPUT_OFFSET, TARGET)).toBe(INPUT_OFFSET + 5);
  });
});

describe("null", () => {
  it("leaves the target as it was", () => {
    unsignedOutcome("null");
    expect(load<u64>(TARGET)).toBe(UNTOUCHED);
    expect(textOutcome("null")).toBe("nothing");
    expect(load<u64>(TARGET)).toBe(UNTOUCHED);
    expect(booleanOutcome("null")).toBe("nothing");
    expect(load<u64>(TARGET)).toBe(UNTOUCHED);
  });
});

describe("the texts kept", () => {
  it("are kept next to each other until the space is used up", () => {
    useArena(ARENA, ARENA + 8, 0);
    expect(textOutcome('"abcd"')).toBe("abcd");
    expect(textOutcome('""')).toBe("");
    expect(textOutcome('"\\u0065fg"')).toBe("TableFull at 1");
    expect(textOutcome('"efgh"')).toBe("efgh");
    expect(textOutcome('"i"')).toBe("TableFull at 1");
    expect(textOutcome('""')).toBe("");
  });

  it("are given back", () => {
    useArena(ARENA, ARENA + 4, 0);
    const position = arenaPosition();
    expect(textOutcome('"abcd"')).toBe("abcd");
    rewindArena(position);
    expect(textOutcome('"efgh"')).toBe("efgh");
  });
});
