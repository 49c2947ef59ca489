/** The `pods` member of a Summary → stats rows. Members may come in any order. Spec 1.3. */

import { CONTAINERS_MAX, Status, VOLUMES_MAX } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readText, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { escapeSeen, isNull, QUOTE, scanText, watchEscapes } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import {
  isContainers,
  isEphemeralStorage,
  isInodesUsed,
  isLogs,
  isMemory,
  isName,
  isPodRef,
  isProcessStats,
  isRootfs,
  isUid,
  isUsedBytes,
  isVolume,
} from "../keys.ts";
import { POD_STATS_SIZE } from "../memory.ts";
import { NAME, notePodText, noteRows, targetOf } from "../model/podTexts.ts";
import {
  ContainerStats,
  ContainerStatsFlag,
  containerStatsAt,
  PodStats,
  PodStatsFlag,
  podStatsAt,
  statsHeader,
  VolumeStats,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../model/stats.ts";
import { tables } from "../model/tables.ts";
import { findUid, guessUid, noteUids } from "../model/uids.ts";
import { NodeReason } from "../reasons.ts";
import {
  forgetMembers,
  isPodComparable,
  noteMembers,
  notePlace,
  refuseComparison,
  row,
  startPod,
  takeMembers,
} from "./similarMembers.ts";
import { decodeSimilarPod } from "./similarPod.ts";

/** Where a text that lives only while its object is read begins, and its size. */
const uidSpan: usize = memory.data(8, 4);

/** `"uid":`, and within how many bytes of the `{` of a pod it is; kubelets write it first. */
const UID_KEY: u64 = 0x3a2264697522;
const UID_WITHIN: usize = 512;
const SPACE: u8 = 0x20;
let searchedTo: usize = 0;

/** Whether the text of the Summary before is there to compare pods with. */
let isTextBefore: bool = false;

/** Each pod is compared with its text in the Summary before when that is there. */
export function decodePodStats(at: usize, isCompared: bool): usize {
  isTextBefore = isCompared && tables.podCount != 0;
  if (isTextBefore) noteUids();
  searchedTo = 0;
  forgetMembers();
  if (isNull(at)) return at + 4;
  at = openArray(at);
  while (atElement(at)) {
    at = isNull(at) ? at + 4 : decodePod(at);
    at = nextElement(at);
  }
  return closeArray(at);
}

function decodePod(at: usize): usize {
  const end = isTextBefore ? decodePodAsBefore(at) : 0;
  return end != 0 ? end : decodeWholePod(at);
}

/**
 * A pod is compared with the one of the Summary before that has the first uid in its text; 0 where
 * it has to be read whole. That the text is a `podRef`'s follows when all of it is as before.
 */
function decodePodAsBefore(start: usize): usize {
  // No byte is searched twice.
  if (start < searchedTo) return 0;
  let at = start;
  while (at < start + UID_WITHIN && load<u64>(at) << 16 != UID_KEY << 16) at++;
  at += 6;
  if (load<u8>(at) == SPACE) at++;
  searchedTo = ++at;
  const guess = guessUid(at);
  const end = decodeSimilarPod(start, guess);
  if (end != 0) return end;
  while (load<u8>(searchedTo) != QUOTE && searchedTo < at + UID_WITHIN) searchedTo++;
  const index = findUid(at, i32(searchedTo - at));
  return index < 0 || index == i32(guess) ? 0 : decodeSimilarPod(start, u32(index));
}

function decodeWholePod(start: usize): usize {
  startPod(start);
  const firstPlace = statsHeader.placeCount;
  memory.fill(changetype<usize>(row), 0, POD_STATS_SIZE);
  store<u32>(uidSpan, 0, 4);
  row.flags = PodStatsFlag.Found;
  row.firstContainer = statsHeader.containerCount;
  row.firstVolume = statsHeader.volumeCount;
  let at = openObject(start);
  while (load<u8>(at) == QUOTE) {
    const key = at;
    at = scanMember(at);
    if (isPodRef()) at = decodePodRef(at);
    else if (isContainers()) {
      noteMembers(key);
      at = takeMembers(decodeContainers(at), changetype<usize>(row));
    } else if (isMemory()) at = decodePodMemory(at);
    else if (isVolume()) {
      noteMembers(key);
      at = takeMembers(decodeVolumes(at), changetype<usize>(row));
    } else if (isEphemeralStorage()) {
      const target = changetype<usize>(row) + offsetof<PodStats>("usedBytes");
      const flag = PodStatsFlag.EphemeralStorage;
      at = decodeNumbers(at, "usedBytes", target, changetype<usize>(row), flag);
    } else if (isProcessStats()) {
      const target = changetype<usize>(row) + offsetof<PodStats>("processCount");
      const flag = PodStatsFlag.ProcessCount;
      at = decodeNumbers(at, "process_count", target, changetype<usize>(row), flag);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  if (at == 0) return 0;
  noteMembers(at);
  const index = findUid(load<u32>(uidSpan), load<i32>(uidSpan, 4));
  if (index < 0) {
    statsHeader.unknownPods++;
    noteRows();
    forgetMembers();
    statsHeader.placeCount = firstPlace;
    statsHeader.containerCount = row.firstContainer;
    statsHeader.volumeCount = row.firstVolume;
    return closeObject(at);
  }
  forgetEntries(podStatsAt(u32(index)));
  memory.copy(changetype<usize>(podStatsAt(u32(index))), changetype<usize>(row), POD_STATS_SIZE);
  at = closeObject(at);
  const text = notePodText(u32(index), start, at, firstPlace);
  if (!isPodComparable()) text.size = 0;
  return at;
}

/**
 * If two objects have the same uid, the last one counts; the entries of the first belong to no pod.
 */
function forgetEntries(stats: PodStats): void {
  for (let i: u32 = 0; i < stats.containerCount; i++) {
    const container = containerStatsAt(stats.firstContainer + i);
    memory.fill(changetype<usize>(container), 0, offsetof<ContainerStats>());
    container.container = -1;
  }
  for (let i: u32 = 0; i < stats.volumeCount; i++) {
    const volume = volumeStatsAt(stats.firstVolume + i);
    memory.fill(changetype<usize>(volume), 0, offsetof<VolumeStats>());
    volume.volume = -1;
  }
}

function decodePodRef(at: usize): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = isUid() ? spanText(at, uidSpan) : skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** A text used before the input goes: its place in the input, copied only to undo escapes. */
function spanText(at: usize, target: usize): usize {
  if (load<u8>(at) != QUOTE) return readText(at, target);
  const start = at + 1;
  watchEscapes();
  const end = scanText(start);
  if (end == 0) return 0;
  notePlace(start, u32(end - start), NAME);
  if (escapeSeen) return readText(at, target);
  store<u32>(target, u32(start));
  store<u32>(target, u32(end - start), 4);
  return end + 1;
}

/** Reads an unsigned member to `target` and sets `flag` when it is there. */
function readStat(at: usize, target: usize, flags: usize, flag: u32): usize {
  const end = readUnsigned(at, target);
  if (!valuePresent) return end;
  const before = load<u32>(flags);
  // If a member appears twice, the last one counts, and the order of changes would matter.
  if ((before & flag) != 0) refuseComparison();
  store<u32>(flags, before | flag);
  notePlace(at, u32(end - at), targetOf(target, row));
  return end;
}

function decodePodMemory(at: usize): usize {
  if (isNull(at)) return at + 4;
  if ((row.flags & PodStatsFlag.Memory) != 0) refuseComparison();
  row.flags |= PodStatsFlag.Memory;
  const target = changetype<usize>(row) + offsetof<PodStats>("workingSetBytes");
  return decodeNumbers(
    at,
    "workingSetBytes",
    target,
    changetype<usize>(row),
    PodStatsFlag.WorkingSet,
  );
}

/**
 * An object with a number of this name, read to `target`. Used inodes are read to the number after
 * it, unless their flag is 0.
 */
function decodeNumbers(
  at: usize,
  name: string,
  target: usize,
  flags: usize,
  flag: u32,
  inodesFlag: u32 = 0,
): usize {
  if (isNull(at)) return at + 4;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs(name)) at = readStat(at, target, flags, flag);
    else if (inodesFlag != 0 && isInodesUsed()) at = readStat(at, target + 8, flags, inodesFlag);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function decodeContainers(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (statsHeader.containerCount != row.firstContainer) refuseComparison();
  noteRows();
  statsHeader.containerCount = row.firstContainer;
  at = openArray(at);
  while (atElement(at)) {
    if (statsHeader.containerCount == CONTAINERS_MAX) {
      return fail(Status.TableFull, NodeReason.Containers, at);
    }
    const stats = containerStatsAt(statsHeader.containerCount++);
    memory.fill(changetype<usize>(stats), 0, offsetof<ContainerStats>());
    at = isNull(at) ? at + 4 : decodeContainer(at, stats);
    at = nextElement(at);
  }
  row.containerCount = statsHeader.containerCount - row.firstContainer;
  return closeArray(at);
}

function decodeContainer(at: usize, stats: ContainerStats): usize {
  const base = changetype<usize>(stats);
  const flags = base + offsetof<ContainerStats>("flags");
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isName()) at = takeMembers(spanText(at, base + offsetof<ContainerStats>("name")), flags);
    else if (isMemory()) {
      const target = base + offsetof<ContainerStats>("workingSetBytes");
      at = decodeNumbers(at, "workingSetBytes", target, flags, ContainerStatsFlag.WorkingSet);
    } else if (isRootfs()) {
      const target = base + offsetof<ContainerStats>("rootfsUsedBytes");
      const flag = ContainerStatsFlag.RootfsBytes;
      at = decodeNumbers(at, "usedBytes", target, flags, flag, ContainerStatsFlag.RootfsInodes);
    } else if (isLogs()) {
      const target = base + offsetof<ContainerStats>("logsUsedBytes");
      const flag = ContainerStatsFlag.LogsBytes;
      at = decodeNumbers(at, "usedBytes", target, flags, flag, ContainerStatsFlag.LogsInodes);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  noteMembers(at);
  return closeObject(at);
}

function decodeVolumes(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (statsHeader.volumeCount != row.firstVolume) refuseComparison();
  noteRows();
  statsHeader.volumeCount = row.firstVolume;
  at = openArray(at);
  while (atElement(at)) {
    if (statsHeader.volumeCount == VOLUMES_MAX)
      return fail(Status.TableFull, NodeReason.Volumes, at);
    const stats = volumeStatsAt(statsHeader.volumeCount++);
    memory.fill(changetype<usize>(stats), 0, offsetof<VolumeStats>());
    at = isNull(at) ? at + 4 : decodeVolume(at, stats);
    at = nextElement(at);
  }
  row.volumeCount = statsHeader.volumeCount - row.firstVolume;
  return closeArray(at);
}

function decodeVolume(at: usize, stats: VolumeStats): usize {
  const base = changetype<usize>(stats);
  const flags = base + offsetof<VolumeStats>("flags");
  at = openObject(at);
  const first = at;
  at = takeMembers(at, flags);
  if (at != first) at = nextMember(at);
  while (load<u8>(at) == QUOTE) {
    const key = at;
    at = scanMember(at);
    if (isName()) {
      noteMembers(key);
      at = spanText(at, base + offsetof<VolumeStats>("name"));
    } else if (isUsedBytes()) {
      const target = base + offsetof<VolumeStats>("usedBytes");
      at = readStat(at, target, flags, VolumeStatsFlag.UsedBytes);
    } else if (isInodesUsed()) {
      const target = base + offsetof<VolumeStats>("inodesUsed");
      at = readStat(at, target, flags, VolumeStatsFlag.InodesUsed);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}
