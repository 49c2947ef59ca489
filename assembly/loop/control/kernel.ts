/**
 * A node without memory: the kernel ends the container with the most points, as `oom_badness` of
 * Linux counts them: pages in use, and `oom_score_adj` thousandths of all pages.
 */
import {
  addInteger,
  addLiteral,
  addText,
  beginText,
  endText,
  startOutput,
} from "../../base/json/write.ts";
import { equalText } from "../../base/text.ts";
import { oomScoreAdj } from "../../eviction/stages/oomScore.ts";
import { containerAt } from "../../node/model/container.ts";
import { podAt as kubeletPodAt } from "../../node/model/pod.ts";
import { containerStatsAt, podStatsAt } from "../../node/model/stats.ts";
import { tables } from "../../node/model/tables.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { readNode, usePolicy } from "../kubelet/policy.ts";
import { measure, usedMemory } from "../kubelet/usage.ts";
import { agentAt } from "../model/agent.ts";
import { lifeAt, Stage } from "../model/life.ts";
import { dieOfMemory, writtenText } from "./containers.ts";
import { planMemory } from "./wake.ts";

const PAGE: i64 = 4096;
const ADJ_MIN: i64 = -1000;

let chosenPod: u32 = 0;
let chosenContainer: u32 = 0;
let chosenPoints: i64 = 0;
let chosenAdj: i64 = 0;

/** Looks whether the node's memory is full now. */
export function checkMemory(node: u32): void {
  const agent = agentAt(node);
  measure(node);
  if (usedMemory > agent.capacityMemory) endMost(node);
  planMemory(node);
}

function endMost(node: u32): void {
  if (!usePolicy(node) || !readNode(node) || !choose(agentAt(node).capacityMemory)) return;
  const row = rowOf(node);
  if (row == NO_ROW) return;
  const name = nodeAt(node).name;
  const container = containerAt(chosenContainer);
  startOutput();
  beginText();
  addLiteral("Out of memory on ");
  addText(textAt(name), textSize(name));
  addLiteral(": the kernel ends container ");
  addText(container.name, container.nameSize);
  addLiteral(", which has the most points: ");
  addInteger(chosenPoints);
  addLiteral(" pages with oom_score_adj ");
  addInteger(chosenAdj);
  addLiteral(".");
  endText();
  dieOfMemory(row, writtenText());
}

/** The container with the most points; of equal ones the first. */
function choose(capacity: i64): bool {
  let isFound = false;
  for (let pod: u32 = 0; pod < tables.podCount; pod++) {
    const stats = podStatsAt(pod);
    for (let index: u32 = 0; index < stats.containerCount; index++) {
      const use = containerStatsAt(stats.firstContainer + index);
      if (use.container < 0 || use.workingSetBytes == 0) continue;
      const adj = oomScoreAdj(kubeletPodAt(pod), containerAt(u32(use.container)), capacity);
      if (adj <= ADJ_MIN) continue;
      const points = i64(use.workingSetBytes) / PAGE + (adj * (capacity / PAGE)) / 1000;
      if (isFound && points <= chosenPoints) continue;
      isFound = true;
      chosenPod = pod;
      chosenContainer = u32(use.container);
      chosenPoints = points;
      chosenAdj = adj;
    }
  }
  return isFound;
}

function rowOf(node: u32): u32 {
  const pod = kubeletPodAt(chosenPod);
  for (let link = agentAt(node).first; link != 0; link = lifeAt(link - 1).next) {
    const uid = podAt(link - 1).uid;
    if (lifeAt(link - 1).stage != Stage.Running) continue;
    if (equalText(textAt(uid), textSize(uid), pod.uid, pod.uidSize)) return link - 1;
  }
  return NO_ROW;
}
