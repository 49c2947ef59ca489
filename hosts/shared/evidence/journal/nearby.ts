import type { LogLine } from "./line.ts";

/** Something that stands beside a pass in the log and belongs to the story. */
export interface NearbyLine {
  readonly time: bigint | null;
  readonly what: string;
  readonly text: string;
}

/** What is worth a place on the timeline; the first pattern that matches counts. */
const NEARBY: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["out of memory", /Out of memory: Kill|emory cgroup out of memory|oom-kill|System OOM/],
  [
    "image garbage collection",
    /image garbage collection|image_gc_manager|garbage collect.*images/i,
  ],
  ["rejected", /Failed to admit pod/],
  ["taint", /node\.kubernetes\.io\/(?:memory|disk|pid)-pressure/],
  [
    "node condition",
    /NodeHas(?:(?:Ins|S)ufficient(?:Memory|PID)|(?:No)?DiskPressure)|EvictionThresholdMet/,
  ],
  [
    "memory notification",
    /(?:soft|hard) memory eviction threshold crossed|memory threshold crossed/,
  ],
];
/** The patterns as one, for a quick look at each line. */
export const NEARBY_WORDS = NEARBY.map(([, pattern]) => pattern.source).join("|");
const TEXT_LENGTH_MAX = 300;
/** What syslog or journald put before a line of the kernel or of another program. */
const SYSLOG = /^.{0,100}? (?:kernel|[\w.-]+\[\d+\]): |^MESSAGE=/;

/** Null for a line that is not worth one. */
export function nearbyLine(line: LogLine, written: string, time: bigint | null): NearbyLine | null {
  const found = NEARBY.find(([, pattern]) => pattern.test(written));
  if (found === undefined) return null;
  // The kubelet announces each event of its node, and then has it occur.
  if (line.message.startsWith("Recording ")) return null;
  const { reason, message } = line.values;
  const own = line.message === "Event occurred" ? undefined : line.message.replace(SYSLOG, "");
  const words = [own, reason, message].filter((word) => typeof word === "string");
  return { time, what: found[0], text: words.join(" ").slice(0, TEXT_LENGTH_MAX) };
}
