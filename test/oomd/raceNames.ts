/** Races that a guest plays, in this order: the first one before there is swap. */
export const RACE_NAMES = ["unscanned", "throttled", "limited", "unlimited"] as const;
export type RaceName = (typeof RACE_NAMES)[number];
