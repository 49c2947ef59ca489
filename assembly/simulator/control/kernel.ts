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
import { measure } from "../kubelet/usage.ts";
import { CHOICE_OFFSET } from "../memory.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { dieOfMemory } from "./containers.ts";
import { planMemory } from "./wake.ts";

const PAGE: i64 = 4096;
const ADJ_MIN: i64 = -1000;

/** The container that the kernel ends, and its points. */
@unmanaged
export class Choice {
  points: i64;
  adj: i64;
  /** Row of its pod. */
  pod: u32;
  container: u32;
}

/** Looks whether the node's memory is full now; true when a container had to end. */
export function checkMemory(node: u32): bool {
  const use = measure(node).memory;
  const isFull = use.used > kubeletAt(node).capacityMemory;
  // Without a container to end it stays full, until something changes.
  const isStill = use.growth == 0 && use.rise == 0;
  const isEnded = isFull && endMost(node);
  if (!isFull || isEnded || !isStill) planMemory(node);
  return isEnded;
}

/** Whether a container could be ended. */
function endMost(node: u32): bool {
  if (!usePolicy(node) || !readNode(node)) return false;
  const choice = choose(node);
  if (choice == null) return false;
  const name = nodeAt(node).name;
  const container = containerAt(choice.container);
  beginSentence();
  addLiteral("Out of memory on ");
  addText(textAt(name), textSize(name));
  addLiteral(": the kernel ends container ");
  addText(container.name, container.nameSize);
  addLiteral(", which has the most points: ");
  addInteger(choice.points);
  addLiteral(" pages with oom_score_adj ");
  addInteger(choice.adj);
  addLiteral(".");
  dieOfMemory(choice.pod, endSentence());
  return true;
}

/** The container with the most points, of equal ones the first; null without one. */
function choose(node: u32): Choice | null {
  const capacity = kubeletAt(node).capacityMemory;
  const choice = changetype<Choice>(CHOICE_OFFSET);
  choice.pod = NO_ROW;
  for (let pod: u32 = 0; pod < tables.podCount; pod++) {
    const stats = podStatsAt(pod);
    for (let index: u32 = 0; index < stats.containerCount; index++) {
      const use = containerStatsAt(stats.firstContainer + index);
      if (use.container < 0 || use.workingSetBytes == 0) continue;
      const adj = oomScoreAdj(kubeletPodAt(pod), containerAt(u32(use.container)), capacity);
      if (adj <= ADJ_MIN) continue;
      const points = i64(use.workingSetBytes) / PAGE + adj * pagesOfOneOf(capacity / PAGE);
      if (choice.pod != NO_ROW && points <= choice.points) continue;
      const row = residentOf(node, pod);
      if (row == NO_ROW || lifecycleAt(row).stage != Stage.Running) continue;
      choice.pod = row;
      choice.container = u32(use.container);
      choice.points = points;
      choice.adj = adj;
    }
  }
  return choice.pod == NO_ROW ? null : choice;
}
