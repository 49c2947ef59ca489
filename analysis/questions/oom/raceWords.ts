/** Whether kubelet or kernel would act first while memory falls, over the steps of a run. */
import type { Race } from "../../engine/oomRace.ts";
import { plural } from "../../text/amount.ts";

export const RACE_TITLE = "First to act while memory falls";

/** If memory does not fall, neither would. */
export const RACE_WORDS = [
  { first: "kubelet", words: "the kubelet would evict first" },
  { first: "either", words: "the kubelet would decide first, but the pod may not stop in time" },
  { first: "kernel", words: "the kernel would kill before the kubelet evicts" },
] as const satisfies readonly { readonly first: Race["first"]; readonly words: string }[];

export const RACE_LANE = "kubelet or kernel";
export const RACE_PALER = "the paler, the longer memory lasts";

/** How long memory lasts, in words. */
const LASTS = {
  minute: "less than a minute",
  minutes: "less than ten minutes",
  later: "ten minutes or more",
} as const;

export function raceWords(lasts: keyof typeof LASTS, first: string): string {
  return `At the current rate, memory lasts ${LASTS[lasts]}: ${first}.`;
}

/** The number of steps in which each would act first. */
export function raceLabel(
  counts: readonly { readonly first: Race["first"]; readonly count: number }[],
): string {
  const words = counts.map(({ first, count }) => `${first} in ${plural(count, "step")}`);
  return `${RACE_TITLE}: ${words.join(", ")}`;
}
