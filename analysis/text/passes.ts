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
