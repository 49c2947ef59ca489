/** An event that was recorded, next to what the policy decides on the numbers at hand. */
export interface ComparedEvent {
  /** Whether the decision on these numbers agrees; null if there is nothing to compare. */
  readonly agrees: boolean | null;
  /** RFC 3339: when it was first seen. */
  readonly time: string;
  readonly sentence: string;
}

export const DOES_THE_SAME = "On these numbers the policy does the same.";

export function evictsInstead(pods: readonly string[]): string {
  return `On these numbers the policy evicts ${pods.join(", ")} instead.`;
}

export const EVICTS_NONE = "On these numbers the policy evicts no pod.";

/** The sentence about a decision that nothing confirms; `signal` is empty if there was none. */
export function evictsOnly(pod: string, signal: string): string {
  return `On these numbers the policy evicts ${pod}${signal === "" ? "" : ` for ${signal}`}.`;
}

const LINES_MAX = 40;

/** In order of time; at most forty, and one more that counts the rest. */
export function eventsInOrder(events: readonly ComparedEvent[]): readonly ComparedEvent[] {
  const all = [...events].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  if (all.length <= LINES_MAX) return all;
  const { time = "" } = all[LINES_MAX] ?? {};
  const sentence = `${all.length - LINES_MAX} more follow.`;
  return [...all.slice(0, LINES_MAX), { agrees: null, time, sentence }];
}
