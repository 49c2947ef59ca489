/** Documents as a whole: the grammar of RFC 8259, members and elements, and the path to a byte. */

import { DEPTH_MAX } from "../../../abi.ts";
import { isEvictionPressureTransitionPeriod } from "../../../eviction/keys.ts";
import {
  isAvailableBytes,
  isCpu,
  isFs,
  isNode,
  isPriority,
  isRunning,
  isTerminationGracePeriodSeconds,
} from "../../../node/keys.ts";
import { failurePlace, give, pathOf, textAt } from "../../__tests__/input.ts";
import { INPUT_OFFSET, SCRATCH_BYTES, SCRATCH_OFFSET } from "../../memory.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyAt,
  keySize,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../member.ts";
import { QUOTE, skipSpace } from "../scan.ts";
import { skipValue } from "../skip.ts";

const JSON: string[] = [
  "{}",
  "[]",
  " \t\r\n { \t\r\n } \t\r\n ",
  "[                    1                    ]",
  '{"a":1,"b":[true,false,null,"",{}],"c":{"d":[]}}',
  '{ "a" : 1 , "b" : [ 1 , 2 ] }',
  '{"":{"":[[[{}]]]}}',
  "0",
  "-0",
  "0.0",
  "-0.0e-0",
  "1e5",
  "1E+5",
  "1e-5",
  "123456789012345678901234567890.123456789012345678901234567890e12345678901234567890",
  '"\\u0041"',
  "null",
  "true",
  "false",
];

const NOT_JSON: string[][] = [
  ["", "InvalidJson at 0"],
  [" ", "InvalidJson at 1"],
  ["01", "more at 1"],
  ["-01", "more at 2"],
  ["1.", "InvalidJson at 0"],
  ["1.e1", "InvalidJson at 0"],
  ["-", "InvalidJson at 0"],
  ["--1", "InvalidJson at 0"],
  ["+1", "InvalidJson at 0"],
  [".5", "InvalidJson at 0"],
  ["1e", "InvalidJson at 0"],
  ["1e+", "InvalidJson at 0"],
  ["1e+-1", "InvalidJson at 0"],
  ["0x1", "more at 1"],
  ["NaN", "InvalidJson at 0"],
  ["nulL", "InvalidJson at 0"],
  ["truefalse", "more at 4"],
  ["{}{}", "more at 2"],
  ["[1,]", "InvalidJson at 3"],
  ["[,1]", "InvalidJson at 1"],
  ["[1 2]", "InvalidJson at 3"],
  ["[1,,2]", "InvalidJson at 3"],
  ["[1}", "InvalidJson at 2"],
  ["[", "InvalidJson at 1"],
  ["]", "InvalidJson at 0"],
  ['{"a":1,}', "InvalidJson at 7"],
  ['{,"a":1}', "InvalidJson at 1"],
  ['{"a" 1}', "InvalidJson at 5"],
  ['{"a":}', "InvalidJson at 5"],
  ['{"a":1 "b":2}', "InvalidJson at 7"],
  ['{"a":1]', "InvalidJson at 6"],
  ["{a:1}", "InvalidJson at 1"],
  ["{1:1}", "InvalidJson at 1"],
  ["{'a':1}", "InvalidJson at 1"],
  ["\u00a0{}", "InvalidJson at 0"],
  ["\ufeff{}", "InvalidJson at 0"],
  ["[\f1]", "InvalidJson at 1"],
  ["[1]\v", "more at 3"],
  ["[1]//", "more at 3"],
  ['["a\\z"]', "InvalidJson at 3"],
];

/** Whole documents that no shorter beginning of them is. */
const WHOLE: string[] = [
  '{"node":{"memory":{"time":"2026-11-20T10:00:00Z","availableBytes":12345678901}}}',
  '[1.25e+10,"\\ud83d\\ude00\u20ac",true,false,null,[[],{}],{"a\\"b":-0}]',
  '{ "items" : [ { "a" : "                " } , { } ] }',
];

/** What a walk over members and elements finds; the second column is `key=value;`. */
const WALKS: string[][] = [
  ["{}", ""],
  ['{"a":1}', "a=1;"],
  [' { "a" : 1 , "b" : [ 2, 3 ] } ', "a=1;b=[ 2, 3 ];"],
  ['{"a": {"b": 1},"c":"d"}', 'a={"b": 1};c="d";'],
  ['{"\\u0061\\n\\"":1}', 'a\n"=1;'],
  ['{"\u00e9\u20ac":1,"\\ud83d":2}', "\u00e9\u20ac=1;\ufffd=2;"],
  ['{"a":1,"a":2,"":3}', "a=1;a=2;=3;"],
  ["[]", ""],
  [" [ 1 , null ] ", "1;null;"],
  ['[[1],{"a":"]"}]', '[1];{"a":"]"};'],
  ['{"a":1,}', "InvalidJson at 7"],
  ['{"a":1;}', "InvalidJson at 6"],
  ['{"a"=1}', "InvalidJson at 4"],
  ['{"a":1', "InvalidJson at 6"],
  ['{"a":1,"b', "InvalidJson at 9"],
  ['{"a\\q":1}', "InvalidJson at 3"],
  ["{1}", "InvalidJson at 1"],
  ["[1,]", "InvalidJson at 3"],
  ["[1", "InvalidJson at 2"],
  ["[", "InvalidJson at 1"],
  ["[1}", "InvalidJson at 2"],
];

/** The byte after `@` and the path to it. */
const PATHS: string[][] = [
  ["@{}", "$"],
  ['{"a":@1}', "$.a"],
  ['{"a":1,"b":@2}', "$.b"],
  ['{"a":{"b":{"c":@null}}}', "$.a.b.c"],
  ['{"a":{"b":{}},"c":@1}', "$.c"],
  ["[@1]", "$[0]"],
  ["[1,2,@3]", "$[2]"],
  ["[[],[[1,2],[@3]]]", "$[1][1][0]"],
  [
    '{"items":[{"spec":1},{"spec":{"volumes":[{},{"name":@5}]}}]}',
    "$.items[1].spec.volumes[1].name",
  ],
  ['{"a":"},]{[","b":@1}', "$.b"],
  ['["[","]",",","{\\"",@1]', "$[4]"],
  ['{"a":"\\\\","b":["\\\\\\"",@1]}', "$.b[1]"],
  ['{"memory.available":@1}', "$.memory.available"],
  ['{"\u00e9":@1}', "$.\u00e9"],
  ['{"a":"some @text"}', "$.a"],
  ['{"a":[1,2],"b":[1,"x@y"]}', "$.b[1]"],
];

/** From a value's first byte to the document's end, or where more follows it, or why not. */
function wholeOutcome(text: string): string {
  const size = give(text);
  const end = skipValue(skipSpace(INPUT_OFFSET));
  if (end == 0) return failurePlace();
  const place = skipSpace(end) - INPUT_OFFSET;
  return place == usize(size) ? "JSON" : `more at ${place}`;
}

function walkOutcome(text: string): string {
  give(text);
  const start = skipSpace(INPUT_OFFSET);
  const isObject = load<u8>(start) == 0x7b;
  let found = "";
  let at = isObject ? openObject(start) : openArray(start);
  while (isObject ? load<u8>(at) == QUOTE : atElement(at)) {
    if (isObject) {
      at = scanMember(at);
      found += `${textAt(keyAt, usize(keySize))}=`;
    }
    const end = skipValue(at);
    if (end != 0) found += `${textAt(at, end - at)};`;
    at = isObject ? nextMember(end) : nextElement(end);
  }
  const end = isObject ? closeObject(at) : closeArray(at);
  return end == 0 ? failurePlace() : found;
}

/** Whether a key, once it is scanned, is what `is` tests for. */
function isKey(is: () => bool, key: string): bool {
  give(`{"${key}":1}`);
  scanMember(INPUT_OFFSET + 1);
  return is();
}

/** The exact key alone is recognized: not a longer, a shorter or one with any other byte. */
function expectExact(is: () => bool, key: string): void {
  expect(isKey(is, key)).toBe(true, key);
  expect(isKey(is, `${key}s`)).toBe(false, key);
  expect(isKey(is, `${key}\\u0000`)).toBe(false, key);
  expect(isKey(is, key.slice(1))).toBe(false, key);
  for (let index = 0; index < key.length; index++) {
    const head = key.slice(0, index);
    const tail = key.slice(index + 1);
    expect(isKey(is, `${head}#${tail}`)).toBe(false, `${head}#${tail}`);
    const escaped = `${head}\\u00${key.charCodeAt(index).toString(16)}${tail}`;
    expect(isKey(is, escaped)).toBe(true, escaped);
  }
}

function nested(open: string, close: string, levels: i32): string {
  return open.repeat(levels) + "1" + close.repeat(levels);
}

describe("a document", () => {
  it("is accepted as a whole when it is JSON", () => {
    for (let i = 0; i < JSON.length; i++) expect(wholeOutcome(JSON[i])).toBe("JSON", JSON[i]);
  });

  it("is refused where it stops to be JSON", () => {
    for (let i = 0; i < NOT_JSON.length; i++) {
      expect(wholeOutcome(NOT_JSON[i][0])).toBe(NOT_JSON[i][1], NOT_JSON[i][0]);
    }
  });

  it("is refused at its end when it is cut off", () => {
    for (let i = 0; i < WHOLE.length; i++) {
      expect(wholeOutcome(WHOLE[i])).toBe("JSON");
      for (let size = 1; size < WHOLE[i].length; size++) {
        const outcome = wholeOutcome(WHOLE[i].slice(0, size));
        expect(outcome.startsWith("Invalid")).toBe(true, WHOLE[i].slice(0, size));
      }
    }
  });

  it("nests as deep as the limit and no deeper", () => {
    expect(wholeOutcome(nested("[", "]", DEPTH_MAX))).toBe("JSON");
    expect(wholeOutcome(nested('{"a":', "}", DEPTH_MAX))).toBe("JSON");
    expect(wholeOutcome(nested('[{"a":', "}]", DEPTH_MAX / 2))).toBe("JSON");
    expect(wholeOutcome(nested("[", "]", DEPTH_MAX + 1))).toBe(`TooDeep at ${DEPTH_MAX}`);
    expect(wholeOutcome(nested("[[],", "]", DEPTH_MAX))).toBe(`TooDeep at ${4 * DEPTH_MAX - 3}`);
    expect(wholeOutcome("[".repeat(100000))).toBe(`TooDeep at ${DEPTH_MAX}`);
  });
});

describe("members and elements", () => {
  it("are walked in order, with decoded keys", () => {
    for (let i = 0; i < WALKS.length; i++) {
      expect(walkOutcome(WALKS[i][0])).toBe(WALKS[i][1], WALKS[i][0]);
    }
  });

  it("are recognized by their exact key, escaped or not", () => {
    expectExact(isFs, "fs");
    expectExact(isCpu, "cpu");
    expectExact(isNode, "node");
    expectExact(isRunning, "running");
    expectExact(isPriority, "priority");
    expectExact(isAvailableBytes, "availableBytes");
    expectExact(isTerminationGracePeriodSeconds, "terminationGracePeriodSeconds");
    expectExact(isEvictionPressureTransitionPeriod, "evictionPressureTransitionPeriod");
  });

  it("have keys of any length", () => {
    const end = SCRATCH_OFFSET + SCRATCH_BYTES;
    store<u64>(end, 0x5555555555555555);
    const key = "k".repeat(200000);
    expect(walkOutcome(`{"${key}":1}`)).toBe(`${key}=1;`);
    expect(walkOutcome(`{"${key}\\u006b":1}`).endsWith("=1;")).toBe(true);
    expect(load<u64>(end)).toBe(0x5555555555555555, "what follows the scratch memory");
  });
});

describe("a path", () => {
  it("names the members and elements around a byte", () => {
    for (let i = 0; i < PATHS.length; i++) {
      const parts = PATHS[i][0].split("@");
      give(parts.join(""));
      const offset = String.UTF8.byteLength(parts[0]);
      expect(pathOf(INPUT_OFFSET + usize(offset))).toBe(PATHS[i][1], PATHS[i][0]);
    }
  });
});
