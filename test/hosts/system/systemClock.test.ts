import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SYSTEM_CLOCK } from "../../../hosts/system/systemClock.ts";

const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("sleeps for longer than a timer can run, until the time is over or it is aborted", async () => {
  const ended: string[] = [];
  const { signal } = new AbortController();
  const stop = new AbortController();
  void SYSTEM_CLOCK.sleep(60 * DAY, signal).then(() => ended.push("over"));
  void SYSTEM_CLOCK.sleep(60 * DAY, stop.signal).then(() => ended.push("aborted"));
  await vi.advanceTimersByTimeAsync(30 * DAY);
  expect(ended).toEqual([]);
  stop.abort();
  await vi.advanceTimersByTimeAsync(30 * DAY - 1);
  expect(ended).toEqual(["aborted"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(["aborted", "over"]);
});
