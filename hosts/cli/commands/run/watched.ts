import type { Io } from "../../../system/io.ts";

/** Whether somebody looks on, who can end what does not end by itself. */
export function isWatched({ stdout, environment }: Io): boolean {
  return stdout.isTerminal && !environment.CI;
}
