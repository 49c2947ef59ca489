/**
 * Who acts first while memory falls. A kubelet looks every ten seconds (evictionMonitoringPeriod),
 * and under cgroup v1 also when the kernel notifies it that a threshold was crossed
 * (kernelMemcgNotification; under cgroup v2 it starts no notifier). The fall is taken to go on as
 * it was between the two observations, and the kernel to kill when nothing is available.
 */
import { First } from "../../abi.ts";
import { Limit, limitAt, NEVER_MS, race } from "../model/race.ts";

export const INTERVAL_MS: u64 = 10_000;
const NANOS_PER_MS: i64 = 1_000_000;
const MS_PER_SECOND: u64 = 1000;
/** Products saturate here; twice the half of it plus an addend stays within 64 bits. */
const LARGEST: u64 = 1 << 61;

export function runRace(): First {
  race.elapsedMs = max<u64>(u64((race.secondTime - race.firstTime) / NANOS_PER_MS), 1);
  race.fellBytes = race.firstBytes > race.secondBytes ? race.firstBytes - race.secondBytes : 0;
  race.emptyMs = timeToFall(race.secondBytes);
  race.neededBytes = neededBytes();
  race.actsMs = race.endedMs = NEVER_MS;
  race.hardBytes = 0;
  race.isByNotification = 0;
  for (let index: u32 = 0; index < race.limitCount; index++) consider(limitAt(index));
  if (race.evicts != 0) {
    race.actsMs = 0;
    race.endedMs = race.evictionSeconds * MS_PER_SECOND;
    race.isByNotification = 0;
  }
  race.first = firstOf();
  return race.first;
}

function firstOf(): First {
  if (race.fellBytes == 0) return First.Neither;
  if (race.emptyMs <= race.actsMs) return First.Kernel;
  return race.emptyMs <= race.endedMs ? First.Either : First.Kubelet;
}

/** Whether the highest hard threshold is met in time, whenever the kubelet looks. */
export function isHighEnough(): bool {
  return race.fellBytes == 0 || hasNotifier() || race.hardBytes >= race.neededBytes;
}

/** Whether the kernel notifies the kubelet when a threshold is crossed. */
export function hasNotifier(): bool {
  return race.isNotified != 0 && race.cgroupVersion != 2;
}

function consider(limit: Limit): void {
  const isHard = limit.graceSeconds == 0;
  if (isHard) race.hardBytes = max(race.hardBytes, limit.bytes);
  const acts = actsAt(limit);
  if (acts == NEVER_MS) return;
  const ended = acts + (isHard ? 0 : race.softSeconds * MS_PER_SECOND);
  if (acts > race.actsMs || (acts == race.actsMs && ended >= race.endedMs)) return;
  race.actsMs = acts;
  race.endedMs = ended;
  race.isByNotification = u8(isHard && hasNotifier() && limit.bytes <= race.secondBytes);
}

/** When the kubelet evicts by a threshold, from the second observation on, at which it looks. */
function actsAt(limit: Limit): u64 {
  const grace = limit.graceSeconds * MS_PER_SECOND;
  if (limit.bytes > race.secondBytes) {
    return lookFrom(limit.hasRemaining != 0 ? limit.remainingMs : grace);
  }
  if (race.fellBytes == 0) return NEVER_MS;
  // It is met when less than the threshold is available, not at the threshold itself.
  const crossed = timeToFall(race.secondBytes - limit.bytes);
  if (crossed >= NEVER_MS) return NEVER_MS;
  const seen = hasNotifier() ? crossed : (crossed / INTERVAL_MS + 1) * INTERVAL_MS;
  return grace == 0 ? seen : lookFrom(seen + grace);
}

/** The first look at this time or later. */
function lookFrom(ms: u64): u64 {
  return ((ms + INTERVAL_MS - 1) / INTERVAL_MS) * INTERVAL_MS;
}

/** Milliseconds until these bytes are used up, rounded down. */
export function timeToFall(bytes: u64): u64 {
  if (race.fellBytes == 0) return NEVER_MS;
  return min(multiplyDivide(bytes, race.elapsedMs, race.fellBytes), NEVER_MS);
}

/** What an interval of this fall uses up, and a byte, since a threshold is met below it. */
function neededBytes(): u64 {
  if (race.fellBytes == 0) return 0;
  return multiplyDivide(race.fellBytes, INTERVAL_MS, race.elapsedMs) + 1;
}

/**
 * `a` × `b` / `divisor`, rounded down and exact, bit by bit of `b`; 2^61 where it is that or more.
 * All are below 2^54.
 */
export function multiplyDivide(a: u64, b: u64, divisor: u64): u64 {
  const whole = a / divisor;
  const rest = a % divisor;
  let result: u64 = 0;
  let remainder: u64 = 0;
  for (let bit = 53; bit >= 0; bit--) {
    if (result >= LARGEST >> 1) return LARGEST;
    result <<= 1;
    remainder <<= 1;
    if (((b >> bit) & 1) != 0) {
      result += whole;
      remainder += rest;
    }
    result += remainder / divisor;
    remainder %= divisor;
  }
  return min(result, LARGEST);
}
