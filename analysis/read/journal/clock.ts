import { parseTime } from "../../text/time.ts";
import { isYearless } from "./line.ts";
import { type StatedTime, type StatedYears, yearOf } from "./statedYears.ts";

const MINUTE = 60_000_000_000n;
const QUARTER = 15n * MINUTE;
/** A zone is less than 15 hours away from UTC. */
const ZONE_MAX = 15n * 60n * MINUTE;
const DAY = 24n * 60n * MINUTE;
/** A log goes on; one that goes back by most of a year has passed New Year. */
const NEW_YEAR = 300n * DAY;

/**
 * Makes times of what klog and syslog write, which leave out the year and the zone. Observations
 * have both, and so may journalctl's first line and the prefix of each line: what they state
 * holds for the lines after them. Until then the zone is UTC, and the year is the latest in which
 * the first line is not of the future.
 */
export class LogClock {
  #year: number;
  #zone = 0n;
  /** The zone of journalctl's times, from its first line; the kubelet's zone may differ. */
  #journalZone: bigint | null = null;
  #last: bigint | null = null;
  #isKnown = false;
  #isAssumed = false;
  #isZoneKnown = false;
  #isZoneAssumed = false;

  /** Nothing was written later; nanoseconds since the epoch. */
  readonly #now: bigint;
  /** When the log begins, as its first line has it; nothing was written earlier. */
  #begun: bigint | null = null;

  readonly #stated: StatedYears | null;
  #lastStated: StatedTime | null = null;

  constructor(now: bigint, stated: StatedYears | null = null) {
    this.#now = now;
    this.#stated = stated;
    this.#year = yearOf(now);
  }

  /** The year that was assumed for some line without evidence; or null. */
  get assumedYear(): number | null {
    return this.#isAssumed ? this.#year : null;
  }

  /** Whether UTC was assumed for some line without evidence. */
  get isZoneAssumed(): boolean {
    return this.#isZoneAssumed;
  }

  /** The log says on which day it begins, as `2026-01-15`, and its zone, as `+0430` or `UTC`. */
  begin(day: string, zone = ""): void {
    const begun = parseTime(`${day}T00:00:00Z`);
    if (begun === null) return;
    this.#begun = begun;
    this.#know(yearOf(begun));
    this.#journalZone = zoneOffset(zone) ?? this.#journalZone;
  }

  #know(year: number): void {
    this.#year = year;
    this.#isKnown = true;
  }

  /** A line was written at `written`, and `stamp` is what journald or syslog says of that. */
  stamped(written: bigint | string | null, stamp: string | null): void {
    if (stamp === null) return;
    if (!isYearless(stamp)) {
      const time = parseTime(hasZone(stamp) ? stamp : `${stamp}Z`);
      if (time !== null) this.#learn(written, time, hasZone(stamp));
      return;
    }
    if (this.#journalZone === null || this.#isZoneKnown) return;
    const local = this.#local(stamp);
    if (local !== null) this.#learn(written, local - this.#journalZone, true);
  }

  timeOf(written: bigint | string | null): bigint | null {
    const time = typeof written === "string" ? this.#resolved(written) : written;
    if (time !== null) this.#last = time;
    return time;
  }

  /** A line written at `written` reports a measurement made at `observed`, just before. */
  learn(written: bigint | string | null, observed: bigint): void {
    this.#learn(written, observed, true);
  }

  #learn(written: bigint | string | null, observed: bigint, isZoned: boolean): void {
    if (typeof written !== "string" || !isYearless(written)) return;
    const year = yearOf(observed);
    for (const candidate of [year, year + 1, year - 1]) {
      const local = parseTime(`${candidate}-${written}Z`);
      if (local === null) continue;
      const difference = local - observed;
      if (difference > ZONE_MAX || difference < -ZONE_MAX) continue;
      this.#know(candidate);
      this.#isAssumed = false;
      this.#isZoneKnown ||= isZoned;
      if (isZoned) this.#isZoneAssumed = false;
      this.#zone = rounded(difference);
      this.#last = local - this.#zone;
      return;
    }
  }

  #resolved(written: string): bigint | null {
    if (!isYearless(written)) {
      this.#isZoneAssumed ||= !hasZone(written);
      return parseTime(hasZone(written) ? written : `${written}Z`);
    }
    this.#learnStated(written);
    const time = this.#local(written);
    if (time === null) return null;
    this.#isAssumed ||= !this.#isKnown;
    this.#isZoneAssumed ||= !this.#isZoneKnown;
    const isNewYear = this.#last !== null && time - this.#zone < this.#last - NEW_YEAR;
    if (!isNewYear) return time - this.#zone;
    this.#year += 1;
    const next = this.#in(this.#year, written);
    return next === null ? null : next - this.#zone;
  }

  /** What another line of the same date states, once for the lines of that date. */
  #learnStated(written: string): void {
    const stated = this.#stated?.of(written) ?? null;
    if (stated === null || stated === this.#lastStated) return;
    this.#lastStated = stated;
    this.#learn(stated.written, stated.time, stated.isZoned);
  }

  /** The time in the year of the previous lines; a first line is never in the future. */
  #local(written: string): bigint | null {
    if (this.#last === null) {
      const time = this.#in(this.#year, written);
      if (this.#begun !== null && time !== null && time < this.#begun - DAY) this.#year += 1;
      if (!this.#isKnown && time !== null && time > this.#now + DAY) this.#year -= 1;
    }
    return this.#in(this.#year, written);
  }

  #in(year: number, written: string): bigint | null {
    return parseTime(`${year}-${written}Z`);
  }
}

function hasZone(written: string): boolean {
  return /(?:Z|[+-]\d\d:\d\d)$/.test(written);
}

/** Null for a zone by its name: a name is of several. */
function zoneOffset(zone: string): bigint | null {
  if (/^(?:UTC|GMT|Z)$/.test(zone)) return 0n;
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return null;
  const offset = (BigInt(hours) * 60n + BigInt(minutes)) * MINUTE;
  return sign === "-" ? -offset : offset;
}

function rounded(difference: bigint): bigint {
  const half = difference < 0n ? -QUARTER / 2n : QUARTER / 2n;
  return ((difference + half) / QUARTER) * QUARTER;
}

/** What is assumed of the times of a log: a note, or none. */
export function assumedTimes(
  name: string,
  { assumedYear: year, isZoneAssumed }: LogClock,
): readonly string[] {
  if (year !== null) {
    const assumed = `${year}, the latest year that is not in the future, and UTC`;
    return [`${name}: timestamps lack year and zone; assuming ${assumed}.`];
  }
  return isZoneAssumed ? [`${name}: timestamps lack a zone; assuming UTC.`] : [];
}
