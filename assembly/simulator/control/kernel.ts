/**
 * A node without memory: the kernel ends the container with the most points, as `oom_badness` of
 * Linux counts them: pages in use, and `oom_score_adj` thousandths of all pages.
 */

import { pagesOfOneOf } from "../../base/arithmetic/oomScoreAdj.ts";
import { addInteger, addLiteral, addText } from "../../base/json/write.ts";
import { oomScoreAdj } from "../../eviction/stages/oomScore.ts";
import { containerAt } from "../../node/model/container.ts";
import { podAt as kubeletPodAt } from "../../node/model/pod.ts";
import { containerStatsAt, podStatsAt } from "../../node/model/stats.ts";
import { tables } from "../../node/model/tables.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { readNode, usePolicy } from "../kubelet/policy.ts";
import { residentOf } from "../kubelet/step.ts";
import { measure, memoryUse } from "../kubelet/usage.ts";
import { agentAt } from "../model/agent.ts";
import { lifeAt, Stage } from "../model/life.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { dieOfMemory } from "./containers.ts";
import { planMemory } from "./wake.ts";

const PAGE: i64 = 4096;
const ADJ_MIN: i64 = -1000;

let chosenContainer: u32 = 0;
let chosenPoints: i64 = 0;
let chosenAdj: i64 = 0;

/** Looks whether the node's memory is full now; true when a container had to end. */
export function checkMemory(node: u32): bool {
  const agent = agentAt(node);
  measure(node);
  const isFull = memoryUse.used > agent.capacityMemory;
  const isEnded = isFull && endMost(node);
  // With nobody to end it stays full, until something changes.
  const stays = isFull && !isEnded && memoryUse.growth == 0 && memoryUse.rise == 0;
  if (!stays) planMemory(node);
  return isEnded;
}

/** Whether a container could be ended. */
function endMost(node: u32): bool {
  if (!usePolicy(node) || !readNode(node)) return false;
  const row = choose(node);
  if (row == NO_ROW) return false;
  const name = nodeAt(node).name;
  const container = containerAt(chosenContainer);
  beginSentence();
  addLiteral("Out of memory on ");
  addText(textAt(name), textSize(name));
  addLiteral(": the kernel ends container ");
  addText(container.name, container.nameSize);
  addLiteral(", which has the most points: ");
  addInteger(chosenPoints);
  addLiteral(" pages with oom_score_adj ");
  addInteger(chosenAdj);
  addLiteral(".");
  dieOfMemory(row, endSentence());
  return true;
}

/** The pod of the container with the most points, of equal ones the first; NO_ROW without one. */
function choose(node: u32): u32 {
  const capacity = agentAt(node).capacityMemory;
  let chosen: u32 = NO_ROW;
  for (let pod: u32 = 0; pod < tables.podCount; pod++) {
    const stats = podStatsAt(pod);
    for (let index: u32 = 0; index < stats.containerCount; index++) {
      const use = containerStatsAt(stats.firstContainer + index);
      if (use.container < 0 || use.workingSetBytes == 0) continue;
      const adj = oomScoreAdj(kubeletPodAt(pod), containerAt(u32(use.container)), capacity);
      if (adj <= ADJ_MIN) continue;
      const points = i64(use.workingSetBytes) / PAGE + adj * pagesOfOneOf(capacity / PAGE);
      if (chosen != NO_ROW && points <= chosenPoints) continue;
      const row = residentOf(node, pod);
      if (row == NO_ROW || lifeAt(row).stage != Stage.Running) continue;
      chosen = row;
      chosenContainer = u32(use.container);
      chosenPoints = points;
      chosenAdj = adj;
    }
  }
  return chosen;
}
