/** Spans of time in sentences, rounded to what a reader needs. */
import { itemPlace, wrote } from "../../base/json/write.ts";
import { writeDuration } from "../../base/kubernetes/duration.ts";

const NANOS_PER_TENTH: i64 = 100_000_000;

/** Milliseconds as `3.2s`, rounded down to a tenth of a second. */
export function addSeconds(ms: u64): void {
  const place = itemPlace();
  if (place != 0) wrote(writeDuration(place, i64(ms / 100) * NANOS_PER_TENTH));
}
