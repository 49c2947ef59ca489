import { describe, expect, it } from "vitest";
import { LogClock } from "../../../../analysis/read/journal/clock.ts";
import { readAhead, StatedYears } from "../../../../analysis/read/journal/statedYears.ts";
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

describe("a year that another line of the same date states", () => {
  const containerds = (stamp: string, time: string) =>
    `${stamp} node-1 containerd[2388]: time="${time}" level=info msg="TaskOOM event"`;
  const problems = (stamp: string, time: string) =>
    `${stamp} node-1 node-problem-detector[3240]: &{Timestamp:${time} UTC m=+8.4 Reason:`;

  it.each([
    [
      "containerd",
      [containerds("Oct 12 19:00:21", "2023-10-12T19:00:21.8Z")],
      "2023-10-12T19:00:20Z",
    ],
    [
      "containerd, in a zone to the east",
      [containerds("Oct 12 19:00:21", "2023-10-12T17:00:21.8Z")],
      "2023-10-12T17:00:20Z",
    ],
    [
      "node-problem-detector",
      [problems("Oct 12 19:00:21", "2023-10-12 19:00:20.43504385 +0000")],
      "2023-10-12T19:00:20Z",
    ],
    [
      "systemctl status",
      ["   Active: active (running) since Thu 2023-10-12 23:28:19 +07; 1h ago"],
      "2023-10-12T12:00:20Z",
    ],
    [
      "lines of two dates in two years",
      [
        containerds("May 16 18:02:43", "2025-05-16T18:02:43.7Z"),
        containerds("Oct 12 19:00:21", "2023-10-12T19:00:21.8Z"),
      ],
      "2023-10-12T19:00:20Z",
    ],
  ])("is taken from %s, though it follows", async (_, lines, time) => {
    const stated = new StatedYears();
    const text = new TextEncoder().encode(lines.join("\n"));
    const cut = new Error("cut");
    const chunks = (async function* () {
      for (const byte of text) yield Uint8Array.of(byte);
      throw cut;
    })();
    const read: number[] = [];
    const reading = async () => {
      for await (const chunk of readAhead(chunks, stated)) read.push(...chunk);
    };
    await expect(reading()).rejects.toBe(cut);
    expect(read).toEqual([...text]);
    const clock = new LogClock(at("2026-11-28T00:00:00Z"), stated);
    expect(clock.timeOf("10-12T19:00:20")).toBe(at(time));
    expect(clock.assumedYear).toBeNull();
  });

  it("is taken from a viewer that has it, without the zone in which it was viewed", () => {
    const stated = new StatedYears();
    stated.take("May 18, 2021 @ 10:39:38.000\tE0518 07:39:38.420545 4230 a.go:260] failed");
    const clock = new LogClock(at("2026-11-28T00:00:00Z"), stated);
    expect(clock.timeOf("05-18T07:39:38")).toBe(at("2021-05-18T07:39:38Z"));
    expect([clock.assumedYear, clock.isZoneAssumed]).toEqual([null, true]);
  });

  it("is not taken where the log has the date in two years", () => {
    const stated = new StatedYears();
    stated.take(containerds("Oct 12 19:00:21", "2023-10-12T19:00:21.8Z"));
    stated.take(containerds("Oct 12 19:00:21", "2024-10-12T19:00:21.8Z"));
    expect(stated.of("10-12T19:00:20")).toBeNull();
  });
});
