/** Durations, times and quoted texts: rows are what Go answers. */
import { parseDuration, writeDuration, writeDurationError } from "../duration.ts";
import { writeQuoted } from "../quoted.ts";
import { parseTime, TimeResult, writeTime } from "../time.ts";
import { FIRST, OUTPUT, put, TEXT, written } from "./bytes.ts";

/** Text, nanoseconds, and how Go prints them. */
const DURATIONS: string[][] = [
  ["1m30s", "90000000000", "1m30s"],
  ["1.5h", "5400000000000", "1h30m0s"],
  ["0", "0", "0s"],
  ["+5s", "5000000000", "5s"],
  ["-1h", "-3600000000000", "-1h0m0s"],
  ["1h", "3600000000000", "1h0m0s"],
  ["100ms", "100000000", "100ms"],
  ["1.1us", "1100", "1.1\u00b5s"],
  ["1\u00b5s", "1000", "1\u00b5s"],
  ["1\u03bcs", "1000", "1\u00b5s"],
  ["3ns", "3", "3ns"],
  ["2562047h47m16.854775807s", "9223372036854775807", "2562047h47m16.854775807s"],
  ["-2562047h47m16.854775808s", "-9223372036854775808", "-2562047h47m16.854775808s"],
  ["0.3s", "300000000", "300ms"],
  ["1.0000000000000000000000000001h", "3600000000000", "1h0m0s"],
  ["0.00000000000000000000000000001h", "0", "0s"],
  ["0.100000000000000000000h", "360000000000", "6m0s"],
  ["9007199254740993ns", "9007199254740993", "2501h59m59.254740993s"],
  ["1s1s", "2000000000", "2s"],
  [".5s", "500000000", "500ms"],
  ["5.s", "5000000000", "5s"],
  ["0s", "0", "0s"],
  ["+0", "0", "0s"],
];

const DURATION_ERRORS: string[][] = [
  ["30", 'time: missing unit in duration "30"'],
  ["", 'time: invalid duration ""'],
  ["1d", 'time: unknown unit "d" in duration "1d"'],
  ["-", 'time: invalid duration "-"'],
  ["+", 'time: invalid duration "+"'],
  ["1h1", 'time: missing unit in duration "1h1"'],
  ["1.s.", 'time: invalid duration "1.s."'],
  ["s", 'time: invalid duration "s"'],
  [".s", 'time: invalid duration ".s"'],
  ["9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'],
  ["2562048h", 'time: invalid duration "2562048h"'],
  ["1e3s", 'time: unknown unit "e" in duration "1e3s"'],
  ["1 s", 'time: unknown unit " s" in duration "1 s"'],
  ["1\u00e9", 'time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'],
  ['1\u0001"\\', 'time: unknown unit "\\x01\\"\\\\" in duration "1\\x01\\"\\\\"'],
];

const TIMES: string[][] = [
  ["2026-11-20T10:00:30Z", "1795168830000000000", "2026-11-20T10:00:30Z"],
  ["2026-11-20T10:00:30.5Z", "1795168830500000000", "2026-11-20T10:00:30.5Z"],
  ["2026-11-20T10:00:30.123456789Z", "1795168830123456789", "2026-11-20T10:00:30.123456789Z"],
  ["2026-11-20T10:00:30.1234567899Z", "1795168830123456789", "2026-11-20T10:00:30.123456789Z"],
  ["2026-11-20T12:30:30+02:30", "1795168830000000000", "2026-11-20T10:00:30Z"],
  ["2026-11-20T07:30:30-02:30", "1795168830000000000", "2026-11-20T10:00:30Z"],
  ["2026-11-20T7:00:30,5Z", "1795158030500000000", "2026-11-20T07:00:30.5Z"],
  ["1970-01-01T00:00:00Z", "0", "1970-01-01T00:00:00Z"],
  ["1969-12-31T23:59:59.999999999Z", "-1", "1969-12-31T23:59:59.999999999Z"],
  ["2024-02-29T23:59:59Z", "1709251199000000000", "2024-02-29T23:59:59Z"],
  ["2000-02-29T00:00:00Z", "951782400000000000", "2000-02-29T00:00:00Z"],
  ["1677-09-21T00:12:43.145224192Z", "-9223372036854775808", "1677-09-21T00:12:43.145224192Z"],
  ["2262-04-11T23:47:16.854775807Z", "9223372036854775807", "2262-04-11T23:47:16.854775807Z"],
  ["2026-01-01T00:00:00+24:60", "1767135600000000000", "2025-12-30T23:00:00Z"],
];

const NO_TIMES: string[] = ["0001-01-01T00:00:00Z", "0001-01-01T01:00:00+01:00"];
const OUTSIDE: string[] = [
  "1677-09-21T00:12:43.145224191Z",
  "2262-04-11T23:47:16.854775808Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
];
const NOT_TIMES: string[] = [
  "2023-02-29T00:00:00Z",
  "1800-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2100-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-01-32T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:60Z",
  "2026-01-01T00:00:00",
  "2026-01-01 00:00:00Z",
  "2026-01-01T00:00:00z",
  "2026-01-01T00:00:00.Z",
  "2026-01-01T00:00:00+25:00",
  "2026-01-01T00:00:00+0100",
  "2026-01-01T00:00:00Z ",
  "26-01-01T00:00:00Z",
  "2026-01-01T00:00Z",
  "",
];

const QUOTED: string[][] = [
  ["plain text", '"plain text"'],
  ['say "hi"', '"say \\"hi\\""'],
  ["back\\slash", '"back\\\\slash"'],
  ["\u0007\b\f\n\r\t\u000b", '"\\a\\b\\f\\n\\r\\t\\v"'],
  ["\u0000\u001b\u007f", '"\\x00\\x1b\\x7f"'],
  ["\u00e9\u65e5\ud83d\ude00", '"\u00e9\u65e5\ud83d\ude00"'],
  ["\u00a0\u00ad\u200b\u2028", '"\\u00a0\\u00ad\\u200b\\u2028"'],
  ["\udb40\udc01\uffff", '"\\U000e0001\\uffff"'],
  ["%", '"%"'],
];

/** Bytes that are not UTF-8, in hexadecimal. */
const QUOTED_BYTES: string[][] = [
  ["ff", '"\\xff"'],
  ["c3", '"\\xc3"'],
  ["e282", '"\\xe2\\x82"'],
  ["f09f98", '"\\xf0\\x9f\\x98"'],
  ["c080", '"\\xc0\\x80"'],
  ["eda080", '"\\xed\\xa0\\x80"'],
  ["f4908080", '"\\xf4\\x90\\x80\\x80"'],
  ["80", '"\\x80"'],
  ["e28282ff", '"\u2082\\xff"'],
];

function durationOf(text: string): string {
  const size = put(TEXT, text);
  const code = parseDuration(FIRST, TEXT, size);
  if (code != 0) return written(writeDurationError(OUTPUT, code, TEXT, size));
  return load<i64>(FIRST).toString();
}

function timeOf(text: string): i32 {
  return parseTime(FIRST, TEXT, put(TEXT, text));
}

function expectTimes(texts: string[], result: i32): void {
  for (let i = 0; i < texts.length; i++) expect(timeOf(texts[i])).toBe(result, texts[i]);
}

describe("a duration", () => {
  it("is a sum of numbers with units (Spec 2.5)", () => {
    for (let i = 0; i < DURATIONS.length; i++) {
      expect(durationOf(DURATIONS[i][0])).toBe(DURATIONS[i][1], DURATIONS[i][0]);
    }
  });

  it("is written as Go writes it", () => {
    for (let i = 0; i < DURATIONS.length; i++) {
      const nanos = I64.parseInt(DURATIONS[i][1]);
      expect(written(writeDuration(OUTPUT, nanos))).toBe(DURATIONS[i][2]);
    }
  });

  it("is refused in Go's words (Spec 2.5)", () => {
    for (let i = 0; i < DURATION_ERRORS.length; i++) {
      expect(durationOf(DURATION_ERRORS[i][0])).toBe(DURATION_ERRORS[i][1]);
    }
  });
});

describe("a time", () => {
  it("is read to the nanosecond, in any zone", () => {
    for (let i = 0; i < TIMES.length; i++) {
      expect(timeOf(TIMES[i][0])).toBe(TimeResult.Ok, TIMES[i][0]);
      expect(load<i64>(FIRST)).toBe(I64.parseInt(TIMES[i][1]), TIMES[i][0]);
    }
  });

  it("is written in UTC without needless digits", () => {
    for (let i = 0; i < TIMES.length; i++) {
      expect(written(writeTime(OUTPUT, I64.parseInt(TIMES[i][1])))).toBe(TIMES[i][2]);
    }
  });

  it("is none when it is the zero time", () => {
    expectTimes(NO_TIMES, TimeResult.None);
  });

  it("may lie outside 64 bits of nanoseconds, and is then the nearest limit", () => {
    expectTimes(OUTSIDE, TimeResult.OutOfRange);
    timeOf("9999-12-31T23:59:59Z");
    expect(load<i64>(FIRST)).toBe(i64.MAX_VALUE);
    timeOf("1600-01-01T00:00:00Z");
    expect(load<i64>(FIRST)).toBe(i64.MIN_VALUE);
  });

  it("is refused when Go refuses it", () => {
    expectTimes(NOT_TIMES, TimeResult.Invalid);
  });
});

describe("a quoted text", () => {
  it("escapes what Go does not print", () => {
    for (let i = 0; i < QUOTED.length; i++) {
      const size = put(TEXT, QUOTED[i][0]);
      expect(written(writeQuoted(OUTPUT, TEXT, size))).toBe(QUOTED[i][1]);
    }
  });

  it("shows bytes that are not UTF-8 one by one", () => {
    for (let i = 0; i < QUOTED_BYTES.length; i++) {
      const bytes = QUOTED_BYTES[i][0];
      const size = bytes.length / 2;
      for (let at = 0; at < size; at++) {
        store<u8>(TEXT + usize(at), u8(U32.parseInt(bytes.substr(at * 2, 2), 16)));
      }
      expect(written(writeQuoted(OUTPUT, TEXT, size))).toBe(QUOTED_BYTES[i][1], bytes);
    }
  });
});
