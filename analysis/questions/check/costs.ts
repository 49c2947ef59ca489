/** The price of thresholds on a node of a given size, and the falls that they notice in time. */
import { Detail } from "../../../assembly/abi.ts";
import type { Allocatable, ThresholdArithmetic } from "../../engine/decision.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { INTERVAL_SECONDS, NO_PODS } from "../../engine/step.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";

/** What a node has, such as `{"memory": "8Gi"}`. */
export type Capacity = Readonly<Record<string, string>>;

/** A threshold with the amount that it is on the node. */
export interface ThresholdCost {
  readonly threshold: ThresholdArithmetic & { readonly limit: number };
  /** Pods can request so much less because of it. */
  readonly notForPods: number;
  /** A faster fall than this, in so many seconds, passes the threshold unnoticed. */
  readonly fall: number;
  readonly fallSeconds: number;
}

export interface Costs {
  readonly capacity: Capacity;
  readonly thresholds: readonly ThresholdCost[];
  /** Without those whose capacity was not given. */
  readonly allocatable: readonly Allocatable[];
  /** Signals of thresholds whose capacity was not given, or is none that a node states. */
  readonly unknown: readonly string[];
}

/** The signals of which a hard threshold is kept from pods, with the resource that they request. */
const KEPT_FROM_PODS: Readonly<Record<string, string>> = {
  "memory.available": "memory",
  "nodefs.available": "ephemeral-storage",
};

/** What the policy in force costs. The core resolves it on a node that nothing uses. */
export function thresholdCosts(engine: EvictionEngine, json: string, capacity: Capacity): Costs {
  engine.configure(json);
  engine.pods(NO_PODS);
  engine.observe(JSON.stringify(emptyNode(capacity)), 0n);
  const { thresholds = [], nodeAllocatable = [] } = engine.report(Detail.Arithmetic).parse();
  const own = thresholds.filter(({ origin }) => OWN.includes(origin));
  const resolved = own.flatMap((threshold) => {
    const { limit } = threshold;
    return limit === undefined ? [] : [{ ...threshold, limit }];
  });
  return {
    capacity,
    thresholds: resolved.map((each) => costOf(each, resolved)),
    allocatable: nodeAllocatable.filter(({ resource }) => capacity[resource] !== undefined),
    unknown: own.filter(({ limit }) => limit === undefined).map(({ signal }) => signal),
  };
}

const OWN = ["evictionHard", "evictionSoft", "default"];

type Resolved = ThresholdCost["threshold"];

/** A soft threshold has to be noticed, and then to last, before the hard one is reached. */
function costOf(threshold: Resolved, all: readonly Resolved[]): ThresholdCost {
  const { signal, hard, limit, gracePeriodSeconds } = threshold;
  const below = hard ? undefined : all.find((each) => each.signal === signal && each.hard);
  return {
    threshold,
    notForPods: hard && KEPT_FROM_PODS[signal] !== undefined ? limit : 0,
    fall: Math.max(0, limit - (below?.limit ?? 0)),
    fallSeconds: INTERVAL_SECONDS + (hard ? 0 : gracePeriodSeconds),
  };
}

/** A Summary of a node of this size without pods. */
function emptyNode(capacity: Capacity): object {
  const bytes = (resource: string) => Number(quantityValue(capacity[resource] ?? "") ?? 0n);
  const [memory, disk] = [bytes("memory"), bytes("ephemeral-storage")];
  const time = new Date(0).toISOString();
  return {
    node: {
      nodeName: "node",
      ...(memory === 0
        ? {}
        : { memory: { time, availableBytes: memory, usageBytes: 0, workingSetBytes: 0 } }),
      ...(disk === 0
        ? {}
        : { fs: { time, availableBytes: disk, capacityBytes: disk, usedBytes: 0 } }),
    },
    pods: [],
  };
}
