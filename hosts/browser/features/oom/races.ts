import type { Race } from "../../../../analysis/engine/oomRace.ts";

/** Who would be first, in the order of their numbers in `OomTimeline.races`. */
export const RACES: readonly Race["first"][] = ["nobody", "kubelet", "kernel", "either"];

/** For how long memory lasts at most, in the order of their numbers in `OomTimeline.soon`. */
export const SOON = [
  { name: "minute", milliseconds: 60_000 },
  { name: "minutes", milliseconds: 600_000 },
  { name: "later", milliseconds: Number.POSITIVE_INFINITY },
] as const;

export function soonOf(emptyMilliseconds = Number.POSITIVE_INFINITY): number {
  const found = SOON.findIndex(({ milliseconds }) => emptyMilliseconds < milliseconds);
  return found < 0 ? SOON.length - 1 : found;
}
