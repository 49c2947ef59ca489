/** Documents of a small node for calls in any order: small ones, because a run brings thousands. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Action } from "../../../assembly/abi.ts";
import { loadModule } from "../../../hosts/system/modules.ts";

const core = await loadModule("eviction");
const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;
/** 2026-11-20T10:00:00Z */
const START_SECONDS = 1_795_168_800n;

export const newEngine = () => new EvictionEngine(core);

/** `seconds` after the start of the scene, in nanoseconds since the epoch. */
export const at = (seconds: number) => (START_SECONDS + BigInt(seconds)) * 1_000_000_000n;

const HARD = { "memory.available": "1Gi", "nodefs.available": "10%" };

export const CONFIGURATIONS = {
  plain: { evictionHard: HARD },
  // Ranked by other columns of the pod table.
  old: { evictionHard: HARD, plimsoll: { kubeletVersion: "1.20" } },
  // Evicted pods are taken out of later Summaries.
  whatIf: { evictionHard: HARD, plimsoll: { whatIf: true } },
  soft: {
    evictionSoft: { "memory.available": "1Gi" },
    evictionSoftGracePeriod: { "memory.available": "15s" },
    plimsoll: { layout: { dedicatedImageFs: true, splitContainerFs: true } },
  },
} as const;

function podOf(name: string, requestBytes: number, initBytes: number) {
  const container = (bytes: number) => ({
    name: `c${bytes}`,
    resources: { requests: { memory: `${bytes}` } },
  });
  return {
    metadata: { namespace: "shop", name, uid: `uid-${name}` },
    spec: {
      containers: [container(requestBytes)],
      initContainers: [{ ...container(initBytes), restartPolicy: "Always" }],
      volumes: [{ name: "scratch", emptyDir: { sizeLimit: "1Gi" } }],
    },
    status: { phase: "Running", qosClass: "Burstable" },
  };
}

/** Any of these pods may be asked about; `nobody` is in no list. */
export const PODS = ["cart", "mail", "till", "nobody"] as const;
export type PodName = (typeof PODS)[number];

export const POD_LISTS = {
  // Within its request only where the request of a sidecar adds to that of its container.
  both: { items: [podOf("cart", GIBIBYTE, GIBIBYTE), podOf("mail", GIBIBYTE, 0)] },
  other: { items: [podOf("till", 0, 0)] },
  none: { items: [] },
} as const;

/** Amounts in Mi; of 10 Gi of disk. */
function summaryOf(second: number, memory: number, disk: number, scratch = 0) {
  const time = new Date(Number(at(second) / 1_000_000n)).toISOString();
  const fs = { time, availableBytes: disk * MEBIBYTE, capacityBytes: 10 * GIBIBYTE };
  const usageOf = (name: string, used: number) => ({
    podRef: { namespace: "shop", name, uid: `uid-${name}` },
    memory: { workingSetBytes: used * MEBIBYTE },
    containers: [],
    volume: [{ name: "scratch", usedBytes: scratch * MEBIBYTE }],
    "ephemeral-storage": { usedBytes: used * MEBIBYTE },
  });
  return {
    node: {
      memory: { time, availableBytes: memory * MEBIBYTE, workingSetBytes: 4 * GIBIBYTE },
      fs,
      // Of another size, so on a device of its own: the layout is found by it.
      runtime: { imageFs: { ...fs, capacityBytes: 5 * GIBIBYTE }, containerFs: fs },
    },
    pods: [usageOf("cart", 1900), usageOf("mail", 1500), usageOf("till", 500)],
  };
}

export const SUMMARIES = {
  quiet: summaryOf(0, 4000, 5000),
  shortOfMemory: summaryOf(10, 500, 5000),
  stillShort: summaryOf(20, 250, 5000),
  fullDisk: summaryOf(30, 4000, 100),
  overLimit: summaryOf(40, 4000, 5000, 2000),
} as const;

/** A whole node, then pods that break off: what was read until then is in the tables. */
export const BROKEN_SUMMARY = `${JSON.stringify(summaryOf(50, 125, 100)).slice(0, -1)},"pods":[{`;

/** What `call` returns, or the sentence and the name of what it throws. */
export function said(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

/** A step, with what it asks for half way. */
export function step(
  engine: EvictionEngine,
  summary: keyof typeof SUMMARIES,
  seconds: number,
): Action {
  const action = engine.observe(SUMMARIES[summary], at(seconds));
  return action === Action.ReclaimNodeLevelResources ? engine.reclaimed(null) : action;
}
