/** One lane for each that may act, by its earliest moment. */
import { Lane } from "../../abi.ts";
import {
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { NEVER_MS, race } from "../model/race.ts";
import { earliestMs, isSwapLow, latestMs, spanOf } from "../stages/lanes.ts";

const LANES: StaticArray<string> = [
  "memory.high",
  "kubelet",
  "systemd-oomd, swap",
  "systemd-oomd, pressure",
  "earlyoom",
  "oomd",
  "kernel",
];
const COUNT = 7;

export function lanesMember(): void {
  if (race.hasNode == 0 || race.fellBytes == 0) return;
  key("lanes");
  beginArray();
  let written: u32 = 0;
  for (let place = 0; place < COUNT; place++) {
    const lane = nextLane(written);
    written |= 1 << u32(lane);
    if (lane != Lane.Throttling || race.hasThrottle != 0) writeLane(lane);
  }
  endArray();
}

/** The earliest of those that are not written yet. */
function nextLane(written: u32): Lane {
  let best = -1;
  let least: u64 = 0;
  for (let lane = 0; lane < COUNT; lane++) {
    if ((written & (1 << u32(lane))) != 0) continue;
    spanOf(lane);
    if (best >= 0 && earliestMs >= least) continue;
    best = lane;
    least = earliestMs;
  }
  return best;
}

function writeLane(lane: Lane): void {
  spanOf(lane);
  beginObject();
  member("who", unchecked(LANES[lane]));
  if (earliestMs < NEVER_MS) integerMember("earliestMilliseconds", i64(earliestMs));
  if (latestMs < NEVER_MS) integerMember("latestMilliseconds", i64(latestMs));
  key("sentence");
  beginText();
  addSentence(lane);
  endText();
  endObject();
}

function addSentence(lane: Lane): void {
  if (lane == Lane.Throttling) {
    return addLiteral("slows the pod above memory.high, and kills nothing");
  }
  if (lane == Lane.Kubelet) {
    return addLiteral(
      earliestMs < NEVER_MS ? "looks every 10s" : "meets no threshold before memory is gone",
    );
  }
  if (lane == Lane.Kernel) {
    return addLiteral("kills when nothing can be reclaimed; page cache and swap delay it");
  }
  if (lane == Lane.Oomd) {
    addLiteral(
      "if it runs: looks every 5s, and acts by rulesets of its own; most go by pressure, ",
    );
    return addLiteral("which the samples do not show");
  }
  if (lane == Lane.Pressure) {
    // From rest, the average over 10 s is above 50 % after 8 s; it looks every 1250 ms.
    addLiteral("if it runs and manages a cgroup here: 28s after a total stall begins ");
    return addLiteral("(limit 50%, 20s); the samples do not show when that is");
  }
  addSwapSentence(lane);
}

function addSwapSentence(lane: Lane): void {
  if (earliestMs == NEVER_MS) return addLiteral("never acts without swap");
  addLiteral("if it runs with its defaults: below a tenth of memory");
  if (race.hasSwap == 0) addLiteral(" and of swap, which is not known here");
  else if (race.swapBytes == 0) addLiteral(", since there is no swap");
  else if (isSwapLow(lane)) addLiteral("; swap is as low already");
  else addLiteral(" and of swap, of which more is free");
}
