/** Which two releases are compared: those of the options, or what the inputs state. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { formatNames } from "../../text/names.ts";
import { formatRelease, formatReleases, minorOf } from "../../text/release.ts";
import type { UpgradeOptions } from "./options.ts";
import type { ComparedReleases } from "./rules.ts";

const { oldest } = RELEASES.eviction;

interface Chosen {
  readonly releases: ComparedReleases;
  /** What was assumed, in sentences. */
  readonly notes: readonly string[];
}

/** What runs now is the newest release older than `--to` that an input states; or the refusal. */
export function comparedReleases(
  { from, to }: Pick<UpgradeOptions, "from" | "to">,
  stated: readonly string[],
): Chosen | string {
  const newer = minorOf(to) ?? RELEASES.eviction.newest;
  if (newer <= oldest) {
    const range = formatReleases({ ...RELEASES.eviction, oldest: oldest + 1 });
    return (
      `--to ${to} is the oldest release that is supported, so no older one can be compared with ` +
      `it; give a release from ${range}.`
    );
  }
  if (from !== undefined) {
    if ((minorOf(from) ?? 0) < newer) return { releases: { from, to }, notes: [] };
    const such = formatRelease(newer - 1);
    return `--from has to be older than --to, which is ${to}; give one such as ${such}.`;
  }
  const minors = stated.flatMap((version) => minorOf(version) ?? []);
  const unread = stated.filter((version) => minorOf(version) === undefined);
  const older = minors.filter((minor) => minor < newer);
  const newest = older.length > 0 ? Math.max(...older) : newer - 1;
  const followed = formatRelease(Math.max(newest, oldest));
  return {
    releases: { from: followed, to },
    notes: [
      ...unreadable(unread),
      ...assumed(minors, newest, { from: followed, to }, unread.length > 0),
    ],
  };
}

const VERSIONS_SHOWN = 3;

/** What the inputs call a release, and is none. */
function unreadable(versions: readonly string[]): readonly string[] {
  if (versions.length === 0) return [];
  const each = formatNames([...new Set(versions)], { max: VERSIONS_SHOWN });
  const states = versions.length === 1 ? "input or node states" : "inputs or nodes state";
  return [`${versions.length} ${states} a release that cannot be read: ${each}.`];
}

function assumed(
  minors: readonly number[],
  newest: number,
  { from, to }: ComparedReleases,
  isOtherUnread: boolean,
): readonly string[] {
  const advice = "--from names another";
  if (minors.length === 0) {
    const input = isOtherUnread ? "other input" : "input";
    return [`No ${input} states the release that runs now; ${from} is assumed; ${advice}.`];
  }
  if (!minors.includes(newest)) {
    const stated = formatRelease(Math.min(...minors));
    return [
      `The inputs state ${stated}, which is not older than ${to}; ${from} is assumed; ${advice}.`,
    ];
  }
  if (newest >= oldest) return [];
  const release = formatRelease(newest);
  return [`The inputs state ${release}; the nearest supported release, ${from}, is followed.`];
}
