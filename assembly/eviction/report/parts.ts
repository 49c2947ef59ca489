/** What a pod's usage is made of: each container and volume, and whether the ranking counts it. */

import {
  beginArray,
  beginObject,
  booleanMember,
  endArray,
  endObject,
  integerMember,
  key,
  member,
  textMember,
} from "../../base/json/write.ts";
import { Container, ContainerFlag, containerAt, containerHas } from "../../node/model/container.ts";
import { isObserved, observationAt, RECORDED } from "../../node/model/observation.ts";
import { Pod } from "../../node/model/pod.ts";
import { fileSystemOf } from "../../node/model/signal.ts";
import { FileSystem, Signal } from "../../node/model/signalTable.ts";
import {
  ContainerStats,
  ContainerStatsFlag,
  containerStatsAt,
  PodStats,
  podHasStats,
  podStatsAt,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../../node/model/stats.ts";
import { volumeAt } from "../../node/model/volume.ts";
import { quantityText } from "../../node/report/values.ts";
import { memoryRequestOf, requestsMemory } from "../stages/allocated.ts";
import { oomScoreAdj } from "../stages/oomScore.ts";
import { isCountedVolume, Measure, measuresOf } from "../stages/usage.ts";

const KIND_NAMES: StaticArray<string> = ["container", "initContainer", "sidecar"];

export function partsMember(index: u32, pod: Pod, signal: i32): void {
  key("parts");
  beginArray();
  if (podHasStats(index)) writeParts(pod, podStatsAt(index), signal);
  endArray();
}

function writeParts(pod: Pod, stats: PodStats, signal: i32): void {
  const isDisk = fileSystemOf(signal) != FileSystem.None;
  const measures = isDisk ? measuresOf(signal) : 0;
  let end = stats.firstContainer + stats.containerCount;
  for (let entry = stats.firstContainer; entry < end; entry++) {
    writeContainer(pod, containerStatsAt(entry), measures);
  }
  end = stats.firstVolume + stats.volumeCount;
  for (let entry = stats.firstVolume; entry < end; entry++) {
    const counted = (measures & Measure.Volumes) != 0 && isCountedVolume(volumeStatsAt(entry));
    writeVolume(entry, counted);
  }
}

function writeContainer(pod: Pod, use: ContainerStats, measures: u32): void {
  beginObject();
  if (use.container < 0) {
    textMember("name", use.name, use.nameSize);
    member("kind", "ephemeral");
  } else {
    const container = containerAt(u32(use.container));
    textMember("name", container.name, container.nameSize);
    member("kind", unchecked(KIND_NAMES[container.kind]));
    requestMembers(container);
    oomScoreMember(pod, container);
  }
  amountMember("memoryWorkingSetBytes", use, ContainerStatsFlag.WorkingSet, use.workingSetBytes);
  amountMember("rootfsUsedBytes", use, ContainerStatsFlag.RootfsBytes, use.rootfsUsedBytes);
  amountMember("rootfsInodesUsed", use, ContainerStatsFlag.RootfsInodes, use.rootfsInodesUsed);
  amountMember("logsUsedBytes", use, ContainerStatsFlag.LogsBytes, use.logsUsedBytes);
  amountMember("logsInodesUsed", use, ContainerStatsFlag.LogsInodes, use.logsInodesUsed);
  booleanMember("rootfsCounted", (measures & Measure.Rootfs) != 0);
  booleanMember("logsCounted", (measures & Measure.Logs) != 0);
  endObject();
}

function amountMember(
  name: string,
  use: ContainerStats,
  flag: ContainerStatsFlag,
  value: u64,
): void {
  if (use.flags & u32(flag)) integerMember(name, i64(value));
}

function requestMembers(container: Container): void {
  if (requestsMemory(container)) {
    key("memoryRequest");
    quantityText(memoryRequestOf(container));
  }
  if (containerHas(container, ContainerFlag.EphemeralStorageRequest)) {
    key("ephemeralStorageRequest");
    quantityText(container.ephemeralStorageRequest);
  }
}

/** The node's memory is what memory.available is a part of. */
function oomScoreMember(pod: Pod, container: Container): void {
  if (!isObserved(RECORDED, Signal.MemoryAvailable)) return;
  const capacity = observationAt(RECORDED, Signal.MemoryAvailable).capacity;
  if (capacity > 0) integerMember("oomScoreAdj", oomScoreAdj(pod, container, capacity));
}

function writeVolume(entry: u32, counted: bool): void {
  const use = volumeStatsAt(entry);
  beginObject();
  if (use.volume < 0) textMember("name", use.name, use.nameSize);
  else {
    const volume = volumeAt(u32(use.volume));
    textMember("name", volume.name, volume.nameSize);
  }
  member("kind", "volume");
  if (use.flags & VolumeStatsFlag.UsedBytes) integerMember("usedBytes", i64(use.usedBytes));
  if (use.flags & VolumeStatsFlag.InodesUsed) integerMember("inodesUsed", i64(use.inodesUsed));
  booleanMember("counted", counted);
  endObject();
}
