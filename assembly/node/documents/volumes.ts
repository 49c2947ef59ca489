/** `volumes` of a pod's spec → volume rows. Spec 3.8, 4.3. */

import { Status, VOLUMES_MAX } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readText } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordIs } from "../../base/json/words.ts";
import { quantitySign } from "../../base/kubernetes/quantity.ts";
import {
  isConfigMap,
  isDownwardAPI,
  isEmptyDir,
  isGitRepo,
  isHostPath,
  isMedium,
  isName,
  isSizeLimit,
} from "../keys.ts";
import { VOLUME_SIZE } from "../memory.ts";
import { Pod, PodFlag } from "../model/pod.ts";
import { stagedTables } from "../model/tables.ts";
import { stagedVolumeAt, Volume, VolumeFlag } from "../model/volume.ts";
import { NodeReason } from "../reasons.ts";
import { readQuantity } from "./resources.ts";

export function decodeVolumes(at: usize, pod: Pod): usize {
  if (isNull(at)) return at + 4;
  if (pod.volumeCount > 0) return fail(Status.WrongType, NodeReason.Twice, at);
  at = openArray(at);
  while (atElement(at)) {
    if (stagedTables.volumeCount == VOLUMES_MAX)
      return fail(Status.TableFull, NodeReason.Volumes, at);
    const volume = stagedVolumeAt(stagedTables.volumeCount++);
    pod.volumeCount++;
    memory.fill(changetype<usize>(volume), 0, VOLUME_SIZE);
    at = isNull(at) ? at + 4 : decodeVolume(at, volume);
    if (at == 0) return 0;
    if (volume.flags & VolumeFlag.SizeLimit && quantitySign(volume.sizeLimit) > 0) {
      pod.flags |= PodFlag.EmptyDirLimit;
    }
    at = nextElement(at);
  }
  return closeArray(at);
}

function decodeVolume(at: usize, volume: Volume): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isName()) at = readText(at, changetype<usize>(volume));
    else if (isEmptyDir()) at = decodeEmptyDir(at, volume);
    else if (isHostPath()) at = noteSource(at, volume, VolumeFlag.HostPath);
    else if (isConfigMap()) at = noteSource(at, volume, VolumeFlag.ConfigMap);
    else if (isGitRepo()) at = noteSource(at, volume, VolumeFlag.GitRepo);
    else if (isDownwardAPI()) at = noteSource(at, volume, VolumeFlag.DownwardApi);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function noteSource(at: usize, volume: Volume, flag: VolumeFlag): usize {
  if (!isNull(at)) volume.flags |= u32(flag);
  return skipValue(at);
}

function decodeEmptyDir(at: usize, volume: Volume): usize {
  if (isNull(at)) return at + 4;
  volume.flags |= VolumeFlag.EmptyDir;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isMedium()) {
      at = readWord(at);
      if (wordIs("Memory")) volume.flags |= VolumeFlag.MemoryMedium;
      else if (!isWordEmpty()) volume.flags |= VolumeFlag.OtherMedium;
    } else if (isSizeLimit()) {
      if (!isNull(at)) volume.flags |= VolumeFlag.SizeLimit;
      at = readQuantity(at, volume.sizeLimit);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}
