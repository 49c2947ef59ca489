/** Counts of passes of the eviction manager. */
import { plural } from "./amount.ts";

/** `1 pass`, `3 passes`. */
export function passesText(count: number): string {
  return plural(count, "pass", "passes");
}

/** `1 pass has`, `3 passes have`. */
export function passesHaveText(count: number): string {
  return plural(count, "pass has", "passes have");
}

/** The number of passes whose last lines are not in a log. */
export function cutText(passes: number): string {
  const ends = passes === 1 ? "end is" : "ends are";
  return `${passesText(passes)} whose ${ends} not in the log`;
}

/** What a log shows; where the outcome of a pass is not in it, no evictions are not none. */
export function passesAndEvictions(passes: number, evictions: number, open: number): string {
  if (evictions === 0 && open > 0) return passesText(passes);
  return `${passesText(passes)}, ${plural(evictions, "eviction")}`;
}

/** A sentence about passes that had to evict: the kubelet ranks pods only then. Spec 3.11. */
export function openWords(open: number): string {
  return `${passesText(open)} had to evict a pod; the log does not contain the outcome`;
}
