/**
 * A node without memory: the kernel ends the container with the most points, as `oom_badness` of
 * Linux counts them: pages in use, and `oom_score_adj` thousandths of all pages. Before that, an
 * earlyoom ends the one with the highest `oom_score`, which is coarser: of equal ones the larger.
 */

import { pagesOfOneOf, shownScore } from "../../base/arithmetic/oomScoreAdj.ts";
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
import { EventKind } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { dieOfMemory } from "./containers.ts";
import { mostMemory, planMemory } from "./wake.ts";

const PAGE: i64 = 4096;
const ADJ_MIN: i64 = -1000;

/** The container that is ended, and its points; of earlyoom, its score and its pages. */
@unmanaged
export class Choice {
  points: i64;
  pages: i64;
  adj: i64;
  /** Row of its pod. */
  pod: u32;
  container: u32;
}

/** Looks whether the node's memory is full now; true when a container had to end. */
export function checkMemory(node: u32): bool {
  const use = measure(node).memory;
  const kubelet = kubeletAt(node);
  const isFull = use.used > mostMemory(kubelet);
  // Without a container to end it stays full, until something changes.
  const isStill = use.growth == 0 && use.rise == 0;
  const isEnded = isFull && endMost(node, use.used <= kubelet.capacityMemory);
  if (!isFull || isEnded || !isStill) planMemory(node);
  return isEnded;
}

/** Whether a container could be ended; while memory is not full, earlyoom is the one that acts. */
function endMost(node: u32, isEarlyoom: bool): bool {
  if (!usePolicy(node) || !readNode(node)) return false;
  const choice = choose(node, isEarlyoom);
  if (choice == null) return false;
  beginSentence();
  if (isEarlyoom) sayEarlyoom(node, choice);
  else sayKernel(node, choice);
  const kind = isEarlyoom ? EventKind.EndedBySignal : EventKind.OOMKilled;
  dieOfMemory(choice.pod, kind, endSentence());
  return true;
}

function sayKernel(node: u32, choice: Choice): void {
  addLiteral("Out of memory on ");
  addName(node);
  addLiteral(": the kernel ends container ");
  addContainer(choice);
  addLiteral(", which has the most points: ");
  addInteger(choice.points);
  addLiteral(" pages with oom_score_adj ");
  addInteger(choice.adj);
  addLiteral(".");
}

function sayEarlyoom(node: u32, choice: Choice): void {
  addLiteral("At most ");
  addInteger(kubeletAt(node).earlyoom);
  addLiteral("% of memory is available on ");
  addName(node);
  addLiteral(": earlyoom ends container ");
  addContainer(choice);
  addLiteral(", which has the highest oom_score: ");
  addInteger(choice.points);
  addLiteral(".");
}

function addName(node: u32): void {
  const name = nodeAt(node).name;
  addText(textAt(name), textSize(name));
}

function addContainer(choice: Choice): void {
  const container = containerAt(choice.container);
  addText(container.name, container.nameSize);
}

/** The container with the most points or the highest score, of equal ones the first. */
function choose(node: u32, isEarlyoom: bool): Choice | null {
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
      const pages = i64(use.workingSetBytes) / PAGE;
      const badness = pages + adj * pagesOfOneOf(capacity / PAGE);
      const points = isEarlyoom ? shownScore(badness, capacity / PAGE) : badness;
      if (choice.pod != NO_ROW && !isAbove(choice, points, isEarlyoom ? pages : 0)) continue;
      const row = residentOf(node, pod);
      if (row == NO_ROW || lifecycleAt(row).stage != Stage.Running) continue;
      choice.pod = row;
      choice.container = u32(use.container);
      choice.points = points;
      choice.pages = isEarlyoom ? pages : 0;
      choice.adj = adj;
    }
  }
  return choice.pod == NO_ROW ? null : choice;
}

function isAbove(choice: Choice, points: i64, pages: i64): bool {
  return points > choice.points || (points == choice.points && pages > choice.pages);
}
