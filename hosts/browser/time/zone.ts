/** Times as texts of a time zone. */
import type { TimeWindow } from "./window.ts";

export type ZoneChoice = "utc" | "local";

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_DAY = 86_400;
const DATE_LENGTH = "2026-01-15".length;

/** A name of the IANA's; of this machine's zone, if that is chosen. */
export function zoneNamed(choice: ZoneChoice): string {
  return choice === "utc" ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `2026-01-15 10:12:20`. */
export function dateTimeText(milliseconds: number, zone: string): string {
  const { year, month, day } = partsOf(milliseconds, zone);
  return `${year}-${month}-${day} ${clockText(milliseconds, zone)}`;
}

/** `10:12:20`. */
export function clockText(milliseconds: number, zone: string): string {
  const { hour, minute, second } = partsOf(milliseconds, zone);
  return `${hour}:${minute}:${second}`;
}

/** `10:12:20 to 10:15:00`, with dates where they are two. */
export function windowText({ from, to }: TimeWindow, zone: string): string {
  const [begin, end] = [dateTimeText(from, zone), dateTimeText(to, zone)];
  const isOneDay = begin.slice(0, DATE_LENGTH) === end.slice(0, DATE_LENGTH);
  const [first, last] = [begin, end].map((text) => text.slice(isOneDay ? DATE_LENGTH : 0).trim());
  return `${first} to ${last}`;
}

/** `UTC`, or what the zone is called at that time: summer and winter have names of their own. */
export function zoneText(milliseconds: number, zone: string): string {
  return partsOf(milliseconds, zone).timeZoneName ?? zone;
}

/**
 * At the ticks of an axis, so many seconds apart: the clock, with seconds where they differ,
 * and the date where a day begins.
 */
export function tickTexts(seconds: readonly number[], apart: number, zone: string): string[] {
  return seconds.map((each) => {
    const { month, day, hour, minute, second } = partsOf(each * 1000, zone);
    const isMidnight = hour === "00" && minute === "00" && second === "00";
    if (isMidnight || apart >= SECONDS_PER_DAY) return `${month}-${day}`;
    return apart < SECONDS_PER_MINUTE ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
  });
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(milliseconds: number, zone: string): Parts {
  const format = formats.get(zone) ?? formatOf(zone);
  formats.set(zone, format);
  const parts = format.formatToParts(milliseconds).map(({ type, value }) => [type, value]);
  return Object.fromEntries(parts);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const two = "2-digit";
  return new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, timeZoneName: "short", hourCycle: "h23" },
    ...{ year: "numeric", month: two, day: two, hour: two, minute: two, second: two },
  });
}
