/**
 * How many nodes the configured scheduler filters at once. Decisions here are those of 1, which is
 * the only number that gives the same placements twice.
 */

/** The configuration does not say. */
export const NO_PARALLELISM: i32 = i32.MIN_VALUE;

export let configuredParallelism: i32 = NO_PARALLELISM;

export function useParallelism(parallelism: i32): void {
  configuredParallelism = parallelism;
}
