import { describe, expect, it } from "vitest";
import {
  clockText,
  dateTimeText,
  tickTexts,
  windowText,
  zoneNamed,
  zoneText,
} from "../../../../hosts/browser/time/zone.ts";

const at = (text: string) => Date.parse(text);
const seconds = (...texts: readonly string[]) => texts.map((text) => at(text) / 1000);

describe("a time on the page", () => {
  it.each([
    ["UTC", "2026-01-15T10:12:20Z", "2026-01-15 10:12:20", "UTC"],
    ["Europe/Berlin", "2026-01-15T23:12:20Z", "2026-01-16 00:12:20", "GMT+1"],
    ["Europe/Berlin", "2026-07-15T10:12:20Z", "2026-07-15 12:12:20", "GMT+2"],
    ["America/New_York", "2026-01-15T03:00:00Z", "2026-01-14 22:00:00", "EST"],
    ["Asia/Kolkata", "2026-01-15T00:00:00Z", "2026-01-15 05:30:00", "GMT+5:30"],
  ])("in %s at %s", (zone, time, text, name) => {
    expect(dateTimeText(at(time), zone)).toBe(text);
    expect(clockText(at(time), zone)).toBe(text.slice(11));
    expect(zoneText(at(time), zone)).toBe(name);
  });

  it("is one of two with dates where a day lies between them, in the zone that is chosen", () => {
    const window = { from: at("2026-01-15T22:30:00Z"), to: at("2026-01-15T23:30:05Z") };
    expect(windowText(window, "UTC")).toBe("22:30:00 to 23:30:05");
    const berlin = "2026-01-15 23:30:00 to 2026-01-16 00:30:05";
    expect(windowText(window, "Europe/Berlin")).toBe(berlin);
  });

  it("is in UTC, or in the zone of this machine", () => {
    expect(zoneNamed("utc")).toBe("UTC");
    expect(zoneNamed("local")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});

describe("the ticks of the axis", () => {
  it("have seconds where they are less than a minute apart", () => {
    const ticks = seconds("2026-01-15T10:12:00Z", "2026-01-15T10:12:30Z");
    expect(tickTexts(ticks, 30, "UTC")).toEqual(["10:12:00", "10:12:30"]);
    expect(tickTexts(ticks, 60, "UTC")).toEqual(["10:12", "10:12"]);
  });

  it("say the date where a day begins, in the zone that is chosen", () => {
    const ticks = seconds("2026-01-15T22:00:00Z", "2026-01-15T23:00:00Z", "2026-01-16T00:00:00Z");
    expect(tickTexts(ticks, 3600, "UTC")).toEqual(["22:00", "23:00", "01-16"]);
    expect(tickTexts(ticks, 3600, "Europe/Berlin")).toEqual(["23:00", "01-16", "01:00"]);
  });

  it("are dates where they are days apart", () => {
    const ticks = seconds("2026-01-15T12:00:00Z", "2026-01-17T12:00:00Z");
    expect(tickTexts(ticks, 172_800, "UTC")).toEqual(["01-15", "01-17"]);
  });
});
