/**
 * What a reduced document keeps.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { keyIs } from "../base/json/member.ts";
import {
  isAnnotations,
  isApiVersion,
  isAvailableBytes,
  isCapacityBytes,
  isConfigMap,
  isContainerFs,
  isContainerStatuses,
  isContainers,
  isCurproc,
  isDeletionTimestamp,
  isDownwardAPI,
  isEmptyDir,
  isEphemeralStorage,
  isFs,
  isGitRepo,
  isHostPath,
  isImageFs,
  isInitContainerStatuses,
  isInitContainers,
  isInodes,
  isInodesFree,
  isInodesUsed,
  isItems,
  isKind,
  isLimits,
  isLogs,
  isMaxpid,
  isMedium,
  isMemory,
  isMetadata,
  isName,
  isNamespace,
  isNode,
  isNodeName,
  isOverhead,
  isPhase,
  isPodRef,
  isPods,
  isPriority,
  isPriorityClassName,
  isProcessCount,
  isProcessStats,
  isQosClass,
  isRequests,
  isResources,
  isRestartPolicy,
  isRlimit,
  isRootfs,
  isRssBytes,
  isRunning,
  isRuntime,
  isSizeLimit,
  isSpec,
  isState,
  isStatus,
  isSystemContainers,
  isTerminationGracePeriodSeconds,
  isTime,
  isUid,
  isUsageBytes,
  isUsedBytes,
  isVolume,
  isVolumes,
  isWorkingSetBytes,
} from "./keys.ts";

/** An object by the members it keeps, or what becomes of a value of any type. */
export enum Kept {
  Nothing,
  Whole,
  Summary,
  SummaryNode,
  SummaryNodeSystemContainers,
  SummaryNodeSystemContainersMemory,
  SummaryNodeFs,
  SummaryNodeRuntime,
  SummaryNodeRuntimeImageFs,
  SummaryNodeRlimit,
  SummaryPods,
  SummaryPodsPodRef,
  SummaryPodsContainers,
  SummaryPodsContainersMemory,
  SummaryPodsContainersRootfs,
  SummaryPodsMemory,
  SummaryPodsVolume,
  SummaryPodsEphemeralStorage,
  SummaryPodsProcessStats,
  PodList,
  PodListItems,
  PodListItemsMetadata,
  PodListItemsMetadataAnnotations,
  PodListItemsSpec,
  PodListItemsSpecResources,
  PodListItemsSpecVolumes,
  PodListItemsSpecVolumesEmptyDir,
  PodListItemsSpecVolumesHostPath,
  PodListItemsSpecInitContainers,
  PodListItemsStatus,
  PodListItemsStatusContainerStatuses,
  PodListItemsStatusContainerStatusesState,
}

/** Set with an object: a list of them. */
export const KEPT_LIST: i32 = 0x100;

/** What is kept of the member whose key `scanMember` left, in this object. */
export function keptMember(object: i32): i32 {
  switch (object) {
    case Kept.Summary:
      if (isNode()) return Kept.SummaryNode;
      if (isPods()) return KEPT_LIST | Kept.SummaryPods;
      break;
    case Kept.SummaryNode:
      if (isNodeName()) return Kept.Whole;
      if (isSystemContainers()) return KEPT_LIST | Kept.SummaryNodeSystemContainers;
      if (isMemory()) return Kept.SummaryNodeSystemContainersMemory;
      if (isFs()) return Kept.SummaryNodeFs;
      if (isRuntime()) return Kept.SummaryNodeRuntime;
      if (isRlimit()) return Kept.SummaryNodeRlimit;
      break;
    case Kept.SummaryNodeSystemContainers:
      if (isName()) return Kept.Whole;
      if (isMemory()) return Kept.SummaryNodeSystemContainersMemory;
      break;
    case Kept.SummaryNodeSystemContainersMemory:
      if (isTime()) return Kept.Whole;
      if (isAvailableBytes()) return Kept.Whole;
      if (isWorkingSetBytes()) return Kept.Whole;
      if (isUsageBytes()) return Kept.Whole;
      if (isRssBytes()) return Kept.Whole;
      break;
    case Kept.SummaryNodeFs:
      if (isTime()) return Kept.Whole;
      if (isAvailableBytes()) return Kept.Whole;
      if (isCapacityBytes()) return Kept.Whole;
      if (isInodesFree()) return Kept.Whole;
      if (isInodes()) return Kept.Whole;
      break;
    case Kept.SummaryNodeRuntime:
      if (isImageFs()) return Kept.SummaryNodeRuntimeImageFs;
      if (isContainerFs()) return Kept.SummaryNodeRuntimeImageFs;
      break;
    case Kept.SummaryNodeRuntimeImageFs:
      if (isTime()) return Kept.Whole;
      if (isAvailableBytes()) return Kept.Whole;
      if (isCapacityBytes()) return Kept.Whole;
      if (isInodesFree()) return Kept.Whole;
      if (isInodes()) return Kept.Whole;
      if (isInodesUsed()) return Kept.Whole;
      break;
    case Kept.SummaryNodeRlimit:
      if (isTime()) return Kept.Whole;
      if (isMaxpid()) return Kept.Whole;
      if (isCurproc()) return Kept.Whole;
      break;
    case Kept.SummaryPods:
      if (isPodRef()) return Kept.SummaryPodsPodRef;
      if (isContainers()) return KEPT_LIST | Kept.SummaryPodsContainers;
      if (isMemory()) return Kept.SummaryPodsMemory;
      if (isVolume()) return KEPT_LIST | Kept.SummaryPodsVolume;
      if (isEphemeralStorage()) return Kept.SummaryPodsEphemeralStorage;
      if (isProcessStats()) return Kept.SummaryPodsProcessStats;
      break;
    case Kept.SummaryPodsPodRef:
      if (isUid()) return Kept.Whole;
      break;
    case Kept.SummaryPodsContainers:
      if (isName()) return Kept.Whole;
      if (isMemory()) return Kept.SummaryPodsContainersMemory;
      if (isRootfs()) return Kept.SummaryPodsContainersRootfs;
      if (isLogs()) return Kept.SummaryPodsContainersRootfs;
      break;
    case Kept.SummaryPodsContainersMemory:
      if (isWorkingSetBytes()) return Kept.Whole;
      if (isUsageBytes()) return Kept.Whole;
      if (isRssBytes()) return Kept.Whole;
      break;
    case Kept.SummaryPodsContainersRootfs:
      if (isUsedBytes()) return Kept.Whole;
      if (isInodesUsed()) return Kept.Whole;
      break;
    case Kept.SummaryPodsMemory:
      if (isWorkingSetBytes()) return Kept.Whole;
      break;
    case Kept.SummaryPodsVolume:
      if (isName()) return Kept.Whole;
      if (isUsedBytes()) return Kept.Whole;
      if (isInodesUsed()) return Kept.Whole;
      break;
    case Kept.SummaryPodsEphemeralStorage:
      if (isUsedBytes()) return Kept.Whole;
      break;
    case Kept.SummaryPodsProcessStats:
      if (isProcessCount()) return Kept.Whole;
      break;
    case Kept.PodList:
      if (isKind()) return Kept.Whole;
      if (isApiVersion()) return Kept.Whole;
      if (isItems()) return KEPT_LIST | Kept.PodListItems;
      break;
    case Kept.PodListItems:
      if (isKind()) return Kept.Whole;
      if (isMetadata()) return Kept.PodListItemsMetadata;
      if (isSpec()) return Kept.PodListItemsSpec;
      if (isStatus()) return Kept.PodListItemsStatus;
      break;
    case Kept.PodListItemsMetadata:
      if (isName()) return Kept.Whole;
      if (isNamespace()) return Kept.Whole;
      if (isUid()) return Kept.Whole;
      if (isDeletionTimestamp()) return Kept.Whole;
      if (isAnnotations()) return Kept.PodListItemsMetadataAnnotations;
      break;
    case Kept.PodListItemsMetadataAnnotations:
      if (keyIs("kubernetes.io/config.source")) return Kept.Whole;
      if (keyIs("kubernetes.io/config.mirror")) return Kept.Whole;
      if (keyIs("scheduler.alpha.kubernetes.io/critical-pod")) return Kept.Whole;
      break;
    case Kept.PodListItemsSpec:
      if (isNodeName()) return Kept.Whole;
      if (isPriority()) return Kept.Whole;
      if (isPriorityClassName()) return Kept.Whole;
      if (isTerminationGracePeriodSeconds()) return Kept.Whole;
      if (isOverhead()) return Kept.Whole;
      if (isResources()) return Kept.PodListItemsSpecResources;
      if (isVolumes()) return KEPT_LIST | Kept.PodListItemsSpecVolumes;
      if (isInitContainers()) return KEPT_LIST | Kept.PodListItemsSpecInitContainers;
      if (isContainers()) return KEPT_LIST | Kept.PodListItemsSpecInitContainers;
      break;
    case Kept.PodListItemsSpecResources:
      if (isRequests()) return Kept.Whole;
      if (isLimits()) return Kept.Whole;
      break;
    case Kept.PodListItemsSpecVolumes:
      if (isName()) return Kept.Whole;
      if (isEmptyDir()) return Kept.PodListItemsSpecVolumesEmptyDir;
      if (isHostPath()) return Kept.PodListItemsSpecVolumesHostPath;
      if (isGitRepo()) return Kept.PodListItemsSpecVolumesHostPath;
      if (isConfigMap()) return Kept.PodListItemsSpecVolumesHostPath;
      if (isDownwardAPI()) return Kept.PodListItemsSpecVolumesHostPath;
      break;
    case Kept.PodListItemsSpecVolumesEmptyDir:
      if (isMedium()) return Kept.Whole;
      if (isSizeLimit()) return Kept.Whole;
      break;
    case Kept.PodListItemsSpecInitContainers:
      if (isName()) return Kept.Whole;
      if (isResources()) return Kept.PodListItemsSpecResources;
      if (isRestartPolicy()) return Kept.Whole;
      break;
    case Kept.PodListItemsStatus:
      if (isPhase()) return Kept.Whole;
      if (isQosClass()) return Kept.Whole;
      if (isContainerStatuses()) return KEPT_LIST | Kept.PodListItemsStatusContainerStatuses;
      if (isInitContainerStatuses()) return KEPT_LIST | Kept.PodListItemsStatusContainerStatuses;
      break;
    case Kept.PodListItemsStatusContainerStatuses:
      if (isState()) return Kept.PodListItemsStatusContainerStatusesState;
      break;
    case Kept.PodListItemsStatusContainerStatusesState:
      if (isRunning()) return Kept.PodListItemsSpecVolumesHostPath;
      break;
  }
  return Kept.Nothing;
}
