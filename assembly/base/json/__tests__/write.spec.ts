/** JSON into the output region: commas, escapes, and what happens when the region is full. */

import { OUTPUT_CAPACITY_BYTES } from "../../../abi.ts";
import { give, output } from "../../__tests__/input.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../../memory.ts";
import {
  addInteger,
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  beginValue,
  boolean,
  booleanMember,
  endArray,
  endObject,
  endText,
  endValue,
  integer,
  integerMember,
  isOutputFull,
  itemPlace,
  key,
  largeItemPlace,
  literal,
  member,
  outputEnd,
  startOutput,
  text,
  textMember,
  unsigned,
  word,
  wrote,
} from "../write.ts";

const OUTPUT_END: usize = OUTPUT_OFFSET + usize(OUTPUT_CAPACITY_BYTES);

/** A text in memory, and in JSON. */
const ESCAPES: string[][] = [
  ["", ""],
  ["plain /\u007f", "plain /\u007f"],
  ['"', '\\"'],
  ["\\", "\\\\"],
  ['\\"\\', '\\\\\\"\\\\'],
  ["\0", "\\u0000"],
  ["\n\t\r", "\\u000a\\u0009\\u000d"],
  ["\x1f\x20", "\\u001f "],
  ["\u00e9\u20ac\u{1f600}", "\u00e9\u20ac\u{1f600}"],
];

function writtenText(source: string): string {
  const size = give(source);
  startOutput();
  text(INPUT_OFFSET, size);
  return output();
}

/** Writes values of one kind into the last bytes of the region until it is full, and some more. */
function fill(write: () => void): void {
  startOutput();
  beginArray();
  const size = usize(OUTPUT_CAPACITY_BYTES) - 5000;
  wrote(largeItemPlace(size) + size);
  while (!isOutputFull()) write();
  for (let count = 0; count < 1000; count++) write();
  endArray();
}

/** A region that is full stays so, and nothing after it was touched. */
function expectFull(write: () => void): void {
  memory.fill(OUTPUT_END, 0x55, 64);
  fill(write);
  expect(isOutputFull()).toBe(true);
  expect(outputEnd()).toBeLessThanOrEqual(OUTPUT_END);
  for (let offset: usize = 0; offset < 64; offset += 8) {
    expect(load<u64>(OUTPUT_END + offset)).toBe(0x5555555555555555);
  }
}

function writeLongText(): void {
  text(0x10000, 0x4000);
}

function writeItem(): void {
  beginValue();
  const place = itemPlace();
  if (place != 0) {
    memory.fill(place, 0x31, 256);
    wrote(place + 256);
  }
  endValue();
}

function writeComposed(): void {
  beginObject();
  key("name");
  beginText();
  addLiteral("a literal ");
  addInteger(i64.MIN_VALUE);
  addText(0x10000, 20);
  endText();
  endObject();
}

describe("the writer", () => {
  it("puts commas between members and elements, and nowhere else", () => {
    startOutput();
    beginObject();
    member("a", "b");
    key("c");
    beginArray();
    endArray();
    key("d");
    beginArray();
    integer(1);
    beginObject();
    endObject();
    beginObject();
    integerMember("e", -2);
    endObject();
    literal("f");
    endArray();
    booleanMember("g", true);
    key("h");
    word("null");
    endObject();
    expect(output()).toBe('{"a":"b","c":[],"d":[1,{},{"e":-2},"f"],"g":true,"h":null}');
  });

  it("writes numbers to the limits of 64 bits", () => {
    startOutput();
    beginArray();
    integer(i64.MIN_VALUE);
    integer(i64.MAX_VALUE);
    unsigned(u64.MAX_VALUE);
    unsigned(0);
    boolean(false);
    endArray();
    expect(output()).toBe(
      "[-9223372036854775808,9223372036854775807,18446744073709551615,0,false]",
    );
  });

  it("escapes what RFC 8259 asks for", () => {
    for (let i = 0; i < ESCAPES.length; i++) {
      expect(writtenText(ESCAPES[i][0])).toBe(`"${ESCAPES[i][1]}"`);
    }
  });

  it("composes a text of parts", () => {
    const size = give('"x"');
    startOutput();
    beginArray();
    beginText();
    endText();
    beginText();
    addLiteral("at ");
    addInteger(-7);
    addLiteral(": ");
    addText(INPUT_OFFSET, size);
    endText();
    endArray();
    expect(output()).toBe('["","at -7: \\"x\\""]');
  });

  it("takes values that are written elsewhere", () => {
    const size = give("nowhere");
    startOutput();
    beginObject();
    for (let count = 0; count < 2; count++) {
      key("n");
      beginValue();
      const place = itemPlace();
      store<u8>(place, 0x37);
      wrote(place + 1);
      endValue();
    }
    textMember("t", INPUT_OFFSET, size);
    endObject();
    expect(output()).toBe('{"n":7,"n":7,"t":"nowhere"}');
  });
});

describe("the output region", () => {
  it("is never written beyond its end", () => {
    expectFull(() => integer(i64.MIN_VALUE));
    expectFull(() => literal("a literal that goes on for a while"));
    expectFull(writeLongText);
    expectFull(writeComposed);
    expectFull(writeItem);
    expectFull(() => {
      beginArray();
      beginArray();
    });
    expectFull(() => beginObject());
    expectFull(() => member("name", "value"));
  });

  it("has no place for an item once it is full", () => {
    fill(writeItem);
    expect(itemPlace()).toBe(0);
    expect(largeItemPlace(1000)).toBe(0);
  });

  it("is empty again when a new answer starts", () => {
    fill(writeLongText);
    startOutput();
    expect(isOutputFull()).toBe(false);
    expect(outputEnd()).toBe(OUTPUT_OFFSET);
    expect(largeItemPlace(1000)).toBe(OUTPUT_OFFSET);
  });

  it("refuses a text that may not fit, whatever it holds", () => {
    startOutput();
    text(0x10000, OUTPUT_CAPACITY_BYTES / 6 + 1);
    expect(isOutputFull()).toBe(true);
    startOutput();
    expect(largeItemPlace(usize(OUTPUT_CAPACITY_BYTES) + 1)).toBe(0);
  });
});
