/** Which release brought a difference: the releases in between are compared, one with the next. */
import { formatRelease, minorOf } from "../../text/release.ts";
import type { Compared, Difference } from "./difference.ts";
import type { ComparedReleases } from "./rules.ts";

/** Each release with the one after it; none where nothing is between the two. */
export function releasesBetween({ from, to }: ComparedReleases): readonly ComparedReleases[] {
  const [older, newer] = [minorOf(from) ?? 0, minorOf(to) ?? 0];
  if (newer - older < 2) return [];
  return Array.from({ length: newer - older }, (_, index) => ({
    from: formatRelease(older + index),
    to: formatRelease(older + index + 1),
  }));
}

/** Those of them that a rule of a difference came or went with: no other could be the reason. */
export function releasesToAsk(
  compared: readonly Compared[],
  releases: ComparedReleases,
): readonly ComparedReleases[] {
  const rules = compared.flatMap(({ differences }) => differences.flatMap((each) => each.rules));
  const named = new Set(rules.map(({ since, until }) => since ?? until));
  return releasesBetween(releases).filter(({ to }) => named.has(to));
}

/** What one release decides otherwise than the one before it. */
export interface ReleaseStep {
  readonly release: string;
  readonly compared: readonly Compared[];
}

/**
 * The differences of an input, each with the rules of those releases alone that brought one to its
 * subject.
 */
export function narrowed(
  compared: readonly Compared[],
  steps: readonly ReleaseStep[],
): readonly Compared[] {
  const releases = new Map<string, Set<string>>();
  for (const { release, compared: step } of steps) {
    for (const difference of step.flatMap(({ differences }) => differences)) {
      const key = keyOf(difference);
      releases.set(key, (releases.get(key) ?? new Set()).add(release));
    }
  }
  return compared.map((each) => ({
    ...each,
    differences: each.differences.map((difference) => {
      const own = releases.get(keyOf(difference));
      const isOwn = ({ since, until }: Difference["rules"][number]) =>
        own?.has(since ?? until ?? "") === true;
      return { ...difference, rules: difference.rules.filter(isOwn) };
    }),
  }));
}

/** A pipe is read once: the releases in between cannot be compared. */
export function notNarrowed(compared: Compared, releases: ComparedReleases): Compared {
  const { input, differences, notes } = compared;
  const isNarrow = releasesBetween(releases).length === 0;
  if (isNarrow || differences.every(({ rules }) => rules.length === 0)) return compared;
  const { from, to } = releases;
  const note =
    `${input} can be read only once, so the releases between ${from} and ${to} are not compared ` +
    "one by one: give a file to see which of them brings what.";
  return { ...compared, notes: [...notes, note] };
}

function keyOf({ kind, subject }: Difference): string {
  return `${kind} ${subject}`;
}
