/** What a kubelet does with flags that its release does not have: it exits. */
import { FLAGS_OF_ALL, FLAGS_OF_SOME, FLAGS_REPLACED } from "../../engine/contract/flags.ts";
import { RELEASES } from "../../engine/contract/releases.ts";
import type { Finding } from "../../engine/decision.ts";
import { formatRelease, isFollowed } from "../../text/release.ts";

interface FlagRow {
  readonly flag: string;
  readonly since?: number;
  readonly until?: number;
}

const OF_ALL: ReadonlySet<string> = new Set(FLAGS_OF_ALL);
const OF_SOME: ReadonlyMap<string, FlagRow> = new Map(
  FLAGS_OF_SOME.map((row: FlagRow) => [row.flag, row]),
);
const REPLACED: ReadonlyMap<string, string> = new Map(
  FLAGS_REPLACED.map(({ flag, by }) => [flag, by]),
);

interface FlagFindings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** If the flags of the release are not known, there are no findings. */
export function flagFindings(names: readonly string[], release: number | undefined): FlagFindings {
  if (release === undefined || !isFollowed(release, RELEASES.eviction)) {
    return { errors: [], warnings: [] };
  }
  const unknown = names.filter((name) => !hasFlag(name, release));
  const deprecated = names.filter((name) => hasFlag(name, release) && REPLACED.has(name));
  return {
    errors: unknown.map((name) => unknownFlag(name, release)),
    warnings: deprecated.map((name) => ({
      rule: "deprecated-flag",
      path: `--${name}`,
      message: `The kubelet warns that --${name} is deprecated; set ${REPLACED.get(name)} instead.`,
    })),
  };
}

function hasFlag(name: string, release: number): boolean {
  if (OF_ALL.has(name)) return true;
  const { since = 0, until = Number.POSITIVE_INFINITY } = OF_SOME.get(name) ?? { until: 0 };
  return release >= since && release < until;
}

function unknownFlag(name: string, release: number): Finding {
  const { since, until } = OF_SOME.get(name) ?? {};
  const isRemoved = until !== undefined || REPLACED.has(name);
  const instead = REPLACED.get(name);
  const message = [
    `The kubelet of ${formatRelease(release)} exits with "unknown flag: --${name}".`,
    ...(until !== undefined && release >= until
      ? [`The flag was removed in ${formatRelease(until)}.`]
      : []),
    ...(since !== undefined && release < since
      ? [`The flag came with ${formatRelease(since)}.`]
      : []),
    instead === undefined ? "Remove it." : `Remove it, and set ${instead}.`,
  ].join(" ");
  return { rule: isRemoved ? "removed-flag" : "unknown-flag", path: `--${name}`, message };
}
