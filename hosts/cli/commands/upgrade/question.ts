import type { Compared } from "../../../../analysis/questions/upgrade/difference.ts";
import type { ComparedReleases } from "../../../../analysis/questions/upgrade/rules.ts";

/** An input of an upgrade, which can be asked about any two releases. */
export interface UpgradeQuestion {
  /** The release that the input states; null where it states none. */
  readonly release: string | null;
  /** Whether it was read from a pipe while it was asked: it cannot be asked again. */
  readonly isPassing: boolean;
  ask(releases: ComparedReleases): Promise<readonly Compared[]>;
}
