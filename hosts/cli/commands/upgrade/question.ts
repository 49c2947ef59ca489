import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import type { ComparedReleases } from "../../../../analysis/questions/upgrade/rules.ts";

/** An input of an upgrade, which can be asked about any two releases. */
export interface UpgradeQuestion {
  /** The releases that the input states: those of its nodes. */
  readonly stated: readonly string[];
  /** Whether it was read from a pipe while it was asked: it cannot be asked again. */
  readonly isPassing: boolean;
  ask(releases: ComparedReleases): Promise<readonly Compared[]>;
}
