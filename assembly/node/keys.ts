/**
 * Exact tests of the key that `scanMember` left.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { keyIs } from "../base/json/member.ts";

/** `node` */
export function isNode(): bool {
  return keyIs("node");
}

/** `systemContainers` */
export function isSystemContainers(): bool {
  return keyIs("systemContainers");
}

/** `name` */
export function isName(): bool {
  return keyIs("name");
}

/** `memory` */
export function isMemory(): bool {
  return keyIs("memory");
}

/** `time` */
export function isTime(): bool {
  return keyIs("time");
}

/** `availableBytes` */
export function isAvailableBytes(): bool {
  return keyIs("availableBytes");
}

/** `workingSetBytes` */
export function isWorkingSetBytes(): bool {
  return keyIs("workingSetBytes");
}

/** `fs` */
export function isFs(): bool {
  return keyIs("fs");
}

/** `capacityBytes` */
export function isCapacityBytes(): bool {
  return keyIs("capacityBytes");
}

/** `inodesFree` */
export function isInodesFree(): bool {
  return keyIs("inodesFree");
}

/** `inodes` */
export function isInodes(): bool {
  return keyIs("inodes");
}

/** `runtime` */
export function isRuntime(): bool {
  return keyIs("runtime");
}

/** `imageFs` */
export function isImageFs(): bool {
  return keyIs("imageFs");
}

/** `inodesUsed` */
export function isInodesUsed(): bool {
  return keyIs("inodesUsed");
}

/** `containerFs` */
export function isContainerFs(): bool {
  return keyIs("containerFs");
}

/** `rlimit` */
export function isRlimit(): bool {
  return keyIs("rlimit");
}

/** `maxpid` */
export function isMaxpid(): bool {
  return keyIs("maxpid");
}

/** `curproc` */
export function isCurproc(): bool {
  return keyIs("curproc");
}

/** `pods` */
export function isPods(): bool {
  return keyIs("pods");
}

/** `podRef` */
export function isPodRef(): bool {
  return keyIs("podRef");
}

/** `uid` */
export function isUid(): bool {
  return keyIs("uid");
}

/** `containers` */
export function isContainers(): bool {
  return keyIs("containers");
}

/** `rootfs` */
export function isRootfs(): bool {
  return keyIs("rootfs");
}

/** `usedBytes` */
export function isUsedBytes(): bool {
  return keyIs("usedBytes");
}

/** `logs` */
export function isLogs(): bool {
  return keyIs("logs");
}

/** `volume` */
export function isVolume(): bool {
  return keyIs("volume");
}

/** `ephemeral-storage` */
export function isEphemeralStorage(): bool {
  return keyIs("ephemeral-storage");
}

/** `process_stats` */
export function isProcessStats(): bool {
  return keyIs("process_stats");
}

/** `process_count` */
export function isProcessCount(): bool {
  return keyIs("process_count");
}

/** `kind` */
export function isKind(): bool {
  return keyIs("kind");
}

/** `items` */
export function isItems(): bool {
  return keyIs("items");
}

/** `metadata` */
export function isMetadata(): bool {
  return keyIs("metadata");
}

/** `namespace` */
export function isNamespace(): bool {
  return keyIs("namespace");
}

/** `deletionTimestamp` */
export function isDeletionTimestamp(): bool {
  return keyIs("deletionTimestamp");
}

/** `annotations` */
export function isAnnotations(): bool {
  return keyIs("annotations");
}

/** `spec` */
export function isSpec(): bool {
  return keyIs("spec");
}

/** `priority` */
export function isPriority(): bool {
  return keyIs("priority");
}

/** `priorityClassName` */
export function isPriorityClassName(): bool {
  return keyIs("priorityClassName");
}

/** `terminationGracePeriodSeconds` */
export function isTerminationGracePeriodSeconds(): bool {
  return keyIs("terminationGracePeriodSeconds");
}

/** `overhead` */
export function isOverhead(): bool {
  return keyIs("overhead");
}

/** `cpu` */
export function isCpu(): bool {
  return keyIs("cpu");
}

/** `resources` */
export function isResources(): bool {
  return keyIs("resources");
}

/** `requests` */
export function isRequests(): bool {
  return keyIs("requests");
}

/** `limits` */
export function isLimits(): bool {
  return keyIs("limits");
}

/** `volumes` */
export function isVolumes(): bool {
  return keyIs("volumes");
}

/** `emptyDir` */
export function isEmptyDir(): bool {
  return keyIs("emptyDir");
}

/** `medium` */
export function isMedium(): bool {
  return keyIs("medium");
}

/** `sizeLimit` */
export function isSizeLimit(): bool {
  return keyIs("sizeLimit");
}

/** `hostPath` */
export function isHostPath(): bool {
  return keyIs("hostPath");
}

/** `gitRepo` */
export function isGitRepo(): bool {
  return keyIs("gitRepo");
}

/** `configMap` */
export function isConfigMap(): bool {
  return keyIs("configMap");
}

/** `downwardAPI` */
export function isDownwardAPI(): bool {
  return keyIs("downwardAPI");
}

/** `initContainers` */
export function isInitContainers(): bool {
  return keyIs("initContainers");
}

/** `restartPolicy` */
export function isRestartPolicy(): bool {
  return keyIs("restartPolicy");
}

/** `tolerations` */
export function isTolerations(): bool {
  return keyIs("tolerations");
}

/** `key` */
export function isKey(): bool {
  return keyIs("key");
}

/** `operator` */
export function isOperator(): bool {
  return keyIs("operator");
}

/** `value` */
export function isValue(): bool {
  return keyIs("value");
}

/** `effect` */
export function isEffect(): bool {
  return keyIs("effect");
}

/** `status` */
export function isStatus(): bool {
  return keyIs("status");
}

/** `phase` */
export function isPhase(): bool {
  return keyIs("phase");
}

/** `qosClass` */
export function isQosClass(): bool {
  return keyIs("qosClass");
}

/** `containerStatuses` */
export function isContainerStatuses(): bool {
  return keyIs("containerStatuses");
}

/** `allocatedResources` */
export function isAllocatedResources(): bool {
  return keyIs("allocatedResources");
}

/** `state` */
export function isState(): bool {
  return keyIs("state");
}

/** `running` */
export function isRunning(): bool {
  return keyIs("running");
}

/** `initContainerStatuses` */
export function isInitContainerStatuses(): bool {
  return keyIs("initContainerStatuses");
}

/** `summary` */
export function isSummary(): bool {
  return keyIs("summary");
}
