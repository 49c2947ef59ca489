/** Releases of Kubernetes 1.x, each by its minor, and which of them a policy follows. */

/** Minors, both included. */
export interface ReleaseRange {
  readonly oldest: number;
  readonly newest: number;
}

/** Builders add what they like behind the numbers: `+k3s1`, `-eks-a737599`. */
const VERSION = /^v?1\.(0|[1-9]\d{0,2})(?:\.\d{1,9})?(?:\+|[+-]\w[\w.+-]*)?$/;

/** The minor of a version such as `1.X`, `v1.X.8` or `v1.X.2+k3s1`; undefined for other texts. */
export function minorOf(version: string): number | undefined {
  const digits = VERSION.exec(version)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function isFollowed(minor: number, { oldest, newest }: ReleaseRange): boolean {
  return minor >= oldest && minor <= newest;
}

/** Whether a version is a release at all, and one of these. */
export function isVersionFollowed(version: string, range: ReleaseRange): boolean {
  const minor = minorOf(version);
  return minor !== undefined && isFollowed(minor, range);
}

/** Whether a version is such a release, or an older one, for which the nearest is followed. */
export function isVersionSupported(version: string, { newest }: ReleaseRange): boolean {
  return isVersionFollowed(version, { oldest: 0, newest });
}

function nearestMinor(minor: number, { oldest, newest }: ReleaseRange): number {
  return Math.min(Math.max(minor, oldest), newest);
}

export interface FollowedRelease {
  /** `1.X`. */
  readonly release: string;
  /** What to say where it is not the release of the version. */
  readonly note: string | null;
}

/** The release that is followed for the version of `who`; null for another text. */
export function followedRelease(
  who: string,
  version: string,
  range: ReleaseRange,
): FollowedRelease | null {
  const minor = minorOf(version);
  if (minor === undefined) return null;
  const release = formatRelease(nearestMinor(minor, range));
  const note = `${who} is ${version}; the nearest supported release, ${release}, is followed.`;
  return { release, note: isFollowed(minor, range) ? null : note };
}

/**
 * The release that is followed for one that was asked for: the oldest for an older one. A newer
 * one, and another text, stay as they are, to be refused.
 */
export function askedRelease(version: string, range: ReleaseRange): FollowedRelease {
  const followed = followedRelease("The release asked for", version, range);
  const isOlder = followed !== null && isVersionSupported(version, range);
  return isOlder && followed.note !== null ? followed : { release: version, note: null };
}

/** `1.X`, as kubelets and people write a release. */
export function formatRelease(minor: number): string {
  return `1.${minor}`;
}

/** `1.X to 1.Y`. */
export function formatReleases({ oldest, newest }: ReleaseRange): string {
  return `${formatRelease(oldest)} to ${formatRelease(newest)}`;
}
