/** Decisions as the core writes them, made by hand: what is not said is what a quiet node has. */
import type {
  Decision,
  Eviction,
  Policy,
  RankedPod,
  ThresholdArithmetic,
} from "../../../analysis/engine/decision.ts";

const MEBIBYTE = 1024 * 1024;

export function mebibytes(count: number): number {
  return count * MEBIBYTE;
}

/** Hard memory.available<100Mi on a node of 8Gi with 3Gi available. */
export function threshold(parts: Partial<ThresholdArithmetic> = {}): ThresholdArithmetic {
  return {
    signal: "memory.available",
    hard: true,
    origin: "default",
    value: "100Mi",
    limit: mebibytes(100),
    available: mebibytes(3072),
    capacity: mebibytes(8192),
    met: false,
    unresolved: false,
    gracePeriodSatisfied: false,
    updatedStats: true,
    gracePeriodSeconds: 0,
    sentence: "memory.available is above its hard threshold.",
    ...parts,
  };
}

/** The same threshold with so much available that it is met. */
export function metThreshold(parts: Partial<ThresholdArithmetic> = {}): ThresholdArithmetic {
  return threshold({
    available: mebibytes(90),
    met: true,
    gracePeriodSatisfied: true,
    sentence: "memory.available is under its hard threshold.",
    ...parts,
  });
}

export function rankedPod(name: string, parts: Partial<RankedPod> = {}): RankedPod {
  return {
    namespace: "shop",
    name,
    uid: `uid-${name}`,
    position: 1,
    hasStats: true,
    exceedsRequest: true,
    priority: 0,
    usage: mebibytes(900),
    request: mebibytes(512),
    usageMinusRequest: mebibytes(388),
    qosClass: "Burstable",
    tied: false,
    parts: [],
    sentence: `${name} has the rank that it has.`,
    ...parts,
  };
}

export function eviction(name: string, parts: Partial<Eviction> = {}): Eviction {
  return {
    namespace: "shop",
    name,
    uid: `uid-${name}`,
    gracePeriodSeconds: 1,
    reason: "Evicted",
    message: "The node was low on resource: memory. ",
    ...parts,
  };
}

/** Step 1 at 10:00:00, with nothing under pressure. */
export function decision(parts: Partial<Decision> = {}): Decision {
  return {
    plimsoll: "decision/1",
    time: "2026-11-20T10:00:00Z",
    step: 1,
    action: "None",
    nodeConditions: [],
    reclaim: [],
    evictions: [],
    alternatives: [],
    thresholds: [threshold()],
    digest: "0",
    ...parts,
  };
}

/** A step that evicts a pod for hard memory.available. */
export function evicting(name: string, parts: Partial<Decision> = {}): Decision {
  return decision({
    action: "EvictPod",
    signal: "memory.available",
    hard: true,
    resource: "memory",
    nodeConditions: ["MemoryPressure"],
    evictions: [eviction(name)],
    thresholds: [metThreshold()],
    ranking: [rankedPod(name), rankedPod("next", { position: 2 })],
    ...parts,
  });
}

export function policy(parts: Partial<Policy> = {}): Policy {
  return {
    plimsoll: "policy/1",
    profile: "kubelet",
    kubeletVersion: "1.35",
    layout: null,
    thresholds: [
      {
        signal: "memory.available",
        hard: true,
        origin: "default",
        value: "100Mi",
        gracePeriodSeconds: 0,
      },
    ],
    pressureTransitionPeriodSeconds: 300,
    maxPodGracePeriodSeconds: 0,
    localStorageCapacityIsolation: true,
    warnings: [],
    ...parts,
  };
}
