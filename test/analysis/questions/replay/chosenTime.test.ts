import { describe, expect, it } from "vitest";
import { chosenTime, recordsUntil } from "../../../../analysis/questions/replay/chosenTime.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { parseTime } from "../../../../analysis/text/time.ts";

function record(time: string): CaptureRecord {
  const nanoseconds = parseTime(time);
  if (nanoseconds === null) throw new Error(`${time} is not a time`);
  return { time: nanoseconds, summary: null, others: new Map(), line: 0 };
}

/** How many of the records lie before or at the chosen time. */
async function counted(text: string, times: readonly string[]): Promise<number> {
  async function* records() {
    for (const time of times) yield record(time);
  }
  let count = 0;
  for await (const _ of recordsUntil(records(), chosenTime(text))) count += 1;
  return count;
}

const MORNING = [
  "2026-11-20T10:00:00.5Z",
  "2026-11-20T10:00:10.5Z",
  "2026-11-20T10:00:10.9Z",
  "2026-11-20T10:01:00Z",
];
const MIDNIGHT = ["2026-11-20T23:59:50Z", "2026-11-21T00:00:00Z", "2026-11-21T00:00:10Z"];

describe("a time chooses the last record that it covers", () => {
  it.each([
    ["10:00:00", MORNING, 1],
    ["10:00:05", MORNING, 1],
    // A second covers its fractions, as the timeline prints no fractions.
    ["10:00:10", MORNING, 3],
    ["10:00:10.5", MORNING, 2],
    ["10:00", MORNING, 3],
    ["10:01", MORNING, 4],
    ["2026-11-20T10:00:10Z", MORNING, 3],
    ["2026-11-20T10:00:10.5Z", MORNING, 2],
    ["2026-11-20T11:00:10+01:00", MORNING, 3],
    // The time of day of the next day, for a capture that runs past midnight.
    ["00:00:05", MIDNIGHT, 2],
    ["23:59:55", MIDNIGHT, 1],
  ] as const)("%s", async (text, times, count) => {
    expect(await counted(text, times)).toBe(count);
  });

  it.each([["09:00:00"], ["2026-11-19T10:00:00Z"]])("%s is before the capture", async (text) => {
    await expect(counted(text, MORNING)).rejects.toThrow(
      `--at ${text}: the capture begins later, at 2026-11-20T10:00:00.500000000Z`,
    );
  });
});

describe("a time after the last record", () => {
  it.each([["10:59"], ["10:01:01"], ["2026-11-20T10:01:00.1Z"]])("%s is refused", async (text) => {
    await expect(counted(text, MORNING)).rejects.toThrow(
      `--at ${text}: the capture ends earlier, at 2026-11-20T10:01:00.000000000Z`,
    );
  });
});

describe("texts that are not times", () => {
  it.each([["noon"], ["25:00"], ["10:60"], ["10:00:61"], ["2026-11-20"], [""]])("%j", (text) => {
    expect(() => chosenTime(text)).toThrow(`--at ${text}: not a time`);
  });
});
