/**
 * One row for each pod of the PodList, in bytewise order of uid: a smaller index is the tie-break.
 *
 * ```
 *  0    8     16         24        28     32              40          48       56    62
 *  ┌────┬─────┬──────────┬─────────┬──────┬───────────────┬───────────┬────────┬─────┬─────────┐
 *  │uid │name │namespace │priority │flags │grace seconds  │containers │volumes │QoS  │ zero    │
 *  └────┴─────┴──────────┴─────────┴──────┴───────────────┴───────────┴────────┴─────┴─────────┘
 *  64         112   128                        640
 *  ┌──────────┬─────┬──────────────────────────┬─────────┐
 *  │allocated │zero │eight quantities of 64    │ zero    │
 *  └──────────┴─────┴──────────────────────────┴─────────┘
 * ```
 * A text is an address and a size in bytes.
 */

import { Quantity } from "../../base/kubernetes/quantity.ts";
import { POD_SIZE, PODS_OFFSET, STAGE_DISTANCE } from "../memory.ts";

export enum PodFlag {
  /** Annotation `kubernetes.io/config.source` present and not `api`. Spec 5.2. */
  Static = 1,
  Mirror = 2,
  PrioritySet = 4,
  /** `spec.terminationGracePeriodSeconds` is present. */
  GraceSet = 8,
  /** `spec.priorityClassName` is `system-node-critical`. */
  NodeCriticalClass = 16,
  /** Tolerates the taint `node.kubernetes.io/memory-pressure:NoSchedule`. */
  ToleratesMemoryPressure = 32,
  /** `spec.resources` is present. */
  ResourcesSet = 64,
  /** `spec.resources` names a request or limit for cpu, memory or huge pages. */
  PodLevelResources = 128,
  PodLevelRequests = 256,
  PodMemoryRequest = 512,
  Terminal = 1024,
  ContainersRunning = 2048,
  /** `metadata.deletionTimestamp` is set. */
  Deleted = 4096,
  /** Some emptyDir has a size limit above zero. */
  EmptyDirLimit = 8192,
  /** Some regular container has an ephemeral-storage limit other than zero. */
  ContainerLimit = 16384,
  /** Some container declares an ephemeral-storage limit. */
  EphemeralStorageLimit = 32768,
  /** The kubelet counts the pod as active under the policy in force. Spec 3.14. */
  Active = 65536,
  Critical = 131072,
  /** Some container has a status: the kubelet has begun with the pod. */
  StatusesSet = 262144,
  /** The annotation `scheduler.alpha.kubernetes.io/critical-pod`. Spec 9. */
  CriticalAnnotation = 524288,
  /** `spec.overhead` names ephemeral-storage, be it 0. */
  EphemeralStorageOverhead = 1048576,
  /** The pod requests memory of its own, and its status says how much is allocated. */
  AllocatedMemory = 2097152,
}

/** Depend on the policy in force; the other flags come from the document. */
export const DERIVED_POD_FLAGS: u32 = PodFlag.Active | PodFlag.Critical;
export const SOURCE_POD_FLAGS: u32 = ((PodFlag.AllocatedMemory << 1) - 1) & ~DERIVED_POD_FLAGS;

/** Any of these makes local storage eviction look at the pod. Spec 3.8. */
export const LOCAL_STORAGE_LIMITS: u32 =
  PodFlag.EmptyDirLimit | PodFlag.ContainerLimit | PodFlag.EphemeralStorageLimit;

export enum QosClass {
  None = 0,
  Guaranteed = 1,
  Burstable = 2,
  BestEffort = 3,
}

const QUANTITIES: usize = 128;
const QUANTITY_SLOT: usize = 64;
/** Four quantities come from the document; those after them depend on the policy in force. */
export const POD_SOURCE_BYTES: usize = QUANTITIES + 4 * QUANTITY_SLOT;

@unmanaged
export class Pod {
  uid: u32;
  uidSize: i32;
  name: u32;
  nameSize: i32;
  namespace: u32;
  namespaceSize: i32;
  priority: i32;
  flags: u32;
  terminationGracePeriodSeconds: i64;
  firstContainer: u32;
  containerCount: u32;
  firstVolume: u32;
  volumeCount: u32;
  /** The class in force; `statusQosClass` wins when the document has one. Spec 6.1. */
  qosClass: u8;
  statusQosClass: u8;
  containerQosClass: u8;
  podLevelQosClass: u8;
  /** The same two as computed since 1.37. */
  comparedContainerQosClass: u8;
  comparedPodLevelQosClass: u8;
  reserved: u16;

  /** What the status says is allocated of memory, with the overhead. */
  get allocatedMemory(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 64);
  }
  get overheadMemory(): Quantity {
    return quantityOf(this, 0);
  }
  get overheadEphemeralStorage(): Quantity {
    return quantityOf(this, 1);
  }
  get overheadInodes(): Quantity {
    return quantityOf(this, 2);
  }
  get podMemoryRequest(): Quantity {
    return quantityOf(this, 3);
  }
  /** What the ranking subtracts, under the policy in force. Spec 4.4. */
  get memoryRequest(): Quantity {
    return quantityOf(this, 4);
  }
  get ephemeralStorageRequest(): Quantity {
    return quantityOf(this, 5);
  }
  get inodesRequest(): Quantity {
    return quantityOf(this, 6);
  }
  /** Spec 4.5; meaningful with `EphemeralStorageLimit`. */
  get ephemeralStorageLimit(): Quantity {
    return quantityOf(this, 7);
  }
}

/** @inline */
function quantityOf(pod: Pod, slot: usize): Quantity {
  return changetype<Quantity>(changetype<usize>(pod) + QUANTITIES + slot * QUANTITY_SLOT);
}

export function podAt(index: u32): Pod {
  return changetype<Pod>(PODS_OFFSET + POD_SIZE * usize(index));
}

/** A row of the table that a PodList is being decoded into. */
export function stagedPodAt(index: u32): Pod {
  return changetype<Pod>(PODS_OFFSET + STAGE_DISTANCE + POD_SIZE * usize(index));
}

export function podHas(pod: Pod, flag: PodFlag): bool {
  return (pod.flags & u32(flag)) != 0;
}

export function setPodFlag(pod: Pod, flag: PodFlag, on: bool): void {
  pod.flags = on ? pod.flags | u32(flag) : pod.flags & ~u32(flag);
}
