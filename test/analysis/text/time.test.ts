import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTime, parseTime } from "../../../analysis/text/time.ts";

const TIME_MIN = -(2n ** 63n);
const TIME_MAX = 2n ** 63n - 1n;

describe("parseTime", () => {
  it.each([
    ["1970-01-01T00:00:00Z", 0n],
    ["1970-01-01T00:00:00.000000001Z", 1n],
    ["2026-11-20T18:45:22.577Z", 1795200322577000000n],
    ["2026-11-20T18:45:22.577123456Z", 1795200322577123456n],
    ["2026-11-20T18:45:22+01:30", 1795194922000000000n],
    ["2026-11-20T18:45:22-01:30", 1795205722000000000n],
    ["1969-12-31T23:59:59.5Z", -500000000n],
    ["2024-02-29T00:00:00Z", 1709164800000000000n],
    ["2262-04-11T23:47:16.854775807Z", TIME_MAX],
  ])("reads %s", (text, time) => expect(parseTime(text)).toBe(time));

  it("cuts digits beyond nanoseconds, as Go does", () =>
    expect(parseTime("1970-01-01T00:00:00.0000000019Z")).toBe(1n));

  it.each([
    [""],
    ["2026-11-20"],
    ["2026-11-20T18:45:22"],
    ["2026-11-20 18:45:22Z"],
    ["2026-11-20T18:45:22z"],
    ["2026-13-20T18:45:22Z"],
    ["2026-11-31T18:45:22Z"],
    ["2025-02-29T00:00:00Z"],
    ["2026-11-20T24:00:00Z"],
    ["2026-11-20T18:60:22Z"],
    ["2026-11-20T18:45:60Z"],
    ["2026-11-20T18:45:22+01:60"],
    ["2026-11-20T18:45:22.Z"],
    ["2262-04-11T23:47:16.854775808Z"],
    ["0001-01-01T00:00:00Z"],
  ])("refuses %j", (text) => expect(parseTime(text)).toBeNull());
});

describe("formatTime", () => {
  it("writes nine digits of a second in UTC", () =>
    expect(formatTime(1795200322577000000n)).toBe("2026-11-20T18:45:22.577000000Z"));

  it("writes what parseTime reads, for every time", () =>
    fc.assert(
      fc.property(fc.bigInt({ min: TIME_MIN, max: TIME_MAX }), (time) => {
        expect(parseTime(formatTime(time))).toBe(time);
      }),
    ));

  it("sorts as times do", () =>
    fc.assert(
      fc.property(fc.bigInt(0n, TIME_MAX), fc.bigInt(0n, TIME_MAX), (a, b) => {
        expect(formatTime(a) < formatTime(b)).toBe(a < b);
      }),
    ));
});
