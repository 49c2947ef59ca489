/** Ways to spoil a document, or to make it odd without spoiling it. */
import type { Random } from "./random.ts";

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const NUMBERS = [
  ...["18446744073709551615", "18446744073709551616", "9223372036854775807"],
  ...["9223372036854775808", "-9223372036854775808", "-9223372036854775809", "4294967296"],
  ...["-1", "-0", "0", "1e3", "1E+2", "1e400", "-1e-400", "1.5", "0.1e1", "1e-2", "100e-2"],
  ...["00", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "-", "0x10", "NaN", "Infinity", "1_0"],
  ...["9".repeat(40), "1".repeat(400), `0.${"0".repeat(300)}1`, `1e${"9".repeat(30)}`],
];

const VALUES = [
  ...["null", "true", "false", "0", "7", '""', '"x"', "[]", "{}", "[[]]", '{"a":[1,{}]}'],
  ...["nul", "True", "tru", "falsey", "undefined", "'x'", "[,]", "[1,]", '{"a":1,}', '{"a"}'],
  ...['"1Gi"', '"-1"', '"1e99999"', '"100%"', '"NaN%"', '"1Ki5"', '".5"', '"0x1p-2%"', '"∞"'],
  ...['"2026-11-20T10:00:00Z"', '"0000-00-00T00:00:00Z"', '"9999-12-31T23:59:60.9999999999Z"'],
  ...['"9223372036854775807ns"', '"-5m"', '"5"', '"uid-0"', '"Guaranteed"', '"Pod"'],
];

const ESCAPES = [
  ...["\\u0000", "\\ud800", "\\udc00", "\\ud83d\\ude00", "\\uD83D", "\\u00e9", "\\u002F"],
  ...["\\n", "\\/", "\\\\", '\\"', "\\", "\\u", "\\u12", "\\u12G4", "\\x41", "\\0", "\\a"],
];

const RAW = [
  ...["{", "}", "[", "]", ",", ":", '"', " ", "\n", "\t", "\r", "\u0000", "\u000b", "\u00a0"],
  ...["\ufeff", "\u2028", "/**/", "//", "\u001f", "\u007f"],
].map((text) => Buffer.from(text));

/** Not UTF-8: lone, overlong, surrogate, too large, cut off. */
const BYTES = [[0x80], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]
  .concat([[0xe2, 0x98], [0xf0, 0x9f, 0x98], [0xc3], [0xf8, 0x88, 0x80, 0x80, 0x80]])
  .map((bytes) => Buffer.from(bytes));

const KEYS = [
  ...["items", "node", "pods", "metadata", "name", "uid", "podRef", "memory", "time", "spec"],
  ...["availableBytes", "workingSetBytes", "requests", "containers", "evictionHard", "plimsoll"],
  ...["memory.available", "nodefs.inodesFree", "", "a", "\\u006eame", "x".repeat(300)],
];

/** Below, at and above `DEPTH_MAX`, and far above. */
const DEPTHS = [3, 64, 999, 1000, 1001, 1024, 1025, 3000];

function splice(bytes: Buffer, start: number, end: number, insert: Buffer | string): Buffer {
  const middle = typeof insert === "string" ? Buffer.from(insert) : insert;
  return Buffer.concat([bytes.subarray(0, start), middle, bytes.subarray(end)]);
}

/** The next `byte` at or after a random place, else that place. */
function find(bytes: Buffer, random: Random, byte: string): number {
  const start = random.below(bytes.length + 1);
  const found = bytes.indexOf(byte, start);
  return found < 0 ? start : found;
}

/** From `start`, the end of what looks like one value: brackets are counted, texts are skipped. */
function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) {
      at = bytes.indexOf('"', at + 1);
      if (at < 0) return bytes.length;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return at;
      depth--;
    } else if (byte === 0x2c && depth === 0) return at;
  }
  return bytes.length;
}

function replaceValue(bytes: Buffer, random: Random, value: string): Buffer {
  const start = find(bytes, random, ":") + 1;
  return splice(bytes, start, endOfValue(bytes, start), value);
}

function replaceKey(bytes: Buffer, random: Random): Buffer {
  const colon = find(bytes, random, '":');
  const start = bytes.lastIndexOf('"', Math.max(0, colon - 1)) + 1;
  return splice(bytes, start, colon, random.pick(KEYS));
}

/** A member or an element comes twice, here or somewhere else. */
function repeatMember(bytes: Buffer, random: Random): Buffer {
  const start = find(bytes, random, ",");
  const member = bytes.subarray(start, endOfValue(bytes, start + 1));
  const at = random.oneIn(2) ? start : find(bytes, random, ",");
  return splice(bytes, at, at, member);
}

function nest(bytes: Buffer, random: Random): Buffer {
  const depth = random.pick(DEPTHS);
  const start = find(bytes, random, ":") + 1;
  const end = endOfValue(bytes, start);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"containers":[', "]}"],
  ]) as [string, string];
  const unbalanced = random.oneIn(4) ? 1 : 0;
  const value = bytes.subarray(start, end);
  return splice(
    splice(bytes, end, end, close.repeat(depth - unbalanced)),
    start,
    end,
    Buffer.concat([Buffer.from(open.repeat(depth)), value]),
  );
}

function insertInText(bytes: Buffer, random: Random, insert: Buffer | string): Buffer {
  const at = Math.min(find(bytes, random, '"') + 1, bytes.length);
  return splice(bytes, at, at, insert);
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flipBit: (bytes, random) => {
    const at = random.below(Math.max(1, bytes.length));
    return splice(bytes, at, at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random.below(8))]));
  },
  setByte: (bytes, random) => {
    const at = random.below(Math.max(1, bytes.length));
    return splice(bytes, at, at + 1, Buffer.from([random.below(256)]));
  },
  remove: (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return splice(bytes, at, at + 1 + random.below(16), "");
  },
  insert: (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return splice(bytes, at, at, random.pick(RAW));
  },
  truncate: (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  append: (bytes, random) => Buffer.concat([bytes, random.pick(RAW)]),
  byteOrderMark: (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  number: (bytes, random) => replaceValue(bytes, random, random.pick(NUMBERS)),
  value: (bytes, random) => replaceValue(bytes, random, random.pick(VALUES)),
  escape: (bytes, random) => insertInText(bytes, random, random.pick(ESCAPES)),
  notText: (bytes, random) => insertInText(bytes, random, random.pick(BYTES)),
  longText: (bytes, random) => insertInText(bytes, random, "é".repeat(random.below(3000))),
  key: replaceKey,
  repeatMember,
  // The dearest mutation by far: a thousand levels cost as much as a whole document.
  nest: (bytes, random) => (random.oneIn(8) ? nest(bytes, random) : repeatMember(bytes, random)),
};

const NAMES = Object.keys(MUTATIONS);
/** What can happen to bytes that are not text. */
const OPAQUE_NAMES = ["flipBit", "setByte", "remove", "truncate", "append"];

/** Spoils a document in up to three ways; now and then in none. */
export function mutate(
  document: Buffer,
  random: Random,
  isOpaque = false,
): { bytes: Buffer; how: string[] } {
  let bytes = document;
  const how: string[] = [];
  for (let left = random.pick([0, 1, 1, 1, 1, 2, 2, 3]); left > 0; left--) {
    const name = random.pick(isOpaque ? OPAQUE_NAMES : NAMES);
    bytes = (MUTATIONS[name] as Mutation)(bytes, random);
    how.push(name);
  }
  return { bytes, how };
}
