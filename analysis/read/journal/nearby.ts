import { podText } from "../../text/podText.ts";
import { shortened } from "../../text/shortened.ts";
import { KILLED, SUMMED_TASK, TO_KILL } from "../kernelLog/oomProcess.ts";
import { podsOf } from "./entry.ts";
import type { LogLine } from "./line.ts";

/** A line near a pass in the log that belongs to it. */
export interface NearbyLine {
  readonly time: bigint | null;
  readonly what: string;
  readonly text: string;
  /** The start of what a line of the same second may complete. */
  readonly isBeginning?: true;
}

/** What is worth a place on the timeline; the first pattern that matches counts. */
const NEARBY: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "out of memory",
    new RegExp(
      "Out of memory: Kill|emory cgroup out of memory|oom-kill(?:er)?:|System OOM|" +
        "Created an OOM event",
    ),
  ],
  [
    "image garbage collection",
    /image garbage collection|image_gc_manager|garbage collect.{0,200}images/i,
  ],
  ["rejected", /Failed to admit pod/],
  ["taint", /node\.kubernetes\.io\/(?:memory|disk|pid)-pressure/],
  ["node condition", /NodeHas(?:(?:Ins|S)ufficient(?:Memory|PID)|(?:No)?DiskPressure)/],
  ["event", /EvictionThresholdMet/],
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

/** Who asked for memory that was not there. */
const INVOKED = /([^\s\]]{1,64}) invoked oom-killer:/;

function kernelsLine(written: string): Pick<NearbyLine, "text" | "isBeginning"> | null {
  const [, pid, name] = KILLED.exec(written) ?? TO_KILL.exec(written) ?? [];
  const [, task = name, summed = pid] = SUMMED_TASK.exec(written) ?? [];
  if (task !== undefined) return { text: `the kernel killed ${task} (pid ${summed})` };
  const [, asking] = INVOKED.exec(written) ?? [];
  return asking === undefined
    ? null
    : { text: `${asking} invoked the OOM killer`, isBeginning: true };
}

/** The event that an attempt to reclaim is announced with. */
export const RECLAIM_EVENT = "EvictionThresholdMet";
/** Up to 1.20 with the pod and the conditions in the sentence. */
const REJECTED = /^Failed to admit pod (\S+) - node has conditions: \[([^\]]*)\]/;

/** Which pod, and for what. */
function rejection({ message, values }: LogLine): string {
  const [, plain = "", list = ""] = REJECTED.exec(message) ?? [];
  const [pod] = podsOf(values.pod ?? plain);
  const conditions = values.nodeCondition ?? values.conditions ?? list;
  const named = typeof conditions === "string" ? conditions : conditions.join(", ");
  if (pod === undefined || named === "") return shortened(message, TEXT_LENGTH_MAX);
  return `${podText(pod)}, as the node has ${named.replace(/[[\]"]/g, "")}`;
}

/** Null for a line that is not worth one. */
export function nearbyLine(line: LogLine, written: string, time: bigint | null): NearbyLine | null {
  const found = NEARBY.find(([, pattern]) => pattern.test(written));
  if (found === undefined) return null;
  // The kubelet announces each event of its node, and then has it occur.
  if (line.message.startsWith("Recording ")) return null;
  const { reason, message } = line.values;
  const isEvent = line.message === "Event occurred";
  // "Node worker-3 status is now: …" says the reason again.
  if (isEvent && found[0] === "node condition" && typeof reason === "string") {
    return { time, what: found[0], text: reason };
  }
  const kernels = found[0] === "out of memory" ? kernelsLine(written) : null;
  if (kernels !== null) return { time, what: found[0], ...kernels };
  if (found[0] === "rejected") return { time, what: found[0], text: rejection(line) };
  const own = isEvent ? undefined : line.message.replace(SYSLOG, "");
  const words = [own, reason, message].filter((word) => typeof word === "string");
  return { time, what: found[0], text: shortened(words.join(" "), TEXT_LENGTH_MAX) };
}
