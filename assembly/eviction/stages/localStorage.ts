/** Limits of emptyDirs, pods and containers, looked at before any threshold. Spec 3.8. */
import { addInt128, compareInt128, Int128, setNano } from "../../base/arithmetic/int128.ts";
import { nanoOf } from "../../base/kubernetes/quantity/record.ts";
import { quantitySign, quantityValue } from "../../base/kubernetes/quantity.ts";
import { VOLUME_MARKS_OFFSET } from "../../node/memory.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import {
  Container,
  ContainerFlag,
  ContainerKind,
  containerAt,
  containerHas,
} from "../../node/model/container.ts";
import { LOCAL_STORAGE_LIMITS, Pod, PodFlag, podAt, podHas } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import {
  containerStatsAt,
  PodStats,
  podHasStats,
  podStatsAt,
  VolumeStats,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../../node/model/stats.ts";
import { tables } from "../../node/model/tables.ts";
import { Volume, VolumeFlag, volumeAt } from "../../node/model/volume.ts";
import { PolicyFlag, policyHas } from "../model/policy.ts";
import { StateFlag, state } from "../model/state.ts";
import { addEviction, EvictionCause, StepFailure, step } from "../model/step.ts";
import { isEvictable } from "./rank.ts";
import { limitedUsage } from "./usage.ts";

const used: Int128 = changetype<Int128>(memory.data(16, 16));
const addend: Int128 = changetype<Int128>(memory.data(16, 16));

/** Adds an eviction for every pod over a limit, in order of uid. */
export function localStorageEviction(): void {
  for (let index: u32 = 0; index < tables.podCount; index++) {
    const pod = podAt(index);
    // A critical pod fails every check alike: the kubelet refuses and goes on. Spec 3.8.5.
    if ((pod.flags & LOCAL_STORAGE_LIMITS) == 0 || !isEvictable(pod)) continue;
    if (podHasStats(index)) checkPod(index, pod, podStatsAt(index));
  }
}

/** Whether a critical pod is over a limit, so the kubelet has to refuse. Spec 3.8.5. */
export function isRefused(index: u32): bool {
  const pod = podAt(index);
  if (!podHas(pod, PodFlag.Critical) || !podHas(pod, PodFlag.Active)) return false;
  if ((pod.flags & LOCAL_STORAGE_LIMITS) == 0 || !podHasStats(index)) return false;
  const stats = podStatsAt(index);
  if (emptyDirOverLimit(pod, stats) >= 0 || isPodOverLimit(pod, stats)) return true;
  return containerOverLimit(stats) >= 0;
}

/** The first pod with emptyDirs that a kubelet cannot sum (it reads usedBytes unchecked), or -1. */
export function podWithUnmeasuredVolume(): i32 {
  if (!policyHas(PolicyFlag.LocalStorageCapacityIsolation)) return -1;
  if (step.failed != u32(StepFailure.None)) return -1;
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (!podHas(podAt(index), PodFlag.Active) || !podHasStats(index)) continue;
    const stats = podStatsAt(index);
    const end = stats.firstVolume + stats.volumeCount;
    for (let entry = stats.firstVolume; entry < end; entry++) {
      if ((volumeStatsAt(entry).flags & VolumeStatsFlag.UsedBytes) == 0) return i32(index);
    }
  }
  return -1;
}

/** The first check that is exceeded evicts. */
function checkPod(index: u32, pod: Pod, stats: PodStats): void {
  const volume = emptyDirOverLimit(pod, stats);
  if (volume >= 0) return addEviction(index, EvictionCause.EmptyDirLimit, volume);
  if (isPodOverLimit(pod, stats)) {
    return addEviction(index, EvictionCause.PodEphemeralStorageLimit, 0);
  }
  const container = containerOverLimit(stats);
  if (container >= 0) {
    addEviction(index, EvictionCause.ContainerEphemeralStorageLimit, container);
  }
}

/** The first emptyDir, in spec order, that uses more than its size limit; or -1. */
function emptyDirOverLimit(pod: Pod, stats: PodStats): i32 {
  if (!podHas(pod, PodFlag.EmptyDirLimit)) return -1;
  memory.fill(VOLUME_MARKS_OFFSET, 0, usize(pod.volumeCount));
  let first: u32 = pod.volumeCount;
  for (let left = stats.volumeCount; left > 0; left--) {
    const entry = volumeStatsAt(stats.firstVolume + left - 1);
    // The last stats entry of a volume counts. One without usedBytes, which crashes the kubelet,
    // is skipped here. Spec 10.47.
    if ((entry.flags & VolumeStatsFlag.UsedBytes) == 0) continue;
    // Below zero, the spec has no such volume; as unsigned that is beyond all that it has.
    const volume = u32(entry.volume) - pod.firstVolume;
    if (volume >= pod.volumeCount || load<u8>(VOLUME_MARKS_OFFSET + usize(volume)) != 0) continue;
    store<u8>(VOLUME_MARKS_OFFSET + usize(volume), 1);
    if (volume < first && isOverSizeLimit(volumeAt(pod.firstVolume + volume), entry))
      first = volume;
  }
  return first < pod.volumeCount ? i32(pod.firstVolume + first) : -1;
}

function isOverSizeLimit(volume: Volume, entry: VolumeStats): bool {
  if ((volume.flags & VolumeFlag.SizeLimit) == 0 || quantitySign(volume.sizeLimit) <= 0) {
    return false;
  }
  if ((volume.flags & VolumeFlag.MemoryMedium) != 0 && behavesAs(Behavior.KernelLimitsTmpfs)) {
    return false;
  }
  setNano(used, i64(entry.usedBytes));
  return compareInt128(used, nanoOf(volume.sizeLimit)) > 0;
}

function isPodOverLimit(pod: Pod, stats: PodStats): bool {
  if (!podHas(pod, PodFlag.EphemeralStorageLimit)) return false;
  if (behavesAs(Behavior.PodLimitReadsPodFigure)) setNano(used, i64(stats.usedBytes));
  else limitedUsage(used, stats, rootfsCounts());
  return compareInt128(used, nanoOf(pod.ephemeralStorageLimit)) > 0;
}

function rootfsCounts(): bool {
  return (state.flags & StateFlag.DedicatedImageFs) == 0;
}

/** Whether a container is held to its own limit: a sidecar since 1.37. */
function isLimited(container: Container): bool {
  if (container.kind == ContainerKind.Regular) return true;
  return container.kind == ContainerKind.Sidecar && behavesAs(Behavior.SidecarLimitsEvict);
}

/** The first container, in stats order, over its own limit; or -1. */
function containerOverLimit(stats: PodStats): i32 {
  const withRootfs = rootfsCounts();
  const end = stats.firstContainer + stats.containerCount;
  for (let entry = stats.firstContainer; entry < end; entry++) {
    const use = containerStatsAt(entry);
    if (use.container < 0) continue;
    const container = containerAt(u32(use.container));
    if (!isLimited(container)) continue;
    if (!containerHas(container, ContainerFlag.EphemeralStorageLimit)) continue;
    const limit = container.ephemeralStorageLimit;
    if (quantityValue(limit) == 0) continue;
    setNano(used, i64(use.logsUsedBytes));
    if (withRootfs) {
      setNano(addend, i64(use.rootfsUsedBytes));
      addInt128(used, addend);
    }
    if (compareInt128(used, nanoOf(limit)) > 0) return use.container;
  }
  return -1;
}
