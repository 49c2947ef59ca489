/**
 * Ties the containers and volumes of a pod's stats to the rows of its spec by name. A name that
 * the spec does not have (an ephemeral container) is kept as text.
 */
import { Status } from "../../abi.ts";
import { reserveText } from "../../base/arena.ts";
import { fail, Reason } from "../../base/json/failure.ts";
import { equalText } from "../../base/text.ts";
import { CONTAINER_SIZE, VOLUME_MARKS_OFFSET, VOLUME_SIZE } from "../memory.ts";
import { ContainerKind, containerAt } from "../model/container.ts";
import { enterName, findName, startNames } from "../model/names.ts";
import { Pod, podAt } from "../model/pod.ts";
import { podTextAt } from "../model/podTexts.ts";
import {
  containerStatsAt,
  PodStats,
  podHasStats,
  podStatsAt,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../model/stats.ts";
import { tables } from "../model/tables.ts";
import { volumeAt } from "../model/volume.ts";

/** As many rows are compared with each name; 24,576 volumes compared so took 2 s. */
const FEW: u32 = 8;

/**
 * Once for each pod, after the whole Summary was read: a uid that occurs many times must not
 * sort the same rows many times. Answers false when the text of the unknown names does not
 * fit.
 */
export function matchNames(): bool {
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (podTextAt(index).isTaken != 0) continue;
    if (podHasStats(index) && !matchPod(index)) return false;
  }
  return true;
}

function matchPod(index: u32): bool {
  const pod = podAt(index);
  const stats = podStatsAt(index);
  if (pod.containerCount > FEW) enterContainers(pod);
  let end = stats.firstContainer + stats.containerCount;
  for (let i = stats.firstContainer; i < end; i++) {
    const container = containerStatsAt(i);
    container.container = findContainer(pod, container.name, container.nameSize);
    if (container.container < 0) podTextAt(index).size = 0;
    if (!keepName(changetype<usize>(container) + 8, container.container < 0)) return false;
  }
  if (pod.volumeCount > FEW) enterVolumes(pod);
  end = stats.firstVolume + stats.volumeCount;
  for (let i = stats.firstVolume; i < end; i++) {
    const volume = volumeStatsAt(i);
    volume.volume = findVolume(pod, volume.name, volume.nameSize);
    if (volume.volume < 0) podTextAt(index).size = 0;
    if (!keepName(changetype<usize>(volume) + 8, volume.volume < 0)) return false;
  }
  markRepeated(pod, stats);
  return true;
}

/** Copies the name whose address and size are at `span`, or forgets what only matched. */
function keepName(span: usize, isUnknown: bool): bool {
  if (!isUnknown) {
    store<u64>(span, 0);
    return true;
  }
  const size = load<i32>(span, 4);
  const copy = reserveText(size);
  if (copy == 0) {
    fail(Status.TableFull, Reason.Text, load<u32>(span));
    return false;
  }
  memory.copy(copy, load<u32>(span), usize(size));
  store<u32>(span, u32(copy));
  return true;
}

/** Regular containers are looked up before init containers. Spec 3.12. */
function findContainer(pod: Pod, name: usize, size: i32): i32 {
  if (pod.containerCount > FEW) return inPod(findName(name, size), pod.firstContainer);
  let found = -1;
  const end = pod.firstContainer + pod.containerCount;
  for (let i = pod.firstContainer; i < end; i++) {
    const container = containerAt(i);
    if (!equalText(container.name, container.nameSize, name, size)) continue;
    if (container.kind == ContainerKind.Regular) return i32(i);
    if (found < 0) found = i32(i);
  }
  return found;
}

function findVolume(pod: Pod, name: usize, size: i32): i32 {
  if (pod.volumeCount > FEW) return inPod(findName(name, size), pod.firstVolume);
  const end = pod.firstVolume + pod.volumeCount;
  for (let i = pod.firstVolume; i < end; i++) {
    const volume = volumeAt(i);
    if (equalText(volume.name, volume.nameSize, name, size)) return i32(i);
  }
  return -1;
}

function enterContainers(pod: Pod): void {
  startNames(changetype<usize>(containerAt(pod.firstContainer)), CONTAINER_SIZE);
  for (let row: u32 = 0; row < pod.containerCount; row++) {
    if (containerAt(pod.firstContainer + row).kind == ContainerKind.Regular) enterName(row);
  }
  for (let row: u32 = 0; row < pod.containerCount; row++) {
    if (containerAt(pod.firstContainer + row).kind != ContainerKind.Regular) enterName(row);
  }
}

function enterVolumes(pod: Pod): void {
  startNames(changetype<usize>(volumeAt(pod.firstVolume)), VOLUME_SIZE);
  for (let row: u32 = 0; row < pod.volumeCount; row++) enterName(row);
}

function inPod(row: i32, first: u32): i32 {
  return row < 0 ? -1 : i32(first) + row;
}

/** Notes which entries have the volume of an entry before them. */
function markRepeated(pod: Pod, stats: PodStats): void {
  memory.fill(VOLUME_MARKS_OFFSET, 0, usize(pod.volumeCount));
  const end = stats.firstVolume + stats.volumeCount;
  for (let i = stats.firstVolume; i < end; i++) {
    const entry = volumeStatsAt(i);
    if (entry.volume < 0) continue;
    const named = VOLUME_MARKS_OFFSET + usize(u32(entry.volume) - pod.firstVolume);
    if (load<u8>(named) != 0) entry.flags |= VolumeStatsFlag.Repeated;
    store<u8>(named, 1);
  }
}
