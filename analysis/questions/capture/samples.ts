/** What a recording of samples says of what it lacks. */
import { plural } from "../../text/amount.ts";

export function withoutCgroups(root: string): string {
  return `${root}: there is no cgroup v2 with the memory controller, so no cgroup is recorded.`;
}

export const UNKNOWN_MONITORED =
  "systemctl does not answer: which cgroups systemd-oomd monitors is unknown.";

/** The bounds that a recording met. */
export function boundsMet({ isLong, leftOut }: { isLong: boolean; leftOut: number }) {
  const long = "Recording stopped at 240 MiB: plimsoll replay reads no longer capture.";
  const rows = plural(leftOut, "cgroup or process", "cgroups and processes");
  const many = `${rows} left out of a step.`;
  return [...(isLong ? [long] : []), ...(leftOut > 0 ? [many] : [])];
}

/** A replay reads 256 MiB. */
export const SAMPLES_BYTES_MAX = 240 * 2 ** 20;
