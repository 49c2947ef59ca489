/** Tasks of a machine, and what the kernel weighs them by → tables. */
import { Document, Status, TASKS_MAX, TEXT_CAPACITY_BYTES } from "../../abi.ts";
import { arenaPosition, rewindArena, useArena } from "../../base/arena.ts";
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
import {
  readBoolean,
  readInteger,
  readQuantityText,
  readText,
  readUnsigned,
  valuePresent,
} from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { parseQuantity, Quantity, quantityValue } from "../../base/kubernetes/quantity.ts";
import { isDigit } from "../../base/text.ts";
import { MACHINE_BYTES, MACHINE_OFFSET, TASK_SIZE, TEXT_OFFSET } from "../memory.ts";
import { RHEL_7_RELEASE, releaseNumber, rulesOf } from "../model/kernel.ts";
import { machine } from "../model/machine.ts";
import { Task, TaskFlag, taskAt, taskHas } from "../model/task.ts";
import { OomReason } from "../reasons.ts";

/** Newer than any release that changed a rule: what is followed when a document names none. */
const NEWEST: i32 = 999_000_000;
const DOT: u8 = 0x2e;
const LETTER_V: u8 = 0x76;
/** `.el7` as a word. */
const EL7: u32 = 0x376c652e;
/** Sums of counts below it, times a thousand, stay within 64 bits. */
const COUNT_END: u64 = 1 << 52;
const PAGE_BYTES: u64 = 4096;
const NONE: u64 = u64.MAX_VALUE;
const NEEDED: u32 = TaskFlag.Pid | TaskFlag.Rss | TaskFlag.Adjustment;

const number: usize = memory.data(8, 8);
const truth: usize = memory.data(1, 1);
const span: usize = memory.data(8, 4);
const quantity: Quantity = changetype<Quantity>(memory.data(64, 16));
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
  memory.fill(MACHINE_OFFSET, 0, MACHINE_BYTES);
  machine.rules = rulesOf(NEWEST);
  machine.pageBytes = PAGE_BYTES;
  machine.swapLimitPages = NONE;
  machine.allocating = -1;
  machine.allocatingPid = -1;
  useArena(TEXT_OFFSET, TEXT_OFFSET + TEXT_CAPACITY_BYTES, textBytes);
  let hasTasks: bool = false;
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("tasks")) {
      at = readTasks(at);
      hasTasks = true;
    } else at = readMachine(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && !hasTasks) at = fail(Status.WrongDocument, OomReason.NoTasks, 0);
  const status = finishDocument(at, size);
  if (status != Status.Ok) return status;
  return settle();
}

function readMachine(at: usize): usize {
  const start = at;
  store<u64>(number, 0);
  if (keyIs("kernel")) return readKernel(at);
  if (keyIs("scope")) return readScope(at);
  if (keyIs("killAllocatingTask")) {
    at = readTruth(at);
    machine.killAllocatingTask = load<u8>(truth);
    return at;
  }
  if (keyIs("kubelet")) return readKubelet(at);
  if (keyIs("singleProcessOOMKill")) {
    at = readTruth(at);
    machine.singleProcess = load<u8>(truth);
    return at;
  }
  if (keyIs("cgroupVersion")) {
    at = readCount(at);
    const version = load<u64>(number);
    if (at != 0 && valuePresent && version != 1 && version != 2) {
      return fail(Status.WrongType, OomReason.CgroupVersion, start);
    }
    machine.cgroupVersion = u8(version);
    return at;
  }
  if (keyIs("panicOnOom")) {
    at = readCount(at);
    machine.panicOnOom = u8(min<u64>(load<u64>(number), 2));
    return at;
  }
  if (keyIs("allocatingPid")) {
    store<i64>(number, -1);
    at = readInteger(at, number);
    machine.allocatingPid = load<i64>(number);
    return at;
  }
  if (keyIs("pageBytes")) {
    at = readCount(at);
    if (!valuePresent) return at;
    const bytes = load<u64>(number);
    if (at != 0 && (popcnt(bytes) != 1 || bytes < 1024 || bytes > 65536)) {
      return fail(Status.WrongType, OomReason.Count, start);
    }
    machine.pageBytes = bytes;
    return at;
  }
  return readPages(at);
}

function readPages(at: usize): usize {
  if (keyIs("ramPages")) {
    at = readCount(at);
    machine.ramPages = load<u64>(number);
    machine.hasRam = u8(valuePresent);
  } else if (keyIs("swapPages")) {
    at = readCount(at);
    machine.swapPages = load<u64>(number);
  } else if (keyIs("ramBytes")) {
    at = readCount(at);
    machine.ramPages = load<u64>(number);
    machine.hasRam = machine.hasRamBytes = u8(valuePresent);
  } else if (keyIs("swapBytes")) {
    at = readCount(at);
    machine.swapPages = load<u64>(number);
    machine.hasSwapBytes = 1;
  } else if (keyIs("limitPages")) {
    at = readCount(at);
    machine.limitPages = load<u64>(number);
    machine.hasLimit = u8(valuePresent);
  } else if (keyIs("swapLimitPages")) {
    at = readCount(at);
    if (valuePresent) machine.swapLimitPages = load<u64>(number);
  } else if (keyIs("memswLimitPages")) {
    at = readCount(at);
    machine.memswLimitPages = load<u64>(number);
    machine.hasMemsw = u8(valuePresent);
  } else return skipValue(at);
  return at;
}

/** A number of pages or bytes, at `number`. */
function readCount(at: usize): usize {
  store<u64>(number, 0);
  const end = readUnsigned(at, number);
  if (end == 0 || load<u64>(number) < COUNT_END) return end;
  return fail(Status.WrongType, OomReason.Count, at);
}

function readScope(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (wordIs("memcg")) machine.isMemcg = 1;
  else if (!wordIs("global")) return fail(Status.WrongType, OomReason.Scope, start);
  return at;
}

/** Into `truth`. */
function readTruth(at: usize): usize {
  store<u8>(truth, 0);
  return readBoolean(at, truth);
}

/** `v1.35.8`: the first two numbers count. */
function readKubelet(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  const end = wordAt() + usize(wordSize());
  let place = wordAt();
  if (load<u8>(place) == LETTER_V) place++;
  const major = numberAt(place, end);
  place += digitsAt(place, end);
  const minor = major < 0 || place >= end || load<u8>(place) != DOT ? -1 : numberAt(place + 1, end);
  if (minor < 0) return fail(Status.WrongType, OomReason.Kubelet, start);
  machine.kubelet = releaseNumber(major, minor, 0);
  machine.hasKubelet = 1;
  return at;
}

/** `5.15.0-91-generic`: its numbers count, up to three; and that RHEL 7 built it. */
function readKernel(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  const end = wordAt() + usize(wordSize());
  let place = wordAt();
  const major = numberAt(place, end);
  place += digitsAt(place, end);
  if (major < 0 || place >= end || load<u8>(place) != DOT) return refuseKernel(start);
  const minor = numberAt(++place, end);
  if (minor < 0) return refuseKernel(start);
  place += digitsAt(place, end);
  const hasPatch = place < end && load<u8>(place) == DOT;
  const patch = hasPatch ? max(numberAt(place + 1, end), 0) : 0;
  const release = isOfRhel7(place, end) ? RHEL_7_RELEASE : releaseNumber(major, minor, patch);
  machine.rules = rulesOf(release);
  return at;
}

function refuseKernel(at: usize): usize {
  return fail(Status.WrongType, OomReason.Kernel, at);
}

/** Up to three digits; -1 for none. */
function numberAt(place: usize, end: usize): i32 {
  const size = digitsAt(place, end);
  if (size == 0) return -1;
  let value: i32 = 0;
  for (let index: usize = 0; index < size; index++) {
    value = value * 10 + i32(load<u8>(place + index)) - 0x30;
  }
  return value;
}

function digitsAt(place: usize, end: usize): usize {
  let size: usize = 0;
  while (place + size < end && size < 3 && isDigit(load<u8>(place + size))) size++;
  return size;
}

/** `.el7` in 3.10.0-1160.el7.x86_64. */
function isOfRhel7(place: usize, end: usize): bool {
  for (; place + 4 <= end; place++) if (load<u32>(place) == EL7) return true;
  return false;
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
  const start = at;
  if (keyIs("name")) return readText(at, changetype<usize>(task) + offsetof<Task>("name"));
  if (keyIs("group")) return readText(at, changetype<usize>(task) + offsetof<Task>("group"));
  if (keyIs("root")) return readFlag(at, task, TaskFlag.Root);
  if (keyIs("unkillable")) return readFlag(at, task, TaskFlag.Unkillable);
  if (keyIs("pid")) {
    at = readInteger(at, changetype<usize>(task) + offsetof<Task>("pid"));
    if (valuePresent) task.flags |= TaskFlag.Pid;
    return at;
  }
  if (keyIs("oomScoreAdj")) {
    store<i64>(number, 0);
    at = readInteger(at, number);
    if (at == 0 || !valuePresent) return at;
    const adjustment = load<i64>(number);
    if (adjustment < -1000 || adjustment > 1000) {
      return fail(Status.WrongType, OomReason.Adjustment, start);
    }
    task.oomScoreAdj = i32(adjustment);
    task.flags |= TaskFlag.Adjustment;
    return at;
  }
  if (keyIs("rssPages")) {
    at = readCount(at);
    task.rssPages = load<u64>(number);
    if (valuePresent) task.flags |= TaskFlag.Rss;
  } else if (keyIs("swapPages")) {
    at = readCount(at);
    task.swapPages = load<u64>(number);
  } else if (keyIs("rssBytes")) {
    at = readCount(at);
    task.rssPages = load<u64>(number);
    if (valuePresent) task.flags |= TaskFlag.Rss | TaskFlag.RssBytes;
  } else if (keyIs("swapBytes")) {
    at = readCount(at);
    task.swapPages = load<u64>(number);
    task.flags |= TaskFlag.SwapBytes;
  } else if (keyIs("pgtablesBytes")) {
    at = readCount(at);
    task.pgtablesBytes = load<u64>(number);
  } else if (keyIs("workingSetBytes")) {
    at = readCount(at);
    task.workingSetBytes = load<u64>(number);
    if (valuePresent) task.flags |= TaskFlag.WorkingSet;
  } else if (keyIs("memoryLimit")) return readLimit(at, task);
  else return skipValue(at);
  return at;
}

/** A quantity, as a container of a pod has it. */
function readLimit(at: usize, task: Task): usize {
  const start = at;
  const position = arenaPosition();
  at = readQuantityText(at, span);
  if (at == 0 || !valuePresent) return at;
  const code = parseQuantity(quantity, load<u32>(span), load<i32>(span, 4));
  rewindArena(position);
  if (code != 0) return fail(Status.InvalidQuantity, OomReason.Quantity, start);
  const bytes = quantityValue(quantity);
  if (bytes <= 0) return at;
  task.limitBytes = u64(bytes);
  task.flags |= TaskFlag.Limit;
  return at;
}

function readFlag(at: usize, task: Task, flag: TaskFlag): usize {
  at = readTruth(at);
  if (load<u8>(truth) != 0) task.flags |= u32(flag);
  return at;
}

/** What needs the whole document. */
function settle(): i32 {
  const known = machine.isMemcg != 0 ? machine.hasLimit : machine.hasRam;
  if (known == 0) fail(Status.WrongDocument, OomReason.NoPages, 0);
  if (machine.hasRamBytes != 0) machine.ramPages /= machine.pageBytes;
  if (machine.hasSwapBytes != 0) machine.swapPages /= machine.pageBytes;
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
