/** Options that name a release of Kubernetes. */
import { formatReleases, isVersionSupported, type ReleaseRange } from "../../text/release.ts";
import { OptionError } from "./row.ts";

/** A release that is older than the range stays: the nearest is followed, which is said. */
export function releaseIn(range: ReleaseRange): (version: string) => string {
  return (version) => {
    if (isVersionSupported(version, range)) return version;
    throw new OptionError(`Give a release from ${formatReleases(range)}.`);
  };
}
