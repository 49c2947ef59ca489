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
  keyAsWritten,
  literal,
  member,
  text,
  textMember,
  writeEscaped,
} from "../../base/json/write.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { timeMember } from "../../node/report/values.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { Pod, PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { Effect, TOLERATION_WORDS, TolerationOperator } from "../../objects/model/taint.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { agentAt } from "../model/agent.ts";
import { isRunning, Life, lifeAt, Stage } from "../model/life.ts";
import { SECOND, START } from "../model/time.ts";
import { now } from "../model/timers.ts";
import { containerDisk, containerMemory, diskUse, measure, memoryUse } from "./usage.ts";

/** Assumed: a file system has an inode for every 16 KiB, and nothing runs out of them. */
const BYTES_PER_INODE: i64 = 16384;

export function writePodList(node: u32): void {
  beginObject();
  member("kind", "PodList");
  key("items");
  beginArray();
  for (let link = agentAt(node).first; link != 0; link = lifeAt(link - 1).next) {
    if (isKnown(lifeAt(link - 1))) writePod(link - 1);
  }
  endArray();
  endObject();
}

/** An evicted pod is not among the active ones while it ends, nor is one before its admission. */
function isKnown(life: Life): bool {
  return life.stage != Stage.Evicted && life.stage != Stage.Bound;
}

export function textOf(name: string, text: u32): void {
  textMember(name, textAt(text), textSize(text));
}

/** A pod with what eviction and admission read of it. */
export function writePod(row: u32): void {
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
  writeSpec(pod);
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

function writeSpec(pod: Pod): void {
  const spec = pod.spec;
  beginObject();
  integerMember("priority", i64(priorityOf(pod)));
  if (specWord(spec, SpecWord.PriorityClass) != 0) {
    textOf("priorityClassName", specWord(spec, SpecWord.PriorityClass));
  }
  writeTolerations(specWord(spec, SpecWord.Tolerations));
  writeContainers("containers", specWord(spec, SpecWord.Containers));
  writeContainers("initContainers", specWord(spec, SpecWord.InitContainers));
  writeAmounts("overhead", specWord(spec, SpecWord.Overhead));
  writeResources(specWord(spec, SpecWord.Requests), specWord(spec, SpecWord.Limits));
  endObject();
}

function writeTolerations(list: u32): void {
  if (listCount(list) == 0) return;
  key("tolerations");
  beginArray();
  for (let at: u32 = 0; at < listCount(list); at += TOLERATION_WORDS) {
    beginObject();
    if (wordOf(list, at) != 0) textOf("key", wordOf(list, at));
    member("operator", operatorName(wordOf(list, at + 1)));
    if (wordOf(list, at + 2) != 0) textOf("value", wordOf(list, at + 2));
    if (wordOf(list, at + 3) != Effect.Any) member("effect", effectName(wordOf(list, at + 3)));
    endObject();
  }
  endArray();
}

function operatorName(operator: u32): string {
  if (operator == TolerationOperator.Exists) return "Exists";
  return operator == TolerationOperator.Equal ? "Equal" : "Lt";
}

export function effectName(effect: u32): string {
  if (effect == Effect.NoSchedule) return "NoSchedule";
  return effect == Effect.NoExecute ? "NoExecute" : "PreferNoSchedule";
}

function writeContainers(name: string, containers: u32): void {
  if (listCount(containers) == 0) return;
  key(name);
  beginArray();
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    beginObject();
    textOf("name", wordOf(container, ContainerWord.Name));
    if (wordOf(container, ContainerWord.RestartsAlways) != 0) member("restartPolicy", "Always");
    const requests = wordOf(container, ContainerWord.Requests);
    writeResources(requests, wordOf(container, ContainerWord.Limits));
    endObject();
  }
  endArray();
}

function writeResources(requests: u32, limits: u32): void {
  if (listCount(requests) == 0 && listCount(limits) == 0) return;
  key("resources");
  beginObject();
  writeAmounts("requests", requests);
  writeAmounts("limits", limits);
  endObject();
}

function writeAmounts(name: string, pairs: u32): void {
  if (listCount(pairs) == 0) return;
  key(name);
  beginObject();
  for (let at: u32 = 0; at < listCount(pairs); at += 2) {
    keyOf(wordOf(pairs, at));
    text(textAt(wordOf(pairs, at + 1)), textSize(wordOf(pairs, at + 1)));
  }
  endObject();
}

/** A name of a resource as a member's name; one that is longer than any that is valid is cut. */
function keyOf(name: u32): void {
  store<u8>(SCRATCH_OFFSET, QUOTE);
  const end = writeEscaped(SCRATCH_OFFSET + 1, textAt(name), min(textSize(name), NAME_MAX));
  store<u8>(end, QUOTE);
  keyAsWritten(SCRATCH_OFFSET, end + 1);
}

const NAME_MAX: i32 = 1024;

function writeStatus(row: u32): void {
  const pod = podAt(row);
  key("status");
  beginObject();
  member("phase", isRunning(lifeAt(row)) ? "Running" : "Pending");
  if (pod.qosClass != 0) textOf("qosClass", pod.qosClass);
  endObject();
}

/** What the node and its pods use, measured now. */
export function writeSummary(node: u32): void {
  measure(node);
  const agent = agentAt(node);
  const row = nodeAt(node);
  beginObject();
  key("node");
  beginObject();
  textOf("nodeName", row.name);
  key("memory");
  beginObject();
  timeMember("time", moment());
  integerMember("availableBytes", max<i64>(0, agent.capacityMemory - memoryUse.used));
  integerMember("workingSetBytes", memoryUse.used);
  endObject();
  if (agent.capacityDisk > 0) writeFileSystems(agent.capacityDisk);
  endObject();
  key("pods");
  beginArray();
  for (let link = agent.first; link != 0; link = lifeAt(link - 1).next) {
    if (isKnown(lifeAt(link - 1))) writePodStats(link - 1, agent.capacityDisk > 0);
  }
  endArray();
  endObject();
}

/** Times of stats are whole seconds, as JSON has them. */
function moment(): i64 {
  return START + now - (now % SECOND);
}

/** One file system, which images and containers share. */
function writeFileSystems(capacity: i64): void {
  writeFileSystem("fs", capacity);
  key("runtime");
  beginObject();
  writeFileSystem("imageFs", capacity);
  writeFileSystem("containerFs", capacity);
  endObject();
}

function writeFileSystem(name: string, capacity: i64): void {
  key(name);
  beginObject();
  timeMember("time", moment());
  integerMember("availableBytes", max<i64>(0, capacity - diskUse.used));
  integerMember("capacityBytes", capacity);
  integerMember("usedBytes", diskUse.used);
  integerMember("inodesFree", capacity / BYTES_PER_INODE);
  integerMember("inodes", capacity / BYTES_PER_INODE);
  endObject();
}

function writePodStats(row: u32, hasDisk: bool): void {
  const pod = podAt(row);
  const life = lifeAt(row);
  const containers = specWord(pod.spec, SpecWord.Containers);
  let memory: i64 = 0;
  let disk: i64 = 0;
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
    const ofMemory = containerMemory(life, container);
    const ofDisk = containerDisk(life, container);
    memory += ofMemory;
    disk += ofDisk;
    beginObject();
    textOf("name", wordOf(container, ContainerWord.Name));
    writeMemory(ofMemory);
    if (hasDisk) {
      writeUsedBytes("rootfs", ofDisk);
      writeUsedBytes("logs", 0);
    }
    endObject();
  }
  endArray();
  writeMemory(memory);
  if (hasDisk) writeUsedBytes("ephemeral-storage", disk);
  endObject();
}

function writeMemory(bytes: i64): void {
  key("memory");
  beginObject();
  timeMember("time", moment());
  integerMember("workingSetBytes", bytes);
  endObject();
}

function writeUsedBytes(name: string, bytes: i64): void {
  key(name);
  beginObject();
  timeMember("time", moment());
  integerMember("usedBytes", bytes);
  integerMember("inodesUsed", 0);
  endObject();
}
