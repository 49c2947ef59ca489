/** What the series of a node may not have, as the header of a capture made of them says it. */
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
