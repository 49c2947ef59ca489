import type { Compared } from "./difference.ts";
import { narrowed, notNarrowed, type ReleaseStep, releasesToAsk } from "./narrowed.ts";
import type { ComparedReleases } from "./rules.ts";

/** An input of an upgrade, which can be asked about any two releases. */
export interface UpgradeQuestion {
  /** The releases that the input states: those of its nodes. */
  readonly stated: readonly string[];
  /** The name of a capture or a cluster that states none. */
  readonly unstated?: string;
  /** Whether it was read from a pipe while it was asked: it cannot be asked again. */
  readonly isPassing: boolean;
  ask(releases: ComparedReleases): Promise<readonly Compared[]>;
}

/** The differences of an input; the releases in between say which of them brought each. */
export async function askUpgrade(
  question: UpgradeQuestion,
  releases: ComparedReleases,
  onStep: (step: ComparedReleases) => Promise<void> = async () => {},
): Promise<readonly Compared[]> {
  const compared = await question.ask(releases);
  if (question.isPassing) return compared.map((each) => notNarrowed(each, releases));
  const steps: ReleaseStep[] = [];
  for (const step of releasesToAsk(compared, releases)) {
    await onStep(step);
    steps.push({ release: step.to, compared: await question.ask(step) });
  }
  return steps.length === 0 ? compared : narrowed(compared, steps);
}
