/**
 * Exact tests of the key that `scanMember` left. Written by tools/keys.mjs; change it there.
 */
import { equalAscii } from "../text.ts";
import { keyAt, keySize, keyTail, keyWord } from "./member.ts";

function isSpelled(name: string): bool {
  return equalAscii(keyAt, keySize, name);
}

/** `node` */
export function isNode(): bool {
  return keySize == 4 && keyWord == 0x0000000065646f6e;
}

/** `pods` */
export function isPods(): bool {
  return keySize == 4 && keyWord == 0x0000000073646f70;
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

/** `usageBytes` */
export function isUsageBytes(): bool {
  return (
    keySize == 10 &&
    keyWord == 0x7479426567617375 &&
    keyTail == 0x7365747942656761
  );
}

/** `fs` */
export function isFs(): bool {
  return keySize == 2 && keyWord == 0x0000000000007366;
}

/** `runtime` */
export function isRuntime(): bool {
  return keySize == 7 && keyWord == 0x00656d69746e7572;
}

/** `imageFs` */
export function isImageFs(): bool {
  return keySize == 7 && keyWord == 0x0073466567616d69;
}

/** `containerFs` */
export function isContainerFs(): bool {
  return (
    keySize == 11 &&
    keyWord == 0x656e6961746e6f63 &&
    keyTail == 0x734672656e696174
  );
}

/** `capacityBytes` */
export function isCapacityBytes(): bool {
  return (
    keySize == 13 &&
    keyWord == 0x7974696361706163 &&
    keyTail == 0x7365747942797469
  );
}

/** `usedBytes` */
export function isUsedBytes(): bool {
  return (
    keySize == 9 &&
    keyWord == 0x6574794264657375 &&
    keyTail == 0x7365747942646573
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

/** `inodesUsed` */
export function isInodesUsed(): bool {
  return (
    keySize == 10 &&
    keyWord == 0x73557365646f6e69 &&
    keyTail == 0x646573557365646f
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

/** `podRef` */
export function isPodRef(): bool {
  return keySize == 6 && keyWord == 0x0000666552646f70;
}

/** `namespace` */
export function isNamespace(): bool {
  return (
    keySize == 9 &&
    keyWord == 0x63617073656d616e &&
    keyTail == 0x6563617073656d61
  );
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

/** `rootfs` */
export function isRootfs(): bool {
  return keySize == 6 && keyWord == 0x00007366746f6f72;
}

/** `logs` */
export function isLogs(): bool {
  return keySize == 4 && keyWord == 0x0000000073676f6c;
}

/** `kind` */
export function isKind(): bool {
  return isSpelled("kind");
}

/** `apiVersion` */
export function isApiVersion(): bool {
  return isSpelled("apiVersion");
}

/** `items` */
export function isItems(): bool {
  return isSpelled("items");
}

/** `metadata` */
export function isMetadata(): bool {
  return isSpelled("metadata");
}

/** `spec` */
export function isSpec(): bool {
  return isSpelled("spec");
}

/** `status` */
export function isStatus(): bool {
  return isSpelled("status");
}

/** `annotations` */
export function isAnnotations(): bool {
  return isSpelled("annotations");
}

/** `priority` */
export function isPriority(): bool {
  return isSpelled("priority");
}

/** `priorityClassName` */
export function isPriorityClassName(): bool {
  return isSpelled("priorityClassName");
}

/** `terminationGracePeriodSeconds` */
export function isTerminationGracePeriodSeconds(): bool {
  return isSpelled("terminationGracePeriodSeconds");
}

/** `initContainers` */
export function isInitContainers(): bool {
  return isSpelled("initContainers");
}

/** `ephemeralContainers` */
export function isEphemeralContainers(): bool {
  return isSpelled("ephemeralContainers");
}

/** `volumes` */
export function isVolumes(): bool {
  return isSpelled("volumes");
}

/** `tolerations` */
export function isTolerations(): bool {
  return isSpelled("tolerations");
}

/** `overhead` */
export function isOverhead(): bool {
  return isSpelled("overhead");
}

/** `resources` */
export function isResources(): bool {
  return isSpelled("resources");
}

/** `requests` */
export function isRequests(): bool {
  return isSpelled("requests");
}

/** `limits` */
export function isLimits(): bool {
  return isSpelled("limits");
}

/** `restartPolicy` */
export function isRestartPolicy(): bool {
  return isSpelled("restartPolicy");
}

/** `cpu` */
export function isCpu(): bool {
  return isSpelled("cpu");
}

/** `hostPath` */
export function isHostPath(): bool {
  return isSpelled("hostPath");
}

/** `emptyDir` */
export function isEmptyDir(): bool {
  return isSpelled("emptyDir");
}

/** `gitRepo` */
export function isGitRepo(): bool {
  return isSpelled("gitRepo");
}

/** `configMap` */
export function isConfigMap(): bool {
  return isSpelled("configMap");
}

/** `downwardAPI` */
export function isDownwardAPI(): bool {
  return isSpelled("downwardAPI");
}

/** `medium` */
export function isMedium(): bool {
  return isSpelled("medium");
}

/** `sizeLimit` */
export function isSizeLimit(): bool {
  return isSpelled("sizeLimit");
}

/** `key` */
export function isKey(): bool {
  return isSpelled("key");
}

/** `operator` */
export function isOperator(): bool {
  return isSpelled("operator");
}

/** `value` */
export function isValue(): bool {
  return isSpelled("value");
}

/** `effect` */
export function isEffect(): bool {
  return isSpelled("effect");
}

/** `phase` */
export function isPhase(): bool {
  return isSpelled("phase");
}

/** `qosClass` */
export function isQosClass(): bool {
  return isSpelled("qosClass");
}

/** `containerStatuses` */
export function isContainerStatuses(): bool {
  return isSpelled("containerStatuses");
}

/** `initContainerStatuses` */
export function isInitContainerStatuses(): bool {
  return isSpelled("initContainerStatuses");
}

/** `state` */
export function isState(): bool {
  return isSpelled("state");
}

/** `running` */
export function isRunning(): bool {
  return isSpelled("running");
}

/** `deletionTimestamp` */
export function isDeletionTimestamp(): bool {
  return isSpelled("deletionTimestamp");
}

/** `evictionHard` */
export function isEvictionHard(): bool {
  return isSpelled("evictionHard");
}

/** `evictionSoft` */
export function isEvictionSoft(): bool {
  return isSpelled("evictionSoft");
}

/** `evictionSoftGracePeriod` */
export function isEvictionSoftGracePeriod(): bool {
  return isSpelled("evictionSoftGracePeriod");
}

/** `evictionMinimumReclaim` */
export function isEvictionMinimumReclaim(): bool {
  return isSpelled("evictionMinimumReclaim");
}

/** `evictionPressureTransitionPeriod` */
export function isEvictionPressureTransitionPeriod(): bool {
  return isSpelled("evictionPressureTransitionPeriod");
}

/** `evictionMaxPodGracePeriod` */
export function isEvictionMaxPodGracePeriod(): bool {
  return isSpelled("evictionMaxPodGracePeriod");
}

/** `enforceNodeAllocatable` */
export function isEnforceNodeAllocatable(): bool {
  return isSpelled("enforceNodeAllocatable");
}

/** `localStorageCapacityIsolation` */
export function isLocalStorageCapacityIsolation(): bool {
  return isSpelled("localStorageCapacityIsolation");
}

/** `mergeDefaultEvictionSettings` */
export function isMergeDefaultEvictionSettings(): bool {
  return isSpelled("mergeDefaultEvictionSettings");
}

/** `systemReserved` */
export function isSystemReserved(): bool {
  return isSpelled("systemReserved");
}

/** `kubeReserved` */
export function isKubeReserved(): bool {
  return isSpelled("kubeReserved");
}

/** `cgroupsPerQOS` */
export function isCgroupsPerQOS(): bool {
  return isSpelled("cgroupsPerQOS");
}

/** `featureGates` */
export function isFeatureGates(): bool {
  return isSpelled("featureGates");
}

/** `systemReservedCgroup` */
export function isSystemReservedCgroup(): bool {
  return isSpelled("systemReservedCgroup");
}

/** `kubeReservedCgroup` */
export function isKubeReservedCgroup(): bool {
  return isSpelled("kubeReservedCgroup");
}

/** `plimsoll` */
export function isPlimsoll(): bool {
  return isSpelled("plimsoll");
}

/** `profile` */
export function isProfile(): bool {
  return isSpelled("profile");
}

/** `kubeletVersion` */
export function isKubeletVersion(): bool {
  return isSpelled("kubeletVersion");
}

/** `layout` */
export function isLayout(): bool {
  return isSpelled("layout");
}

/** `dedicatedImageFs` */
export function isDedicatedImageFs(): bool {
  return isSpelled("dedicatedImageFs");
}

/** `splitContainerFs` */
export function isSplitContainerFs(): bool {
  return isSpelled("splitContainerFs");
}

/** `whatIf` */
export function isWhatIf(): bool {
  return isSpelled("whatIf");
}

/** `capacity` */
export function isCapacity(): bool {
  return isSpelled("capacity");
}

/** `signal` */
export function isSignal(): bool {
  return isSpelled("signal");
}
