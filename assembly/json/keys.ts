/**
 * Exact tests of the key that `scanMember` left, as 64-bit comparisons. Written by
 * tools/keys.mjs; change the list there.
 */
import { keyAt, keySize, keyTail, keyWord } from "./member.ts";

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
  return keySize == 4 && keyWord == 0x00000000646e696b;
}

/** `apiVersion` */
export function isApiVersion(): bool {
  return (
    keySize == 10 &&
    keyWord == 0x6973726556697061 &&
    keyTail == 0x6e6f697372655669
  );
}

/** `items` */
export function isItems(): bool {
  return keySize == 5 && keyWord == 0x000000736d657469;
}

/** `metadata` */
export function isMetadata(): bool {
  return keySize == 8 && keyWord == 0x617461646174656d;
}

/** `spec` */
export function isSpec(): bool {
  return keySize == 4 && keyWord == 0x0000000063657073;
}

/** `status` */
export function isStatus(): bool {
  return keySize == 6 && keyWord == 0x0000737574617473;
}

/** `annotations` */
export function isAnnotations(): bool {
  return (
    keySize == 11 &&
    keyWord == 0x697461746f6e6e61 &&
    keyTail == 0x736e6f697461746f
  );
}

/** `priority` */
export function isPriority(): bool {
  return keySize == 8 && keyWord == 0x797469726f697270;
}

/** `priorityClassName` */
export function isPriorityClassName(): bool {
  return (
    keySize == 17 &&
    keyWord == 0x797469726f697270 &&
    load<u64>(keyAt, 8) == 0x6d614e7373616c43 &&
    keyTail == 0x656d614e7373616c
  );
}

/** `terminationGracePeriodSeconds` */
export function isTerminationGracePeriodSeconds(): bool {
  return (
    keySize == 29 &&
    keyWord == 0x74616e696d726574 &&
    load<u64>(keyAt, 8) == 0x65636172476e6f69 &&
    load<u64>(keyAt, 16) == 0x6553646f69726550 &&
    keyTail == 0x73646e6f63655364
  );
}

/** `initContainers` */
export function isInitContainers(): bool {
  return (
    keySize == 14 &&
    keyWord == 0x746e6f4374696e69 &&
    keyTail == 0x7372656e6961746e
  );
}

/** `ephemeralContainers` */
export function isEphemeralContainers(): bool {
  return (
    keySize == 19 &&
    keyWord == 0x6172656d65687065 &&
    load<u64>(keyAt, 8) == 0x6e6961746e6f436c &&
    keyTail == 0x7372656e6961746e
  );
}

/** `volumes` */
export function isVolumes(): bool {
  return keySize == 7 && keyWord == 0x0073656d756c6f76;
}

/** `tolerations` */
export function isTolerations(): bool {
  return (
    keySize == 11 &&
    keyWord == 0x69746172656c6f74 &&
    keyTail == 0x736e6f6974617265
  );
}

/** `overhead` */
export function isOverhead(): bool {
  return keySize == 8 && keyWord == 0x646165687265766f;
}

/** `resources` */
export function isResources(): bool {
  return (
    keySize == 9 &&
    keyWord == 0x656372756f736572 &&
    keyTail == 0x73656372756f7365
  );
}

/** `requests` */
export function isRequests(): bool {
  return keySize == 8 && keyWord == 0x7374736575716572;
}

/** `limits` */
export function isLimits(): bool {
  return keySize == 6 && keyWord == 0x00007374696d696c;
}

/** `restartPolicy` */
export function isRestartPolicy(): bool {
  return (
    keySize == 13 &&
    keyWord == 0x5074726174736572 &&
    keyTail == 0x7963696c6f507472
  );
}

/** `cpu` */
export function isCpu(): bool {
  return keySize == 3 && keyWord == 0x0000000000757063;
}

/** `hostPath` */
export function isHostPath(): bool {
  return keySize == 8 && keyWord == 0x6874615074736f68;
}

/** `emptyDir` */
export function isEmptyDir(): bool {
  return keySize == 8 && keyWord == 0x7269447974706d65;
}

/** `gitRepo` */
export function isGitRepo(): bool {
  return keySize == 7 && keyWord == 0x006f706552746967;
}

/** `configMap` */
export function isConfigMap(): bool {
  return (
    keySize == 9 &&
    keyWord == 0x614d6769666e6f63 &&
    keyTail == 0x70614d6769666e6f
  );
}

/** `downwardAPI` */
export function isDownwardAPI(): bool {
  return (
    keySize == 11 &&
    keyWord == 0x647261776e776f64 &&
    keyTail == 0x495041647261776e
  );
}

/** `medium` */
export function isMedium(): bool {
  return keySize == 6 && keyWord == 0x00006d756964656d;
}

/** `sizeLimit` */
export function isSizeLimit(): bool {
  return (
    keySize == 9 &&
    keyWord == 0x696d694c657a6973 &&
    keyTail == 0x74696d694c657a69
  );
}

/** `key` */
export function isKey(): bool {
  return keySize == 3 && keyWord == 0x000000000079656b;
}

/** `operator` */
export function isOperator(): bool {
  return keySize == 8 && keyWord == 0x726f74617265706f;
}

/** `value` */
export function isValue(): bool {
  return keySize == 5 && keyWord == 0x00000065756c6176;
}

/** `effect` */
export function isEffect(): bool {
  return keySize == 6 && keyWord == 0x0000746365666665;
}

/** `phase` */
export function isPhase(): bool {
  return keySize == 5 && keyWord == 0x0000006573616870;
}

/** `qosClass` */
export function isQosClass(): bool {
  return keySize == 8 && keyWord == 0x7373616c43736f71;
}

/** `containerStatuses` */
export function isContainerStatuses(): bool {
  return (
    keySize == 17 &&
    keyWord == 0x656e6961746e6f63 &&
    load<u64>(keyAt, 8) == 0x6573757461745372 &&
    keyTail == 0x7365737574617453
  );
}

/** `initContainerStatuses` */
export function isInitContainerStatuses(): bool {
  return (
    keySize == 21 &&
    keyWord == 0x746e6f4374696e69 &&
    load<u64>(keyAt, 8) == 0x61745372656e6961 &&
    keyTail == 0x7365737574617453
  );
}

/** `state` */
export function isState(): bool {
  return keySize == 5 && keyWord == 0x0000006574617473;
}

/** `running` */
export function isRunning(): bool {
  return keySize == 7 && keyWord == 0x00676e696e6e7572;
}

/** `deletionTimestamp` */
export function isDeletionTimestamp(): bool {
  return (
    keySize == 17 &&
    keyWord == 0x6e6f6974656c6564 &&
    load<u64>(keyAt, 8) == 0x6d617473656d6954 &&
    keyTail == 0x706d617473656d69
  );
}

/** `evictionHard` */
export function isEvictionHard(): bool {
  return (
    keySize == 12 &&
    keyWord == 0x6e6f697463697665 &&
    keyTail == 0x647261486e6f6974
  );
}

/** `evictionSoft` */
export function isEvictionSoft(): bool {
  return (
    keySize == 12 &&
    keyWord == 0x6e6f697463697665 &&
    keyTail == 0x74666f536e6f6974
  );
}

/** `evictionSoftGracePeriod` */
export function isEvictionSoftGracePeriod(): bool {
  return (
    keySize == 23 &&
    keyWord == 0x6e6f697463697665 &&
    load<u64>(keyAt, 8) == 0x6361724774666f53 &&
    keyTail == 0x646f697265506563
  );
}

/** `evictionMinimumReclaim` */
export function isEvictionMinimumReclaim(): bool {
  return (
    keySize == 22 &&
    keyWord == 0x6e6f697463697665 &&
    load<u64>(keyAt, 8) == 0x526d756d696e694d &&
    keyTail == 0x6d69616c6365526d
  );
}

/** `evictionPressureTransitionPeriod` */
export function isEvictionPressureTransitionPeriod(): bool {
  return (
    keySize == 32 &&
    keyWord == 0x6e6f697463697665 &&
    load<u64>(keyAt, 8) == 0x6572757373657250 &&
    load<u64>(keyAt, 16) == 0x697469736e617254 &&
    keyTail == 0x646f697265506e6f
  );
}

/** `evictionMaxPodGracePeriod` */
export function isEvictionMaxPodGracePeriod(): bool {
  return (
    keySize == 25 &&
    keyWord == 0x6e6f697463697665 &&
    load<u64>(keyAt, 8) == 0x7247646f5078614d &&
    load<u64>(keyAt, 16) == 0x6f69726550656361 &&
    keyTail == 0x646f697265506563
  );
}

/** `enforceNodeAllocatable` */
export function isEnforceNodeAllocatable(): bool {
  return (
    keySize == 22 &&
    keyWord == 0x4e6563726f666e65 &&
    load<u64>(keyAt, 8) == 0x636f6c6c4165646f &&
    keyTail == 0x656c62617461636f
  );
}

/** `localStorageCapacityIsolation` */
export function isLocalStorageCapacityIsolation(): bool {
  return (
    keySize == 29 &&
    keyWord == 0x6f74536c61636f6c &&
    load<u64>(keyAt, 8) == 0x6170614365676172 &&
    load<u64>(keyAt, 16) == 0x6c6f734979746963 &&
    keyTail == 0x6e6f6974616c6f73
  );
}

/** `mergeDefaultEvictionSettings` */
export function isMergeDefaultEvictionSettings(): bool {
  return (
    keySize == 28 &&
    keyWord == 0x666544656772656d &&
    load<u64>(keyAt, 8) == 0x63697645746c7561 &&
    load<u64>(keyAt, 16) == 0x747465536e6f6974 &&
    keyTail == 0x73676e6974746553
  );
}

/** `systemReserved` */
export function isSystemReserved(): bool {
  return (
    keySize == 14 &&
    keyWord == 0x65526d6574737973 &&
    keyTail == 0x6465767265736552
  );
}

/** `kubeReserved` */
export function isKubeReserved(): bool {
  return (
    keySize == 12 &&
    keyWord == 0x657365526562756b &&
    keyTail == 0x6465767265736552
  );
}

/** `cgroupsPerQOS` */
export function isCgroupsPerQOS(): bool {
  return (
    keySize == 13 &&
    keyWord == 0x507370756f726763 &&
    keyTail == 0x534f517265507370
  );
}

/** `systemReservedCgroup` */
export function isSystemReservedCgroup(): bool {
  return (
    keySize == 20 &&
    keyWord == 0x65526d6574737973 &&
    load<u64>(keyAt, 8) == 0x6743646576726573 &&
    keyTail == 0x70756f7267436465
  );
}

/** `kubeReservedCgroup` */
export function isKubeReservedCgroup(): bool {
  return (
    keySize == 18 &&
    keyWord == 0x657365526562756b &&
    load<u64>(keyAt, 8) == 0x6f72674364657672 &&
    keyTail == 0x70756f7267436465
  );
}

/** `plimsoll` */
export function isPlimsoll(): bool {
  return keySize == 8 && keyWord == 0x6c6c6f736d696c70;
}

/** `profile` */
export function isProfile(): bool {
  return keySize == 7 && keyWord == 0x00656c69666f7270;
}

/** `kubeletVersion` */
export function isKubeletVersion(): bool {
  return (
    keySize == 14 &&
    keyWord == 0x5674656c6562756b &&
    keyTail == 0x6e6f697372655674
  );
}

/** `layout` */
export function isLayout(): bool {
  return keySize == 6 && keyWord == 0x000074756f79616c;
}

/** `dedicatedImageFs` */
export function isDedicatedImageFs(): bool {
  return (
    keySize == 16 &&
    keyWord == 0x6574616369646564 &&
    keyTail == 0x73466567616d4964
  );
}

/** `splitContainerFs` */
export function isSplitContainerFs(): bool {
  return (
    keySize == 16 &&
    keyWord == 0x6e6f4374696c7073 &&
    keyTail == 0x734672656e696174
  );
}

/** `whatIf` */
export function isWhatIf(): bool {
  return keySize == 6 && keyWord == 0x0000664974616877;
}

/** `capacity` */
export function isCapacity(): bool {
  return keySize == 8 && keyWord == 0x7974696361706163;
}
