/**
 * What the last step found and chose; `report` writes it out. Nothing here survives the next step.
 */
import { EVICTIONS_OFFSET, STEP_OFFSET } from "../memory.ts";

export enum ReclaimState {
  /** The threshold has no reclaim functions, or none was chosen. */
  None = 0,
  /** Waiting for the Summary after reclaim. */
  Suspended = 1,
  Sufficient = 2,
  Insufficient = 3,
}

/** What ends a step before it looks at anything. Spec 1.5. */
export enum StepFailure {
  None = 0,
  /** The Summary does not show both nodefs and imagefs, and no layout was given. */
  LayoutUnknown = 1,
  /** A split image filesystem while its feature gate is off. */
  SplitWithoutRules = 2,
}

/** Node-level reclaim functions, a bit each, run in this order. Spec 3.10. */
export enum ReclaimFunction {
  DeleteAllUnusedContainers = 1,
  DeleteUnusedImages = 2,
}

export const RECLAIM_FUNCTION_NAMES: StaticArray<string> = [
  "DeleteAllUnusedContainers",
  "DeleteUnusedImages",
];

@unmanaged
export class Step {
  time: i64;
  /** When the step before was; its own time in a first step. */
  previousAt: i64;
  index: u64;
  action: i32;
  /** The threshold to reclaim, or -1. */
  chosen: i32;
  reclaimFunctions: u32;
  reclaimState: u32;
  evictionCount: u32;
  /** 1 when the reclaim Summary could be read. */
  reclaimObserved: u32;
  /** Thresholds in force in this step; the first one does not see mirrored ones. Spec 1.6.6. */
  evaluated: u64;
  met: u64;
  /** Met, or still short of minimum reclaim. */
  unresolved: u64;
  gracePeriodSatisfied: u64;
  updatedStats: u64;
  /** Still met after node-level reclaim, with minimum reclaim. */
  metAfterReclaim: u64;
  /** What-if credits that changed an observation of this step, by signal. */
  creditedSignals: u32;
  present: u32;
  nodeConditions: u32;
  /** Evictions are by local storage limits. Spec 3.8. */
  localStorage: u32;
  /** A `StepFailure`. */
  failed: u32;
}

export const step: Step = changetype<Step>(STEP_OFFSET);
export const STEP_RECORD_BYTES: usize = 0x100;

export enum EvictionCause {
  NodePressure = 0,
  EmptyDirLimit = 1,
  PodEphemeralStorageLimit = 2,
  ContainerEphemeralStorageLimit = 3,
}

/** One pod that the step evicts. */
@unmanaged
export class Eviction {
  pod: u32;
  cause: u32;
  /** The volume or container that exceeded its limit: a row of its table. */
  subject: u32;
  reserved: u32;
}

export function evictionAt(index: u32): Eviction {
  return changetype<Eviction>(EVICTIONS_OFFSET + 16 * usize(index));
}

export function addEviction(pod: u32, cause: EvictionCause, subject: u32): void {
  const eviction = evictionAt(step.evictionCount);
  eviction.pod = pod;
  eviction.cause = u32(cause);
  eviction.subject = subject;
  step.evictionCount++;
}
