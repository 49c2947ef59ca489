/**
 * What differs between kubelet releases and profiles, as data: each behaviour is a bit, with the
 * minor of Kubernetes 1.x it came with. Read off the release sources; Spec 0.3.
 */
import { Profile } from "./policy.ts";

export enum Behaviour {
  /** The check after node-level reclaim enforces minimum reclaim. */
  ReclaimCheckEnforcesMinReclaim = 1,
  /** emptyDirs on huge pages do not count as local volumes. */
  HugePagesVolumesUncounted = 2,
  /** The eviction message names the threshold and what was available. */
  MessageNamesThreshold = 4,
  /** The pod gets the condition DisruptionTarget. */
  DisruptionTarget = 8,
  /** containerfs signals exist and mirror nodefs or imagefs. */
  ContainerFs = 16,
  /** imagefs.inodesFree<5% is among the defaults. */
  ImageFsInodesDefault = 32,
  /** Immediate evictions give the pod one second instead of none. */
  OneSecondGrace = 64,
  /** The message looks at init containers and sidecars too. */
  MessageNamesInitContainers = 128,
  /** A soft eviction never gives a pod more than it asked for. */
  SoftGraceBoundByPod = 256,
  /** `mergeDefaultEvictionSettings` is read. */
  MergeDefaults = 512,
  /** Sidecars add to a pod's requests; earlier, each init container only raised the sum. */
  SidecarsAdd = 1024,
  /** `spec.resources` of a pod stands before its containers' requests. */
  PodLevelResources = 2048,
  /** Usage over request and priority rank pods; before: QoS class, then usage. Spec 9. */
  RanksByRequestAndPriority = 4096,
  /** A pod's limit is compared with the pod's own figure; before: with its parts. */
  PodLimitReadsPodFigure = 8192,
  /** Sidecars add to a pod's limits: six releases before they did to its requests. */
  SidecarLimitsAdd = 16384,
  /** Pressure on containerfs reclaims at node level as well. */
  ContainerFsReclaims = 32768,
  /** The oom_score_adj of a sidecar is at most that of the pod's smallest container. */
  SidecarScoreBound = 65536,
  /** Enforcements are checked one by one: none twice, and `none` needs no cgroups. */
  EnforcementsOneByOne = 131072,
  /** `system-reserved-compressible` and `kube-reserved-compressible` can be enforced. */
  CompressibleEnforcement = 262144,
  /** Names of enforcements stand in double quotes; before: in single ones. */
  DoubleQuotedEnforcement = 524288,
  /** A threshold is 100% at most; before, of a slip, 10000%. */
  PercentageAtMostOne = 1048576,
  /** imagefs.inodesFree is observed without imagefs.available. */
  LoneImageFsInodes = 2097152,
  /** `localStorageCapacityIsolation` is read; before, it was a feature gate. */
  IsolationConfigured = 4194304,
  /** Of critical pods, only node-critical ones have the lowest oom_score_adj. */
  NodeCriticalScore = 8388608,
  /** `status.qosClass` stands before what the containers' resources say. */
  StatusQosClass = 16777216,
}

/** The release followed by default, and the oldest and newest that were compared. */
export const KUBELET_MINOR_DEFAULT: u32 = 35;
export const KUBELET_MINOR_MIN: u32 = 20;
export const KUBELET_MINOR_MAX: u32 = 36;

const BEHAVIOUR_COUNT: i32 = 25;

/** By bit number: the first minor that has the behaviour. */
const SINCE: StaticArray<u8> = [
  22, 21, 26, 26, 29, 30, 31, 32, 32, 33, 34, 34, 20, 21, 28, 32, 32, 31, 32, 24, 21, 29, 25, 22,
  29,
];

/** The proposal is about ranking and messages; what is read is what is read today. */
const PROPOSAL_2016: u32 = Behaviour.IsolationConfigured | Behaviour.StatusQosClass;

export function behavioursOf(profile: u32, minor: u32): u32 {
  if (profile == Profile.Proposal2016) return PROPOSAL_2016;
  let behaviours: u32 = 0;
  for (let index = 0; index < BEHAVIOUR_COUNT; index++) {
    if (minor >= u32(unchecked(SINCE[index]))) behaviours |= 1 << u32(index);
  }
  return behaviours;
}
