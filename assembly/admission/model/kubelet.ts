/** The release of the kubelet whose admission is followed, and its behaviors. */
import {
  Behavior,
  behaviorsOfRelease,
  MINOR_DEFAULT,
  MINOR_OLDEST,
  nearestMinor,
} from "./releaseTable.ts";

let minor: i32 = MINOR_DEFAULT;
let behaviors: u32 = behaviorsOfRelease(MINOR_DEFAULT);

/** A newer release behaves as the newest that is known; false for one that is too old. */
export function followKubelet(release: i32): bool {
  if (release < MINOR_OLDEST) return false;
  minor = nearestMinor(release);
  behaviors = behaviorsOfRelease(minor);
  return true;
}

/** Follows the nearest release with gates of it switched off. */
export function followWithout(release: i32, off: u32): void {
  minor = nearestMinor(release);
  behaviors = behaviorsOfRelease(minor) & ~off;
}

/** Whether the release has the behavior, its gate aside. */
export function releaseBehavesAs(behavior: Behavior): bool {
  return (behaviorsOfRelease(minor) & behavior) != 0;
}

export function kubeletMinor(): i32 {
  return minor;
}

/** @inline */
export function behavesAs(behavior: Behavior): bool {
  return (behaviors & behavior) != 0;
}
