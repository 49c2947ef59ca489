/** The releases that a policy follows for the two that are compared. */
import { RELEASES } from "../../engine/contract/releases.ts";
import { followedRelease, type ReleaseRange } from "../../text/release.ts";
import type { Compared } from "./difference.ts";
import type { ComparedReleases } from "./rules.ts";

/** The newest release that every policy follows. */
export const NEWEST = Math.min(...Object.values(RELEASES).map(({ newest }) => newest));

export interface FollowedReleases {
  readonly releases: ComparedReleases;
  /** What to say where another release is followed. */
  readonly notes: readonly string[];
  /** Both are the nearest one: nothing can differ. */
  readonly isSame: boolean;
}

export function followedReleases(
  who: string,
  { from, to }: ComparedReleases,
  range: ReleaseRange,
): FollowedReleases {
  const [before, after] = [from, to].map((release) => followedRelease(who, release, range));
  const releases = { from: before?.release ?? from, to: after?.release ?? to };
  const notes = [before?.note, after?.note].filter((note) => note != null);
  return { releases, notes, isSame: releases.from === releases.to };
}

/** What is said of a part that is left out, because both releases follow the same one. */
export function notCompared(
  what: string,
  { from, to }: ComparedReleases,
  { releases }: FollowedReleases,
): string {
  return `${what} not compared: for ${from} and ${to} alike, ${releases.to} would be followed.`;
}

export function withoutScheduler(
  name: string,
  releases: ComparedReleases,
  followed: FollowedReleases,
): Compared {
  const note = notCompared("Placement and drains are", releases, followed);
  return { input: name, checked: "", differences: [], notes: [note] };
}

/** Objects without nodes have no pod that could be placed or admitted. */
export function withoutNodes(name: string): Compared {
  const note = `${name}: no Node is among its objects, so no pod is placed, admitted or drained.`;
  return { input: name, checked: "", differences: [], notes: [note] };
}
