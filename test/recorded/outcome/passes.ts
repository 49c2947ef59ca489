/** The runs of the eviction manager's loop, out of its log. */
import type { NodeCondition, PodName, Signal } from "../../../analysis/engine/decision.ts";
import type { Seen, SeenAmount, SeenThreshold } from "../../fidelity/recorded/run.ts";
import type { LogLine } from "./klog.ts";

export interface LoggedEviction extends PodName {
  readonly message: string;
  /** What the pod was given to end in; absent where it had ended before. */
  readonly gracePeriodSeconds?: number;
}

/** As `Pass`, but for what the samples say. */
export interface LoggedPass {
  time: string;
  observedAt?: string;
  observations?: Seen;
  observationsAfterReclaim?: Seen;
  thresholdsMet?: SeenThreshold[];
  thresholdsUnresolved?: SeenThreshold[];
  gracePeriodsSatisfied?: SeenThreshold[];
  updatedStats?: SeenThreshold[];
  conditionsHeld?: readonly NodeCondition[];
  graceNotMet?: { threshold: string; duration: string }[];
  reclaiming?: string;
  ranked?: readonly PodName[];
  refusedCritical?: PodName[];
  evicted?: LoggedEviction[];
}

/** The pod that is called NAMESPACE/NAME in the log. */
export type PodOf = (called: string) => PodName;

const BEGINNING = "Eviction manager: synchronize housekeeping";

const OBSERVATIONS: Readonly<Record<string, "observations" | "observationsAfterReclaim">> = {
  observations: "observations",
  "observations after resource reclaim": "observationsAfterReclaim",
};

type Thresholds =
  | "thresholdsMet"
  | "thresholdsUnresolved"
  | "gracePeriodsSatisfied"
  | "updatedStats";

const THRESHOLDS: Readonly<Record<string, Thresholds>> = {
  "thresholds - ignoring grace period": "thresholdsMet",
  "thresholds - reclaim not satisfied": "thresholdsUnresolved",
  "thresholds - grace periods satisfied": "gracePeriodsSatisfied",
  "thresholds - updated stats": "updatedStats",
};

type Reader = (pass: LoggedPass, line: LogLine, podOf: PodOf) => void;

const text = ({ values }: LogLine, name: string): string => String(values[name] ?? "");
const list = ({ values }: LogLine, name: string): readonly string[] => {
  const value = values[name] ?? [];
  return typeof value === "string" ? [value] : value;
};

const READERS: Readonly<Record<string, Reader>> = {
  "Eviction manager:": (pass, line) => {
    const member = OBSERVATIONS[text(line, "log")];
    if (member === undefined) return;
    pass[member] = { ...pass[member], [text(line, "signal")]: amountOf(line) } as Seen;
    if (member === "observations") pass.observedAt = line.time;
  },
  "Eviction manager: threshold observed resource": (pass, line) => {
    const member = THRESHOLDS[text(line, "log")];
    if (member === undefined) return;
    const signal = text(line, "signal") as Signal;
    const [quantity, observed] = [text(line, "quantity"), text(line, "available")];
    pass[member] = [...(pass[member] ?? []), { signal, quantity, observed }];
  },
  "Eviction manager: node conditions - transition period not met": (pass, line) => {
    pass.conditionsHeld = list(line, "nodeCondition") as NodeCondition[];
  },
  "Eviction manager: eviction criteria not yet met": (pass, line) => {
    const one = { threshold: text(line, "threshold"), duration: text(line, "duration") };
    pass.graceNotMet = [...(pass.graceNotMet ?? []), one];
  },
  "Eviction manager: attempting to reclaim": (pass, line) => {
    pass.reclaiming = text(line, "resourceName");
  },
  "Eviction manager: pods ranked for eviction": (pass, line, podOf) => {
    pass.ranked = list(line, "pods").map(podOf);
  },
  "Eviction manager: cannot evict a critical pod": (pass, line, podOf) => {
    pass.refusedCritical = [...(pass.refusedCritical ?? []), podOf(text(line, "pod"))];
  },
  "Evicting pod": (pass, line, podOf) => {
    const one = { ...podOf(text(line, "pod")), message: text(line, "message") };
    pass.evicted = [...(pass.evicted ?? []), one];
  },
  // The runtime gets at least two seconds, whatever the eviction manager said.
  "Killing container with a grace period override": (pass, line, podOf) => {
    const { uid } = podOf(text(line, "pod"));
    const gracePeriodSeconds = Number(text(line, "gracePeriod"));
    pass.evicted &&= pass.evicted.map((one) =>
      one.uid === uid ? { gracePeriodSeconds, ...one } : one,
    );
  },
};

function amountOf(line: LogLine): SeenAmount {
  // 2026-11-22 00:53:16.338793791 +0000 UTC m=+15.763565292
  const [date, clock] = text(line, "time").split(" ");
  const [available, capacity] = [text(line, "available"), text(line, "capacity")];
  return { available, capacity, time: `${date}T${clock}Z` };
}

/**
 * Those that saw something: without a Summary the loop ends at once. The last one is left out: the
 * guest may have been ended in it.
 */
export function passesOf(lines: readonly LogLine[], podOf: PodOf): LoggedPass[] {
  const passes: LoggedPass[] = [];
  for (const line of lines) {
    if (line.message === BEGINNING) passes.push({ time: line.time });
    const pass = passes.at(-1);
    if (pass !== undefined) READERS[line.message]?.(pass, line, podOf);
  }
  return passes.slice(0, -1).filter(({ observations }) => observations !== undefined);
}
