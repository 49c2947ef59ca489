/** Which two releases are compared: those of the options, or what the inputs state. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { formatNames } from "../../text/names.ts";
import { askedRelease, formatRelease, formatReleases, minorOf } from "../../text/release.ts";
import type { UpgradeOptions } from "./options.ts";
import type { UpgradeQuestion } from "./question.ts";
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
  inputs: readonly Pick<UpgradeQuestion, "stated" | "unstated">[],
): Chosen | string {
  const newer = minorOf(to) ?? RELEASES.eviction.newest;
  if (newer <= oldest) {
    const range = formatReleases({ ...RELEASES.eviction, oldest: oldest + 1 });
    return (
      `--to ${to} is ${newer < oldest ? "older than " : ""}the oldest release that is supported, ` +
      `so no older one can be compared with it; give a release from ${range}.`
    );
  }
  const unstated = inputs.flatMap((each) => each.unstated ?? []);
  if (from !== undefined) {
    const { release, note } = askedRelease(from, RELEASES.eviction);
    const releases = { from: release, to };
    const notes = [...(note === null ? [] : [note]), ...comparedAs(unstated, releases)];
    if ((minorOf(from) ?? 0) < newer) return { releases, notes };
    const such = formatRelease(newer - 1);
    return `--from has to be older than --to, which is ${to}; give one such as ${such}.`;
  }
  const stated = inputs.flatMap((each) => each.stated);
  const minors = stated.flatMap((version) => minorOf(version) ?? []);
  const unread = stated.filter((version) => minorOf(version) === undefined);
  const older = minors.filter((minor) => minor < newer);
  const newest = older.length > 0 ? Math.max(...older) : newer - 1;
  const releases = { from: formatRelease(Math.max(newest, oldest)), to };
  return {
    releases,
    notes: [
      ...unreadable(unread),
      ...assumed(minors, newest, releases, unread.length > 0),
      ...(minors.length === 0 ? [] : comparedAs(unstated, releases)),
    ],
  };
}

const VERSIONS_SHOWN = 3;
const INPUTS_SHOWN = 3;

/** Captures and clusters that do not state what they are from. */
function comparedAs(inputs: readonly string[], { from, to }: ComparedReleases): readonly string[] {
  if (inputs.length === 0) return [];
  const verb = inputs.length === 1 ? "does" : "do";
  const names = formatNames(inputs, { max: INPUTS_SHOWN });
  return [`${names} ${verb} not state a release; compared as ${from} and ${to}.`];
}

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
