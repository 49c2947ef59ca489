/** Values of `missing` in the header of a capture that was made from series. */
export const MISSING_IN_SERIES = [
  "nodeMemory",
  "allocatableMemory",
  "nodeFs",
  "imageFs",
  "processes",
  "podMemory",
  "podStorage",
  "podVolumes",
  "podInodes",
  "podProcesses",
  "podRequests",
  "podPriorities",
  "gracePeriods",
  "reclaimed",
] as const;

export type MissingWord = (typeof MISSING_IN_SERIES)[number];
