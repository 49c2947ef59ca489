/**
 * A node as its kubelet sees it at this moment: the PodList and the stats Summary that the policy
 * of eviction reads, in the same form in which a kubelet serves them.
 */
import { QUOTE } from "../../base/json/scan.ts";
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  integerMember,
  key,
  literal,
  member,
  text,
  valueAsWritten,
} from "../../base/json/write.ts";
import { writeTime } from "../../base/kubernetes/time.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { Pod, PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { MOMENT_OFFSET } from "../memory.ts";
import { Kubelet, kubeletAt } from "../model/kubelet.ts";
import { hasEnded, isRunning, lifecycleAt, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import { SECOND, START } from "../model/time.ts";
import { clock } from "../model/timers.ts";
import { textOf, writeSharedSpec, writeSpec } from "./podSpec.ts";
import { measure, measureContainer, NodeUse } from "./usage.ts";

/** For a step of eviction, or with all that the node's own module reads. */
export function writePodList(node: u32, isWhole: bool): void {
  beginObject();
  member("kind", "PodList");
  key("items");
  beginArray();
  for (let link = kubeletAt(node).first; link != 0; link = lifecycleAt(link - 1).next) {
    if (isKnown(lifecycleAt(link - 1))) writePod(link - 1, isWhole);
  }
  endArray();
  endObject();
}

/** An evicted pod is not among the active ones while it ends, nor is one before its admission. */
function isKnown(lifecycle: PodLifecycle): bool {
  return lifecycle.stage != Stage.Evicted && lifecycle.stage != Stage.Bound && !hasEnded(lifecycle);
}

/** A pod with what eviction reads of it, or as a whole with what admission does as well. */
export function writePod(row: u32, isWhole: bool): void {
  const pod = podAt(row);
  beginObject();
  key("metadata");
  beginObject();
  textOf("name", pod.name);
  textOf("namespace", pod.namespace);
  textOf("uid", pod.uid);
  if (podHas(pod, PodFlag.Static) || podHas(pod, PodFlag.Mirror)) writeAnnotations(pod);
  endObject();
  key("spec");
  if (isWhole) writeSpec(pod, true);
  else writeSharedSpec(pod);
  writeStatus(row);
  endObject();
}

/** A kubelet lists its static pods itself; the API server has mirrors of them. */
function writeAnnotations(pod: Pod): void {
  key("annotations");
  beginObject();
  key("kubernetes.io/config.source");
  if (pod.configSource == 0) literal("file");
  else text(textAt(pod.configSource), textSize(pod.configSource));
  endObject();
}

function writeStatus(row: u32): void {
  const pod = podAt(row);
  key("status");
  beginObject();
  member("phase", isRunning(lifecycleAt(row)) ? "Running" : "Pending");
  if (pod.qosClass != 0) textOf("qosClass", pod.qosClass);
  endObject();
}

/** What the node and its pods use, measured now. */
export function writeSummary(node: u32): void {
  const use = measure(node);
  setDownMoment();
  const kubelet = kubeletAt(node);
  const row = nodeAt(node);
  beginObject();
  key("node");
  beginObject();
  textOf("nodeName", row.name);
  key("memory");
  beginObject();
  momentMember();
  integerMember("availableBytes", max<i64>(0, kubelet.capacityMemory - use.memory.used));
  integerMember("workingSetBytes", use.memory.used);
  endObject();
  if (kubelet.capacityDisk > 0) writeFileSystems(kubelet, use);
  endObject();
  key("pods");
  beginArray();
  for (let link = kubelet.first; link != 0; link = lifecycleAt(link - 1).next) {
    if (isKnown(lifecycleAt(link - 1))) writePodStats(link - 1, kubelet.capacityDisk > 0);
  }
  endArray();
  endObject();
}

/** `"2000-01-01T00:00:00Z"`: times of stats are whole seconds, and all are those of the moment. */
const MOMENT: usize = MOMENT_OFFSET;
export const MOMENT_BYTES: usize = 22;

function setDownMoment(): void {
  store<u8>(MOMENT, QUOTE);
  writeTime(MOMENT + 1, START + clock.now - (clock.now % SECOND));
  store<u8>(MOMENT + MOMENT_BYTES - 1, QUOTE);
}

function momentMember(): void {
  key("time");
  valueAsWritten(MOMENT, MOMENT + MOMENT_BYTES);
}

/** One file system, which images and containers share. */
function writeFileSystems(kubelet: Kubelet, use: NodeUse): void {
  writeFileSystem("fs", kubelet, use);
  key("runtime");
  beginObject();
  writeFileSystem("imageFs", kubelet, use);
  writeFileSystem("containerFs", kubelet, use);
  endObject();
}

function writeFileSystem(name: string, kubelet: Kubelet, use: NodeUse): void {
  const capacity = kubelet.capacityDisk;
  const inodes = kubelet.capacityInodes;
  key(name);
  beginObject();
  momentMember();
  integerMember("availableBytes", max<i64>(0, capacity - use.disk.used));
  integerMember("capacityBytes", capacity);
  integerMember("usedBytes", use.disk.used);
  integerMember("inodesFree", max<i64>(0, inodes - use.inodes.used));
  integerMember("inodes", inodes);
  endObject();
}

function writePodStats(row: u32, hasDisk: bool): void {
  const pod = podAt(row);
  const lifecycle = lifecycleAt(row);
  const containers = specWord(pod.spec, SpecWord.Containers);
  let memory: i64 = 0;
  let disk: i64 = 0;
  let inodes: i64 = 0;
  beginObject();
  key("podRef");
  beginObject();
  textOf("name", pod.name);
  textOf("namespace", pod.namespace);
  textOf("uid", pod.uid);
  endObject();
  key("containers");
  beginArray();
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    const use = measureContainer(lifecycle, container);
    memory += use.memory;
    disk += use.disk;
    inodes += use.inodes;
    beginObject();
    textOf("name", wordOf(container, ContainerWord.Name));
    writeMemory(use.memory);
    if (hasDisk) {
      writeUsedDisk("rootfs", use.disk, use.inodes);
      writeUsedDisk("logs", 0, 0);
    }
    endObject();
  }
  endArray();
  writeMemory(memory);
  if (hasDisk) writeUsedDisk("ephemeral-storage", disk, inodes);
  endObject();
}

function writeMemory(bytes: i64): void {
  key("memory");
  beginObject();
  momentMember();
  integerMember("workingSetBytes", bytes);
  endObject();
}

function writeUsedDisk(name: string, bytes: i64, inodes: i64): void {
  key(name);
  beginObject();
  momentMember();
  integerMember("usedBytes", bytes);
  integerMember("inodesUsed", inodes);
  endObject();
}
