/** Processes as /proc shows them, in the order of their pids; a step replaces all. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
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
import { readBoolean, readInteger, readText, valuePresent } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { PROCESS_SIZE, PROCESSES_MAX } from "../memory.ts";
import { earlyoom, Process, ProcessFlag, processAt } from "../model/earlyoom.ts";
import { OomdReason } from "../reasons.ts";
import { COUNT_END, readBelow, readSmall } from "./values.ts";

const NEEDED: u32 = ProcessFlag.Pid | ProcessFlag.Rss | ProcessFlag.Score;
const PIDS_END: u64 = 1 << 22;
const OWNERS_END: u64 = 1 << 32;
const SCORE_MAX: i64 = 1 << 32;

const number: usize = memory.data(8, 8);

export function readProcesses(at: usize): usize {
  earlyoom.processCount = 0;
  at = openArray(at);
  while (atElement(at)) {
    at = nextElement(readProcess(at));
  }
  return closeArray(at);
}

function readProcess(at: usize): usize {
  const start = at;
  if (earlyoom.processCount == PROCESSES_MAX) {
    return fail(Status.TableFull, OomdReason.ProcessTable, at);
  }
  const process = processAt(earlyoom.processCount);
  memory.fill(changetype<usize>(process), 0, PROCESS_SIZE);
  process.parent = 1;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readMember(at, process));
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if ((process.flags & NEEDED) != NEEDED || process.nameSize == 0) {
    return fail(Status.WrongType, OomdReason.ProcessMembers, start);
  }
  earlyoom.processCount++;
  return at;
}

function readMember(at: usize, process: Process): usize {
  const row = changetype<usize>(process);
  if (keyIs("pid")) {
    at = readBelow(at, PIDS_END, row + offsetof<Process>("pid"));
    return noted(at, process, ProcessFlag.Pid);
  }
  if (keyIs("rssPages")) {
    at = readBelow(at, COUNT_END, row + offsetof<Process>("rssPages"));
    return noted(at, process, ProcessFlag.Rss);
  }
  if (keyIs("oomScore")) {
    at = readSigned(at, row + offsetof<Process>("score"));
    return noted(at, process, ProcessFlag.Score);
  }
  if (keyIs("oomScoreAdj")) {
    store<i64>(number, 0);
    at = readSigned(at, number);
    process.adjustment = i32(load<i64>(number));
    return at;
  }
  if (keyIs("name")) return readText(at, row + offsetof<Process>("name"));
  if (keyIs("uid")) return readSmall(at, OWNERS_END, row + offsetof<Process>("owner"));
  if (keyIs("ppid")) return readSmall(at, PIDS_END, row + offsetof<Process>("parent"));
  if (keyIs("prefer")) return readMark(at, process, ProcessFlag.Prefer);
  if (keyIs("avoid")) return readMark(at, process, ProcessFlag.Avoid);
  if (keyIs("ignore")) return readMark(at, process, ProcessFlag.Ignore);
  return keyIs("missing") ? readMissing(at, process) : skipValue(at);
}

function noted(at: usize, process: Process, flag: ProcessFlag): usize {
  if (valuePresent) process.flags |= u32(flag);
  return at;
}

function readSigned(at: usize, target: usize): usize {
  const start = at;
  at = readInteger(at, target);
  if (at == 0 || !valuePresent) return at;
  const value = load<i64>(target);
  if (value < -SCORE_MAX || value > SCORE_MAX) {
    return fail(Status.WrongType, OomdReason.Count, start);
  }
  return at;
}

function readMark(at: usize, process: Process, flag: ProcessFlag): usize {
  store<u8>(number, 0);
  at = readBoolean(at, number);
  if (load<u8>(number) != 0) process.flags |= u32(flag);
  return at;
}

function readMissing(at: usize, process: Process): usize {
  at = openArray(at);
  while (atElement(at)) {
    at = readWord(at);
    if (at != 0 && wordIs("oom_score")) process.flags |= u32(ProcessFlag.WithoutScore);
    else if (at != 0 && wordIs("stat")) process.flags |= u32(ProcessFlag.WithoutStat);
    at = nextElement(at);
  }
  return closeArray(at);
}
