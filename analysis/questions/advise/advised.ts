import type { ConfiguredEngine } from "../../engine/configuredEngine.ts";
import { formatSeconds } from "../../text/amount.ts";
import { formatTime } from "../../text/time.ts";
import type { FrozenCapture } from "../replay/frozen/frozenCapture.ts";

/** A capture that advice is about, and the policy of its node. */
export interface AdvisedCapture extends Omit<ConfiguredEngine, "origins"> {
  readonly name: string;
  readonly capture: FrozenCapture;
  /** What it cannot show, in one sentence, where that depends on how it was made. */
  readonly limit?: string;
}

/** What a capture from a kubelet's log cannot show. */
export function logNote(name: string): string {
  return (
    `${name} is from a kubelet's log, which has no figures of pods: neither requests nor ` +
    "usage outside pods can be evaluated."
  );
}

/** What a capture from series of Prometheus cannot show. */
export function seriesLimit(intervalSeconds: number): string {
  return (
    `Series have a sample every ${formatSeconds(intervalSeconds)}: changes between two ` +
    "samples are not visible, and some numbers are derived or assumed (plimsoll capture " +
    "import says which)."
  );
}

/** RFC 3339, with a fraction only where there is one, as the core writes times. */
export function timeText(time: bigint): string {
  return formatTime(time).replace(/\.?0*Z$/, "Z");
}
