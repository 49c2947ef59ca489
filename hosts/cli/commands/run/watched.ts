import type { Io } from "../../../system/io.ts";

/** Whether a person is watching, who can stop an endless run. */
export function isWatched({ stdout, environment }: Io): boolean {
  return stdout.isTerminal && !environment.CI;
}
