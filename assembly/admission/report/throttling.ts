/**
 * What memory.high does between itself and the limit: the kernel's own sleep (mm/memcontrol.c,
 * calculate_high_delay), for each 64 pages that a thread charges.
 */
import { addBytes } from "../../base/json/bytes.ts";
import {
  addInteger,
  addLiteral,
  beginText,
  endText,
  integerMember,
  key,
} from "../../base/json/write.ts";
import { MemoryFiles, settings, UNKNOWN } from "../model/memoryQos.ts";

const OVERAGE_SHIFT: u64 = 20;
const BATCH_PAGES: u64 = 64;
const SLEEP_MS_MAX: u64 = 2000;
/** Shorter sleeps are left out. */
const SLEEP_MS_MIN: u64 = 10;
/** Products with thousandths stay within 64 bits. */
const PAGES_END: u64 = 1 << 43;
const BATCH_MS: u64 = 1000;

/** Whether the cgroup is throttled before its limit, and what a thread loses by then. */
export function throttlingMembers(files: MemoryFiles, what: string): void {
  if (files.high > 0 && files.max > 0 && files.max > files.high) {
    integerMember("marginBytes", files.max - files.high);
    integerMember("sleepMilliseconds", i64(sleepAt(files)));
  }
  key("sentence");
  beginText();
  addSentence(files, what);
  endText();
}

/** The sleep of a thread that charges a batch right below the limit. */
function sleepAt(files: MemoryFiles): u64 {
  const page = u64(settings.pageBytes);
  const high = u64(files.high) / page;
  const over = u64(files.max) / page - high;
  if (high == 0 || over >= PAGES_END) return SLEEP_MS_MAX;
  const overage = (over << OVERAGE_SHIFT) / high;
  // Eight times over is two seconds many times over.
  if (overage >> (OVERAGE_SHIFT + 3) != 0) return SLEEP_MS_MAX;
  const penalty = ((overage * overage * BATCH_MS) >> OVERAGE_SHIFT) >> 14;
  return penalty <= SLEEP_MS_MIN ? 0 : min(penalty, SLEEP_MS_MAX);
}

function addSentence(files: MemoryFiles, what: string): void {
  const isThrottled = files.high > 0;
  if (files.high == UNKNOWN) {
    return addLiteral(
      "throttled at a share of the node's memory, which is not known here; no limit",
    );
  }
  if (!isThrottled && files.max <= 0) {
    return addLiteral("no throttling and no limit; the kubelet evicts when the node runs short");
  }
  if (!isThrottled) {
    addLiteral("no throttling; the kernel kills in the ");
    addLiteral(what);
    addLiteral(" at ");
    return addBytes(u64(files.max));
  }
  addLiteral("throttled above ");
  addBytes(u64(files.high));
  if (files.max <= 0) {
    return addLiteral("; no limit; the kubelet evicts when the node runs short");
  }
  if (files.max <= files.high) {
    addLiteral(", which the limit of ");
    addBytes(u64(files.max));
    return addLiteral(" never lets it reach");
  }
  addLiteral("; the kernel kills at ");
  addBytes(u64(files.max));
  const sleep = sleepAt(files);
  if (sleep == 0) return;
  addLiteral(", where a thread sleeps ");
  addInteger(i64(sleep));
  addLiteral(" ms for every ");
  addBytes(BATCH_PAGES * u64(settings.pageBytes));
  addLiteral(" it takes");
}
