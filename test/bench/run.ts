/** What every measurement of the bench is given. */
import type { Oracle } from "./oracle.ts";

export interface Run {
  /** How often each figure is taken; its median counts. */
  readonly times: number;
  /** Summaries of a real kubelet to measure as well, one capture after another. */
  readonly captures: readonly string[];
  /** Null where Go is not installed; built when it is asked for first. */
  readonly oracle: () => Oracle | null;
  /** Hears what comes next. */
  readonly onProgress: (what: string) => void;
}

export const INSTALL_GO = "install Go";
