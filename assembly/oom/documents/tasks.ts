/** Tasks of a machine, and what the kernel weighs them by → tables. */
import { Document, Status, TASKS_MAX, TEXT_CAPACITY_BYTES } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
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
import { readInteger, readText, valuePresent } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { TASK_SIZE, TEXT_OFFSET } from "../memory.ts";
import { MachineFlag, machine, machineHas } from "../model/machine.ts";
import { Task, TaskFlag, taskAt, taskHas } from "../model/task.ts";
import { OomReason } from "../reasons.ts";
import { readMachineMember, startMachine } from "./machine.ts";
import { readCount, readQuantity, readTruth } from "./values.ts";

const ADJUSTMENT_MAX: i64 = 1000;
const NEEDED: u32 = TaskFlag.Pid | TaskFlag.Rss | TaskFlag.Adjustment;

const number: usize = memory.data(8, 8);
/** Bytes of texts of the fullest document. */
export const textBytes: usize = memory.data(4, 4);
/** Most rows of tasks that were written since the module was made or cleared. */
export let rowsUsed: u32 = 0;

export function forgetRows(): void {
  rowsUsed = 0;
}

/** Replaces the tables; a document that is refused leaves none. Answers a status. */
export function decodeTasks(size: i32): i32 {
  clearFailure(Document.Tasks);
  startMachine();
  useArena(TEXT_OFFSET, TEXT_OFFSET + TEXT_CAPACITY_BYTES, textBytes);
  let hasTasks: bool = false;
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("tasks")) {
      at = readTasks(at);
      hasTasks = true;
    } else at = readMachineMember(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && !hasTasks) at = fail(Status.WrongDocument, OomReason.NoTasks, 0);
  const status = finishDocument(at, size);
  if (status != Status.Ok) return status;
  return settle();
}

function readTasks(at: usize): usize {
  machine.taskCount = 0;
  at = openArray(at);
  while (atElement(at)) {
    at = nextElement(readTask(at));
  }
  return closeArray(at);
}

function readTask(at: usize): usize {
  const start = at;
  if (machine.taskCount == TASKS_MAX) return fail(Status.TableFull, OomReason.Tasks, at);
  const task = taskAt(machine.taskCount);
  memory.fill(changetype<usize>(task), 0, TASK_SIZE);
  rowsUsed = max(rowsUsed, machine.taskCount + 1);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readTaskMember(at, task));
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if ((task.flags & NEEDED) != NEEDED) {
    return fail(Status.WrongType, OomReason.Incomplete, start);
  }
  machine.taskCount++;
  return at;
}

function readTaskMember(at: usize, task: Task): usize {
  const row = changetype<usize>(task);
  const flags = row + offsetof<Task>("flags");
  if (keyIs("name")) return readText(at, row + offsetof<Task>("name"));
  if (keyIs("group")) return readText(at, row + offsetof<Task>("group"));
  if (keyIs("pid")) return readPid(at, task);
  if (keyIs("oomScoreAdj")) return readAdjustment(at, task);
  if (keyIs("root")) return readTruth(at, flags, TaskFlag.Root);
  if (keyIs("unkillable")) return readTruth(at, flags, TaskFlag.Unkillable);
  const rss = row + offsetof<Task>("rssPages");
  if (keyIs("rssPages")) return readCount(at, rss, flags, TaskFlag.Rss);
  if (keyIs("rssBytes")) return readCount(at, rss, flags, TaskFlag.Rss | TaskFlag.RssBytes);
  const swap = row + offsetof<Task>("swapPages");
  if (keyIs("swapPages")) return readCount(at, swap, flags, 0);
  if (keyIs("swapBytes")) return readCount(at, swap, flags, TaskFlag.SwapBytes);
  if (keyIs("pgtablesBytes")) return readCount(at, row + offsetof<Task>("pgtablesBytes"), flags, 0);
  const workingSet = row + offsetof<Task>("workingSetBytes");
  if (keyIs("workingSetBytes")) return readCount(at, workingSet, flags, TaskFlag.WorkingSet);
  const limit = row + offsetof<Task>("limitBytes");
  if (keyIs("memoryLimit")) return readQuantity(at, limit, flags, TaskFlag.Limit);
  return skipValue(at);
}

function readPid(at: usize, task: Task): usize {
  at = readInteger(at, changetype<usize>(task) + offsetof<Task>("pid"));
  if (valuePresent) task.flags |= TaskFlag.Pid;
  return at;
}

function readAdjustment(at: usize, task: Task): usize {
  const start = at;
  at = readInteger(at, number);
  if (at == 0 || !valuePresent) return at;
  const adjustment = load<i64>(number);
  if (adjustment < -ADJUSTMENT_MAX || adjustment > ADJUSTMENT_MAX) {
    return fail(Status.WrongType, OomReason.Adjustment, start);
  }
  task.oomScoreAdj = i32(adjustment);
  task.flags |= TaskFlag.Adjustment;
  return at;
}

/** What needs the whole document. */
function settle(): i32 {
  const needed = machineHas(MachineFlag.Memcg) ? MachineFlag.Limit : MachineFlag.Ram;
  if (!machineHas(needed)) fail(Status.WrongDocument, OomReason.NoPages, 0);
  if (machineHas(MachineFlag.RamBytes)) machine.ramPages /= machine.pageBytes;
  if (machineHas(MachineFlag.SwapBytes)) machine.swapPages /= machine.pageBytes;
  for (let row: u32 = 0; row < machine.taskCount; row++) settleTask(taskAt(row));
  for (let row: u32 = 0; row < machine.taskCount; row++) {
    if (taskAt(row).pid != machine.allocatingPid) continue;
    machine.allocating = i32(row);
    break;
  }
  return failureStatus();
}

/** A page that is used in part is a page. */
function settleTask(task: Task): void {
  const pageBytes = machine.pageBytes;
  if (taskHas(task, TaskFlag.RssBytes)) {
    task.rssPages = (task.rssPages + pageBytes - 1) / pageBytes;
  }
  if (taskHas(task, TaskFlag.SwapBytes)) {
    task.swapPages = (task.swapPages + pageBytes - 1) / pageBytes;
  }
}
