/**
 * When each that may act on falling memory would act at the earliest and at the latest, in
 * milliseconds from the second observation, if the fall goes on. What samples cannot tell is the
 * width of a span: MemAvailable is between what the kubelet calls available and that with all
 * page cache; programs look at moments of their own. Defaults of earlyoom and systemd-oomd.
 */
import { Lane } from "../../abi.ts";
import { Limit, limitAt, NEVER_MS, race } from "../model/race.ts";
import { INTERVAL_MS, multiplyDivide, timeToFall } from "./race.ts";

/** Both act below a tenth of memory, with less than a tenth of swap left. */
const PARTS: u64 = 10;
/** Between two looks of earlyoom, and of the swap monitor of systemd-oomd. */
const EARLYOOM_LOOK_MS: u64 = 1000;
const SWAP_LOOK_MS: u64 = 250;
const MS_PER_SECOND: u64 = 1000;

/** What the last call of `spanOf` found; `NEVER_MS` where nothing says that it acts. */
export let earliestMs: u64 = 0;
export let latestMs: u64 = 0;

export function spanOf(lane: Lane): void {
  earliestMs = latestMs = NEVER_MS;
  if (race.fellBytes == 0) return;
  if (lane == Lane.Throttling) return throttling();
  if (lane == Lane.Kubelet) return kubelet();
  if (lane == Lane.Kernel)
    return span(race.secondBytes, race.secondBytes + race.cacheBytes + race.swapFreeBytes, 0);
  if (lane == Lane.Pressure || lane == Lane.Oomd) {
    // No sample says whether tasks stall already, and since when, or which rulesets oomd has.
    earliestMs = 0;
    return;
  }
  // Without swap the condition of earlyoom always holds, and that of systemd-oomd never.
  if (lane == Lane.Swap && race.hasSwap != 0 && race.swapBytes == 0) return;
  const limit = race.capacityBytes / PARTS;
  const first = race.secondBytes > limit ? race.secondBytes - limit : 0;
  const cached = race.secondBytes + race.cacheBytes;
  const look = lane == Lane.Swap ? SWAP_LOOK_MS : EARLYOOM_LOOK_MS;
  span(first, cached > limit ? cached - limit : 0, look);
  if (!isSwapLow(lane)) latestMs = NEVER_MS;
}

/** Whether swap is low already, so memory alone decides. */
export function isSwapLow(lane: Lane): bool {
  if (race.hasSwap == 0) return false;
  if (race.swapBytes == 0) return lane == Lane.Earlyoom;
  return race.swapFreeBytes <= race.swapBytes / PARTS;
}

function span(first: u64, last: u64, look: u64): void {
  earliestMs = timeToFall(first);
  latestMs = min(timeToFall(last) + look, NEVER_MS);
}

/** At its first look after a threshold is met, whenever it looks; where it evicts now, now. */
function kubelet(): void {
  if (race.evicts != 0 || race.isByNotification != 0) earliestMs = latestMs = race.actsMs;
  else {
    for (let index: u32 = 0; index < race.limitCount; index++) {
      earliestMs = min(earliestMs, dueAt(limitAt(index)));
    }
    latestMs = min(earliestMs + INTERVAL_MS, NEVER_MS);
  }
}

function dueAt(limit: Limit): u64 {
  const grace = limit.graceSeconds * MS_PER_SECOND;
  if (limit.bytes > race.secondBytes) return limit.hasRemaining != 0 ? limit.remainingMs : grace;
  return min(timeToFall(race.secondBytes - limit.bytes) + grace, NEVER_MS);
}

function throttling(): void {
  if (race.highSecondBytes >= race.highBytes) earliestMs = latestMs = 0;
  else if (race.highSecondBytes > race.highFirstBytes) {
    const grown = race.highSecondBytes - race.highFirstBytes;
    const left = race.highBytes - race.highSecondBytes;
    earliestMs = latestMs = min(multiplyDivide(left, race.elapsedMs, grown), NEVER_MS);
  }
}
