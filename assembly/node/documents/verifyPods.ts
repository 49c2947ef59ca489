/**
 * A frozen pod table as it came from outside: every count, index, flag, text and quantity is
 * looked at before one of them is used.
 */

import { INPUT_OFFSET } from "../../base/memory.ts";
import { compareText } from "../../base/text.ts";
import { CONTAINER_SIZE, VOLUME_SIZE } from "../memory.ts";
import { Container, ContainerKind, KNOWN_CONTAINER_FLAGS } from "../model/container.ts";
import { POD_SOURCE_BYTES, Pod, QosClass, SOURCE_POD_FLAGS } from "../model/pod.ts";
import { KNOWN_VOLUME_FLAGS, Volume } from "../model/volume.ts";
import { FROZEN_HEADER_BYTES, Frozen } from "./frozen.ts";
import {
  isBareQuantitySound,
  isQuantitySound,
  isReferenceSound,
  isTextSound,
  isZero,
} from "./verifyTexts.ts";

const PODS: usize = INPUT_OFFSET + FROZEN_HEADER_BYTES;

/** Rows that pods own so far: no two own the same ones, so a report stays in proportion. */
let containersOwned: u32 = 0;
let volumesOwned: u32 = 0;

/** Whether the table in the input region, whose counts fit its size, could have been frozen. */
export function isPodTableSound(frozen: Frozen): bool {
  const containers = PODS + POD_SOURCE_BYTES * usize(frozen.podCount);
  const volumes = containers + CONTAINER_SIZE * usize(frozen.containerCount);
  const text = volumes + VOLUME_SIZE * usize(frozen.volumeCount);
  if (!isTextSound(text, frozen.textBytes)) return false;
  containersOwned = 0;
  volumesOwned = 0;
  for (let index: u32 = 0; index < frozen.podCount; index++) {
    const pod = podIn(index);
    if (!isPodSound(pod, frozen)) return false;
    if (index > 0 && !isInUidOrder(podIn(index - 1), pod, text)) return false;
  }
  for (let index: u32 = 0; index < frozen.containerCount; index++) {
    const row = containers + CONTAINER_SIZE * usize(index);
    if (!isContainerSound(changetype<Container>(row))) return false;
  }
  for (let index: u32 = 0; index < frozen.volumeCount; index++) {
    if (!isVolumeSound(changetype<Volume>(volumes + VOLUME_SIZE * usize(index)))) return false;
  }
  return true;
}

function podIn(index: u32): Pod {
  return changetype<Pod>(PODS + POD_SOURCE_BYTES * usize(index));
}

/** The order breaks ties and finds pods; only pods without a uid may share one. */
function isInUidOrder(before: Pod, pod: Pod, text: usize): bool {
  const first = text + usize(before.uid);
  const order = compareText(first, before.uidSize, text + usize(pod.uid), pod.uidSize);
  return order < 0 || (order == 0 && pod.uidSize == 0);
}

function isPodSound(pod: Pod, frozen: Frozen): bool {
  const at = changetype<usize>(pod);
  if (!isReferenceSound(at + offsetof<Pod>("uid"))) return false;
  if (!isReferenceSound(at + offsetof<Pod>("name"))) return false;
  if (!isReferenceSound(at + offsetof<Pod>("namespace"))) return false;
  if ((pod.flags & ~SOURCE_POD_FLAGS) != 0 || pod.qosClass != 0) return false;
  if (pod.statusQosClass > u8(QosClass.BestEffort)) return false;
  if (!isComputedClass(pod.containerQosClass) || !isComputedClass(pod.podLevelQosClass))
    return false;
  if (!isComputedClass(pod.comparedContainerQosClass)) return false;
  if (!isComputedClass(pod.comparedPodLevelQosClass)) return false;
  if (pod.reserved != 0 || !isQuantitySound(pod.allocatedMemory)) return false;
  containersOwned += pod.containerCount;
  volumesOwned += pod.volumeCount;
  return (
    isRange(pod.firstContainer, pod.containerCount, frozen.containerCount) &&
    isRange(pod.firstVolume, pod.volumeCount, frozen.volumeCount) &&
    containersOwned <= frozen.containerCount &&
    volumesOwned <= frozen.volumeCount &&
    isQuantitySound(pod.overheadMemory) &&
    isQuantitySound(pod.overheadEphemeralStorage) &&
    isQuantitySound(pod.overheadInodes) &&
    isQuantitySound(pod.podMemoryRequest)
  );
}

function isComputedClass(qosClass: u8): bool {
  return qosClass >= u8(QosClass.Guaranteed) && qosClass <= u8(QosClass.BestEffort);
}

/** Whether `count` rows from `first` on are among `total`. @inline */
export function isRange(first: u32, count: u32, total: u32): bool {
  return u64(first) + u64(count) <= u64(total);
}

function isContainerSound(container: Container): bool {
  const at = changetype<usize>(container);
  return (
    isReferenceSound(at) &&
    container.kind <= u32(ContainerKind.Sidecar) &&
    (container.flags & ~KNOWN_CONTAINER_FLAGS) == 0 &&
    isBareQuantitySound(container.allocatedMemory) &&
    isQuantitySound(container.memoryRequest) &&
    isQuantitySound(container.ephemeralStorageRequest) &&
    isQuantitySound(container.ephemeralStorageLimit) &&
    isQuantitySound(container.inodesRequest)
  );
}

function isVolumeSound(volume: Volume): bool {
  const at = changetype<usize>(volume);
  if (!isReferenceSound(at) || (volume.flags & ~KNOWN_VOLUME_FLAGS) != 0) return false;
  return load<u32>(at, 12) == 0 && isZero(at + 16, 16) && isQuantitySound(volume.sizeLimit);
}
