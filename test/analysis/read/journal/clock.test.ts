import { describe, expect, it } from "vitest";
import { LogClock } from "../../../../analysis/read/journal/clock.ts";
import { formatTime, parseTime } from "../../../../analysis/text/time.ts";

const at = (time: string) => parseTime(time) ?? 0n;

function yearsOf(clock: LogClock, lines: readonly string[]): string[] {
  return lines.map((line) => formatTime(clock.timeOf(`${line}T10:00:00`) ?? 0n).slice(0, 10));
}

describe("the year of lines that have none", () => {
  it.each([
    ["the present one", "2027-03-01", ["02-28", "03-01"], ["2027-02-28", "2027-03-01"]],
    ["the last one for a December read in January", "2027-01-02", ["12-31"], ["2026-12-31"]],
    [
      "the next one after New Year",
      "2027-01-02",
      ["12-30", "12-31", "01-01"],
      ["2026-12-30", "2026-12-31", "2027-01-01"],
    ],
    ["the present one within a day, whatever the zone", "2027-01-01", ["01-02"], ["2027-01-02"]],
  ])("is %s", (_, now, lines, dates) => {
    expect(yearsOf(new LogClock(at(`${now}T12:00:00Z`)), lines)).toEqual(dates);
  });

  it.each([
    ["the same year", "2018-03-25", "05-14", "2018-05-14"],
    ["the year after, for a day before it began", "2018-12-25", "05-14", "2019-05-14"],
    ["the day on which it began, in a zone to the west", "2018-12-25", "12-24", "2018-12-24"],
  ])("follows from the day on which the log begins: %s", (_, begun, line, date) => {
    const clock = new LogClock(at("2026-11-28T00:00:00Z"));
    clock.begin(begun);
    expect(yearsOf(clock, [line])).toEqual([date]);
    expect(clock.assumedYear).toBeNull();
  });
});
