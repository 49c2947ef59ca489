/**
 * Exact tests of the key that `scanMember` left.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { keyAt, keyIs, keySize, keyTail, keyWord } from "../base/json/member.ts";

/** `node` */
export function isNode(): bool {
  return keySize == 4 && keyWord == 0x0000000065646f6e;
}

/** `systemContainers` */
export function isSystemContainers(): bool {
  return (
    keySize == 16 &&
    keyWord == 0x6f436d6574737973 &&
    keyTail == 0x7372656e6961746e
  );
}

/** `name` */
export function isName(): bool {
  return keySize == 4 && keyWord == 0x00000000656d616e;
}

/** `memory` */
export function isMemory(): bool {
  return keySize == 6 && keyWord == 0x000079726f6d656d;
}

/** `time` */
export function isTime(): bool {
  return keySize == 4 && keyWord == 0x00000000656d6974;
}

/** `availableBytes` */
export function isAvailableBytes(): bool {
  return (
    keySize == 14 &&
    keyWord == 0x6c62616c69617661 &&
    keyTail == 0x7365747942656c62
  );
}

/** `workingSetBytes` */
export function isWorkingSetBytes(): bool {
  return (
    keySize == 15 &&
    keyWord == 0x53676e696b726f77 &&
    keyTail == 0x7365747942746553
  );
}

/** `fs` */
export function isFs(): bool {
  return keySize == 2 && keyWord == 0x0000000000007366;
}

/** `capacityBytes` */
export function isCapacityBytes(): bool {
  return (
    keySize == 13 &&
    keyWord == 0x7974696361706163 &&
    keyTail == 0x7365747942797469
  );
}

/** `inodesFree` */
export function isInodesFree(): bool {
  return (
    keySize == 10 &&
    keyWord == 0x72467365646f6e69 &&
    keyTail == 0x656572467365646f
  );
}

/** `inodes` */
export function isInodes(): bool {
  return keySize == 6 && keyWord == 0x00007365646f6e69;
}

/** `runtime` */
export function isRuntime(): bool {
  return keySize == 7 && keyWord == 0x00656d69746e7572;
}

/** `imageFs` */
export function isImageFs(): bool {
  return keySize == 7 && keyWord == 0x0073466567616d69;
}

/** `inodesUsed` */
export function isInodesUsed(): bool {
  return (
    keySize == 10 &&
    keyWord == 0x73557365646f6e69 &&
    keyTail == 0x646573557365646f
  );
}

/** `containerFs` */
export function isContainerFs(): bool {
  return (
    keySize == 11 &&
    keyWord == 0x656e6961746e6f63 &&
    keyTail == 0x734672656e696174
  );
}

/** `rlimit` */
export function isRlimit(): bool {
  return keySize == 6 && keyWord == 0x000074696d696c72;
}

/** `maxpid` */
export function isMaxpid(): bool {
  return keySize == 6 && keyWord == 0x000064697078616d;
}

/** `curproc` */
export function isCurproc(): bool {
  return keySize == 7 && keyWord == 0x00636f7270727563;
}

/** `pods` */
export function isPods(): bool {
  return keySize == 4 && keyWord == 0x0000000073646f70;
}

/** `podRef` */
export function isPodRef(): bool {
  return keySize == 6 && keyWord == 0x0000666552646f70;
}

/** `uid` */
export function isUid(): bool {
  return keySize == 3 && keyWord == 0x0000000000646975;
}

/** `containers` */
export function isContainers(): bool {
  return (
    keySize == 10 &&
    keyWord == 0x656e6961746e6f63 &&
    keyTail == 0x7372656e6961746e
  );
}

/** `rootfs` */
export function isRootfs(): bool {
  return keySize == 6 && keyWord == 0x00007366746f6f72;
}

/** `usedBytes` */
export function isUsedBytes(): bool {
  return (
    keySize == 9 &&
    keyWord == 0x6574794264657375 &&
    keyTail == 0x7365747942646573
  );
}

/** `logs` */
export function isLogs(): bool {
  return keySize == 4 && keyWord == 0x0000000073676f6c;
}

/** `volume` */
export function isVolume(): bool {
  return keySize == 6 && keyWord == 0x0000656d756c6f76;
}

/** `ephemeral-storage` */
export function isEphemeralStorage(): bool {
  return (
    keySize == 17 &&
    keyWord == 0x6172656d65687065 &&
    load<u64>(keyAt, 8) == 0x6761726f74732d6c &&
    keyTail == 0x656761726f74732d
  );
}

/** `process_stats` */
export function isProcessStats(): bool {
  return (
    keySize == 13 &&
    keyWord == 0x5f737365636f7270 &&
    keyTail == 0x73746174735f7373
  );
}

/** `process_count` */
export function isProcessCount(): bool {
  return (
    keySize == 13 &&
    keyWord == 0x5f737365636f7270 &&
    keyTail == 0x746e756f635f7373
  );
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

/** `nodeName` */
export function isNodeName(): bool {
  return keyIs("nodeName");
}

/** `usageBytes` */
export function isUsageBytes(): bool {
  return keyIs("usageBytes");
}

/** `rssBytes` */
export function isRssBytes(): bool {
  return keyIs("rssBytes");
}

/** `apiVersion` */
export function isApiVersion(): bool {
  return keyIs("apiVersion");
}
