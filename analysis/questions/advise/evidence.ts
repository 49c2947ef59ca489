/** What the captures show, before anything is advised. */
import { SIGNALS, type Signal, type ThresholdArithmetic } from "../../engine/decision.ts";
import type { AdvisedCapture } from "./advised.ts";
import { type DaemonEvidence, daemonEvidence } from "./daemons.ts";
import { type Fall, fastestFall, percentile } from "./series.ts";
import type { PodUse, SparedBy, Trace } from "./trace.ts";

export interface SignalEvidence {
  readonly signal: Signal;
  /** The capacity in the last capture. */
  readonly capacity: number;
  readonly lowest: number;
  /** 5% and 50% of the measurements are at or below these. */
  readonly fifth: number;
  readonly median: number;
  readonly measurements: number;
  readonly fall: Fall | null;
  /** Whether such a fall from the lowest measurement reaches zero. */
  readonly couldReachZero: boolean;
  /** The policy's own thresholds, and those that follow from other settings. */
  readonly thresholds: readonly ThresholdArithmetic[];
}

/** A pod's usage in relation to its request. */
export interface PodEvidence extends PodUse {
  readonly reading: "far above its request" | "far below its request";
  readonly sparedBy: SparedBy | null;
}

export interface Evidence {
  readonly signals: readonly SignalEvidence[];
  readonly daemons: DaemonEvidence | null;
  readonly pods: readonly PodEvidence[];
  /** Steps in which all pods were looked at, of how many. */
  readonly podSteps: number;
  readonly steps: number;
}

const MIB = 1024 ** 2;
/** Half as much again as was requested, and an amount that a node feels. */
const FAR_ABOVE = { times: 1.5, bytes: 128 * MIB };
/** Half of it was never used. */
const FAR_BELOW = { times: 0.5, bytes: 256 * MIB };

export function evidenceOf(
  captures: readonly AdvisedCapture[],
  traces: readonly Trace[],
): Evidence {
  const memory = traces.find((each) => each.memory !== undefined)?.memory;
  return {
    signals: SIGNALS.flatMap((signal) => signalEvidence(signal, traces) ?? []),
    daemons: daemonEvidence(captures, memory),
    pods: podEvidence(traces),
    podSteps: traces.reduce((sum, each) => sum + each.podSteps, 0),
    steps: traces.reduce((sum, each) => sum + each.steps, 0),
  };
}

function signalEvidence(signal: Signal, traces: readonly Trace[]): SignalEvidence | null {
  const series = traces.flatMap((each) => each.series.get(signal) ?? []);
  const of = traces.filter((each) => each.series.has(signal)).at(-1);
  if (of === undefined || series.length === 0) return null;
  const values = series.map(({ available }) => available);
  const falls = traces.flatMap((each) => fastestFall(each.series.get(signal) ?? []) ?? []);
  const fall = falls.reduce<Fall | null>(
    (fastest, each) => (each.amount > (fastest?.amount ?? 0) ? each : fastest),
    null,
  );
  const lowest = percentile(values, 0);
  return {
    signal,
    capacity: of.capacities.get(signal) ?? 0,
    lowest,
    fifth: percentile(values, 0.05),
    median: percentile(values, 0.5),
    measurements: values.length,
    fall,
    couldReachZero: fall !== null && lowest <= fall.amount,
    thresholds: of.thresholds.filter((each) => each.signal === signal),
  };
}

/** Farthest above first; then farthest below. */
function podEvidence(traces: readonly Trace[]): readonly PodEvidence[] {
  const spared = traces.flatMap((each) => each.sparedBy);
  const pods = traces.flatMap((each) => [...each.pods.values()]);
  const largest = new Map<string, PodUse>();
  for (const pod of pods) {
    if (pod.peak >= (largest.get(pod.uid)?.peak ?? 0)) largest.set(pod.uid, pod);
  }
  return [...largest.values()]
    .flatMap((pod) => {
      const reading = readingOf(pod);
      if (reading === null) return [];
      return [{ ...pod, reading, sparedBy: spared.find(({ uid }) => uid === pod.uid) ?? null }];
    })
    .sort((a, b) => b.peak - b.request - (a.peak - a.request) || (a.pod < b.pod ? -1 : 1));
}

function readingOf({ peak, request }: PodUse): PodEvidence["reading"] | null {
  if (peak > request * FAR_ABOVE.times && peak - request >= FAR_ABOVE.bytes) {
    return "far above its request";
  }
  if (peak < request * FAR_BELOW.times && request - peak >= FAR_BELOW.bytes) {
    return "far below its request";
  }
  return null;
}
