/** What the kernel does with the tasks, and why. The digest covers detail 0. */
import { Detail, OomAction } from "../../abi.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import { addBytes } from "../../base/json/bytes.ts";
import {
  addInteger,
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  beginValue,
  booleanMember,
  endArray,
  endObject,
  endText,
  endValue,
  integerMember,
  itemPlace,
  key,
  member,
  outputEnd,
  textMember,
  word,
  wrote,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { KernelRule } from "../model/kernel.ts";
import { MachineFlag, machine, machineHas } from "../model/machine.ts";
import { NEVER, Task, TaskFlag, taskAt, taskHas } from "../model/task.ts";
import { follows, oomScoreOf, pagesOfOne } from "../stages/badness.ts";
import { diesWhole, headroomOf, isNearLimit, knowsHeadroom } from "../stages/container.ts";
import { orderTasks, rowAt } from "../stages/order.ts";
import {
  BURSTABLE_MAX,
  GUARANTEED,
  instead,
  requestFor,
  sparesWithAdjustment,
  sparingAdjustment,
  sparingPages,
} from "../stages/spare.ts";

const ACTION_NAMES: StaticArray<string> = ["None", "Kill", "Panic"];

/** Sentences of a ranking; with one for each of 65,536 tasks it would not fit the output. */
const SENTENCES_MAX: u32 = 100;

export function writeSelection(detail: i32): void {
  orderTasks();
  beginObject();
  member("plimsoll", "selection/1");
  member("action", unchecked(ACTION_NAMES[machine.action]));
  integerMember("totalPages", machine.totalPages);
  integerMember("pagesOfOne", pagesOfOne());
  rulesMember();
  if (machine.action == OomAction.Kill) chosenMembers();
  writeDigest();
  if (detail >= Detail.Arithmetic) {
    rankingMember();
    nearLimitsMember();
    if (machineHas(MachineFlag.Kubelet)) groupMembers();
  }
  if (detail >= Detail.Counterfactuals && machine.action == OomAction.Kill) sparedMember();
  endObject();
}

function rulesMember(): void {
  key("rules");
  beginObject();
  booleanMember("rootBonusOfTotal", follows(KernelRule.RootBonusOfTotal));
  booleanMember("rootBonusOfUse", follows(KernelRule.RootBonusOfUse));
  booleanMember("atLeastOne", follows(KernelRule.AtLeastOne));
  booleanMember("firstOfEquals", follows(KernelRule.FirstOfEquals));
  booleanMember("sacrificesChild", follows(KernelRule.SacrificesChild));
  endObject();
}

function chosenMembers(): void {
  const chosen = taskAt(u32(machine.chosen));
  member("by", machine.byAllocating != 0 ? "allocatingTask" : "badness");
  key("killed");
  writeTask(chosen);
  if (chosen.groupSize > 0) killedWithMember();
  const next = nextRow();
  if (next >= 0) {
    key("next");
    writeTask(taskAt(u32(next)));
  }
}

function killedWithMember(): void {
  key("killedWith");
  beginArray();
  for (let row: u32 = 0; row < machine.taskCount; row++) {
    const task = taskAt(row);
    if (taskHas(task, TaskFlag.WithChosen)) writeTask(task);
  }
  endArray();
}

/** The first that is left when the chosen task and those that die with it are gone, or -1. */
function nextRow(): i32 {
  for (let place: u32 = 0; place < machine.taskCount; place++) {
    const row = i32(rowAt(place));
    const task = taskAt(u32(row));
    if (task.badness == NEVER) return -1;
    if (row != machine.chosen && !taskHas(task, TaskFlag.WithChosen)) return row;
  }
  return -1;
}

function rankingMember(): void {
  key("ranking");
  beginArray();
  for (let place: u32 = 0; place < machine.taskCount; place++) {
    writeTask(taskAt(rowAt(place)), place < SENTENCES_MAX);
  }
  endArray();
}

/** Containers that may die by their own limit before the node runs out, in the ranking's order. */
function nearLimitsMember(): void {
  let found: bool = false;
  for (let place: u32 = 0; place < machine.taskCount; place++) {
    const task = taskAt(rowAt(place));
    if (!isNearLimit(task)) continue;
    if (!found) {
      key("nearLimits");
      beginArray();
      found = true;
    }
    beginObject();
    integerMember("pid", task.pid);
    textMember("name", task.name, task.nameSize);
    integerMember("limitBytes", i64(task.limitBytes));
    integerMember("workingSetBytes", i64(task.workingSetBytes));
    integerMember("headroomBytes", i64(headroomOf(task)));
    key("sentence");
    beginText();
    addText(task.name, task.nameSize);
    addLiteral(" has ");
    addBytes(headroomOf(task));
    addLiteral(" left of its own limit ");
    addBytes(task.limitBytes);
    addLiteral("; at that limit the kernel kills in its cgroup, whatever the node has.");
    endText();
    endObject();
  }
  if (found) endArray();
}

/** Who dies with a task of a container, as the kubelet sets its cgroup up. */
function groupMembers(): void {
  const whole = diesWhole();
  booleanMember("containersDieWhole", whole);
  key("groupSentence");
  beginText();
  if (whole) {
    addLiteral("The kernel kills all processes of the container together");
    addLiteral(machine.cgroupVersion == 2 ? "" : " under cgroup v2");
    addLiteral(": kubelets since 1.28 set memory.oom.group.");
  } else if (machine.cgroupVersion == 1) {
    addLiteral("The kernel kills one process: cgroup v1 has no memory.oom.group.");
  } else if (machineHas(MachineFlag.SingleProcess)) {
    addLiteral("The kernel kills one process: singleProcessOOMKill leaves memory.oom.group unset.");
  } else addLiteral("The kernel kills one process: kubelets set memory.oom.group since 1.28.");
  endText();
}

function writeTask(task: Task, hasSentence: bool = true): void {
  beginObject();
  integerMember("pid", task.pid);
  textMember("name", task.name, task.nameSize);
  integerMember("oomScoreAdj", task.oomScoreAdj);
  integerMember("rssPages", i64(task.rssPages));
  integerMember("swapPages", i64(task.swapPages));
  integerMember("pgtablesBytes", i64(task.pgtablesBytes));
  key("badness");
  if (task.badness == NEVER) word("null");
  else {
    beginValue();
    addInteger(task.badness);
    endValue();
  }
  if (!machineHas(MachineFlag.Memcg)) integerMember("oomScore", oomScoreOf(task.badness));
  if (taskHas(task, TaskFlag.Root)) booleanMember("root", true);
  if (knowsHeadroom(task)) {
    integerMember("limitBytes", i64(task.limitBytes));
    integerMember("headroomBytes", i64(headroomOf(task)));
  }
  if (hasSentence) {
    key("sentence");
    beginText();
    addSentence(task);
    endText();
  }
  endObject();
}

/** The parts of the badness; an exempt task has a reason instead. */
function addSentence(task: Task): void {
  if (task.badness == NEVER) {
    return addLiteral(
      taskHas(task, TaskFlag.Unkillable)
        ? "never: the kernel does not kill it"
        : "never: oom_score_adj -1000 exempts it",
    );
  }
  addInteger(i64(task.rssPages));
  addLiteral(" rss + ");
  addInteger(i64(task.swapPages));
  addLiteral(" swap + ");
  addInteger(i64(task.pgtablesBytes / machine.pageBytes));
  addLiteral(" page tables");
  let adjustment = i64(task.oomScoreAdj);
  if (taskHas(task, TaskFlag.Root) && follows(KernelRule.RootBonusOfUse)) {
    addLiteral(", less 3 % for root,");
  }
  if (taskHas(task, TaskFlag.Root) && follows(KernelRule.RootBonusOfTotal)) {
    addLiteral(" - 30 (root) x ");
    addInteger(pagesOfOne());
  }
  if (adjustment != 0) {
    addLiteral(adjustment > 0 ? " + " : " - ");
    if (adjustment < 0) adjustment = -adjustment;
    addInteger(adjustment);
    addLiteral(" (oom_score_adj) x ");
    addInteger(pagesOfOne());
  }
  if (follows(KernelRule.AtLeastOne) && task.badness == 1) addLiteral(", at least 1");
  addLiteral(" = ");
  addInteger(task.badness);
}

/** Each change was made, and the kernel's choice made again. */
function sparedMember(): void {
  const chosen = machine.chosen;
  if (machine.byAllocating != 0) return;
  key("spared");
  beginObject();
  const adjustment = sparingAdjustment(chosen);
  if (sparesWithAdjustment(chosen, adjustment)) {
    integerMember("oomScoreAdj", adjustment);
    insteadMember();
    const request = requestFor(min(adjustment, BURSTABLE_MAX));
    if (request >= 0) integerMember("memoryRequestBytes", request);
  }
  booleanMember("guaranteed", sparesWithAdjustment(chosen, GUARANTEED));
  const pages = sparingPages(chosen);
  if (pages >= 0) integerMember("rssPages", pages);
  endObject();
}

function insteadMember(): void {
  if (instead < 0) return;
  key("instead");
  writeTask(taskAt(u32(instead)));
}

function writeDigest(): void {
  const digest = hashOnward(HASH_START, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET));
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, digest, 16));
  endText();
}
