/** The examples of the quiz, from the plain rule to its exceptions. */
export const INCIDENTS = [
  "memory-leak",
  "page-cache",
  "critical-and-static",
  "inode-storm",
  "fork-bomb",
] as const;
