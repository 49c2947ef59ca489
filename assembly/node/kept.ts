/**
 * What a reduced document keeps.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { keyAt, keySize } from "../base/json/member.ts";
import { equalAscii } from "../base/text.ts";

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
export const KEPT_LIST: i32 = 0x80;

/** The members that objects keep, one object after another. */
const NAMES: StaticArray<string> = [
  "node",
  "pods",
  "nodeName",
  "systemContainers",
  "memory",
  "fs",
  "runtime",
  "rlimit",
  "name",
  "memory",
  "time",
  "availableBytes",
  "workingSetBytes",
  "usageBytes",
  "rssBytes",
  "time",
  "availableBytes",
  "capacityBytes",
  "inodesFree",
  "inodes",
  "imageFs",
  "containerFs",
  "time",
  "availableBytes",
  "capacityBytes",
  "inodesFree",
  "inodes",
  "inodesUsed",
  "time",
  "maxpid",
  "curproc",
  "podRef",
  "containers",
  "memory",
  "volume",
  "ephemeral-storage",
  "process_stats",
  "uid",
  "name",
  "memory",
  "rootfs",
  "logs",
  "workingSetBytes",
  "usageBytes",
  "rssBytes",
  "usedBytes",
  "inodesUsed",
  "workingSetBytes",
  "name",
  "usedBytes",
  "inodesUsed",
  "usedBytes",
  "process_count",
  "kind",
  "apiVersion",
  "items",
  "kind",
  "metadata",
  "spec",
  "status",
  "name",
  "namespace",
  "uid",
  "deletionTimestamp",
  "annotations",
  "kubernetes.io/config.source",
  "kubernetes.io/config.mirror",
  "scheduler.alpha.kubernetes.io/critical-pod",
  "nodeName",
  "priority",
  "priorityClassName",
  "terminationGracePeriodSeconds",
  "overhead",
  "resources",
  "volumes",
  "initContainers",
  "containers",
  "requests",
  "limits",
  "name",
  "emptyDir",
  "hostPath",
  "gitRepo",
  "configMap",
  "downwardAPI",
  "medium",
  "sizeLimit",
  "name",
  "resources",
  "restartPolicy",
  "phase",
  "reason",
  "message",
  "qosClass",
  "containerStatuses",
  "initContainerStatuses",
  "allocatedResources",
  "name",
  "allocatedResources",
  "state",
  "running",
];

/** What is kept of each of them: `Kept`, and `KEPT_LIST`. */
const KEPT: usize = memory.data<u8>([
  3, 138, 1, 132, 5, 6, 7, 9, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  11, 140, 15, 144, 17, 18, 1, 1, 13, 14, 14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 148, 1, 21, 23,
  29, 1, 1, 1, 1, 22, 1, 1, 1, 1, 1, 1, 1, 1, 24, 153, 156, 156, 1, 1, 1, 26, 27, 27, 27, 27, 1, 1,
  1, 24, 1, 1, 1, 1, 1, 158, 158, 1, 1, 1, 31, 27,
]);

/** Where the members of each `Kept` end in these tables. */
const ENDS: usize = memory.data<u8>([
  0, 0, 2, 8, 10, 15, 20, 22, 28, 31, 37, 38, 42, 45, 47, 48, 51, 52, 53, 56, 60, 65, 68, 77, 79,
  85, 87, 87, 90, 97, 100, 101,
]);

/** What is kept of the member whose key `scanMember` left, in this object. */
export function keptMember(object: i32): i32 {
  const ends = ENDS + usize(object);
  const end = i32(load<u8>(ends));
  for (let row = i32(load<u8>(ends - 1)); row < end; row++) {
    const name = unchecked(NAMES[row]);
    if (equalAscii(keyAt, keySize, name)) return load<u8>(KEPT + usize(row));
  }
  return Kept.Nothing;
}
