import { quoted } from "./goText.ts";

const RFC3339 = /^\d{4}-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

/** Why a text is not a time of RFC 3339, in Go's words; the start of them for a wrong form. */
export function timeError(text: string): string | undefined {
  const found = RFC3339.exec(text);
  if (found === null) return `parsing time ${quoted(text)} as "2006-01-02T15:04:05Z07:00"`;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const ranges: readonly (readonly [string, boolean])[] = [
    ["month", month >= 1 && month <= 12],
    ["hour", hour < 24],
    ["minute", minute < 60],
    ["second", second < 60],
    ["time zone offset hour", zoneHour <= 24],
    ["time zone offset minute", zoneMinute <= 60],
    ["day", isDay(Number(text.slice(0, 4)), month, day)],
  ];
  const wrong = ranges.find(([, inRange]) => !inRange)?.[0];
  return wrong === undefined ? undefined : `parsing time ${quoted(text)}: ${wrong} out of range`;
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}
