import { RELEASES } from "../../engine/contract/releases.ts";
import { type FollowedRelease, followedRelease, formatRelease } from "../../text/release.ts";

/** The release whose admission is asked: the nearest to the node's own; `own` is what it states. */
export function admittingRelease(own: string | undefined): FollowedRelease {
  const followed = followedRelease("The kubelet", own ?? "", RELEASES.admission);
  if (followed !== null) return followed;
  const release = formatRelease(RELEASES.admission.default);
  const stated =
    own === undefined ? "The node does not state its kubelet's release" : `The kubelet is ${own}`;
  return { release, note: `${stated}; ${release} is assumed (--kubelet-version).` };
}
