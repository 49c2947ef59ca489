/** What changes at one moment: files of cgroups, /proc/meminfo, and what is monitored. */
import { Document, Status } from "../../abi.ts";
import { arenaPosition, useArena } from "../../base/arena.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { PROGRAM_OFFSET, TEXT_BYTES, TEXT_OFFSET } from "../memory.ts";
import { Cgroup, cgroupAt, ROOT } from "../model/cgroup.ts";
import { Program, program } from "../model/program.ts";
import { OomdReason } from "../reasons.ts";
import { readCgroup, readPressure } from "./cgroup.ts";
import { readManaged } from "./managed.ts";
import { isPath } from "./path.ts";
import { readProcesses } from "./processes.ts";
import { KILOBYTES_END, readBelow, readDecimal } from "./values.ts";

/** kB of one device: 8192 of them stay within 64 bits. */
const SWAPS_END: u64 = 1 << 40;

const moment: usize = memory.data(8, 8);

/** Reads a step into the tables. Answers a status; after a refusal they are not to be used. */
export function decodeStep(size: i32): i32 {
  clearFailure(Document.Scenario);
  useArena(TEXT_OFFSET + usize(program.textBytes), TEXT_OFFSET + TEXT_BYTES, 0);
  program.messageCount = 0;
  const start = startDocument(size);
  if (readMoment(start) == 0) return finishDocument(0, size);
  let at = openObject(start);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("cgroups")) at = readCgroups(at);
    else if (keyIs("managed")) at = readManaged(at);
    else if (keyIs("meminfo")) at = readMeminfo(at);
    else if (keyIs("swaps")) at = readSwaps(at);
    else if (keyIs("rootPressure")) at = readRootPressure(at);
    else if (keyIs("processes")) at = readProcesses(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  const status = finishDocument(closeObject(at), size);
  program.textBytes = u32(arenaPosition() - TEXT_OFFSET);
  return status;
}

/** The moment is read first: scans grow up to it. */
function readMoment(at: usize): usize {
  store<i64>(moment, 0);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(keyIs("at") ? readDecimal(at, 3, moment) : skipValue(at));
  }
  at = closeObject(at);
  if (at == 0) return 0;
  const next = load<i64>(moment);
  if (next < program.nowMs) return fail(Status.OutOfOrder, OomdReason.Earlier, 0);
  const due = min(program.nextPressureMs, program.nextSwapMs);
  if (next > min(due, program.nextRulesMs)) {
    return fail(Status.OutOfOrder, OomdReason.NotRun, 0);
  }
  program.nowMs = next;
  return at;
}

function readCgroups(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (at == 0) return 0;
    if (!isPath(keyAt, keySize)) return fail(Status.WrongType, OomdReason.Path, at);
    at = nextMember(readCgroup(at, keyAt, keySize));
  }
  return closeObject(at);
}

/** kB, as the file has them; what is absent is 0. */
function readMeminfo(at: usize): usize {
  if (isNull(at)) return at + 4;
  program.memTotal = 0;
  program.memFree = 0;
  program.memAvailable = 0;
  program.anonPages = 0;
  program.swapTotal = 0;
  program.swapFree = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("MemTotal")) at = readKilobytes(at, offsetof<Program>("memTotal"));
    else if (keyIs("MemFree")) at = readKilobytes(at, offsetof<Program>("memFree"));
    else if (keyIs("MemAvailable")) at = readKilobytes(at, offsetof<Program>("memAvailable"));
    else if (keyIs("AnonPages")) at = readKilobytes(at, offsetof<Program>("anonPages"));
    else if (keyIs("SwapTotal")) at = readKilobytes(at, offsetof<Program>("swapTotal"));
    else if (keyIs("SwapFree")) at = readKilobytes(at, offsetof<Program>("swapFree"));
    else at = skipValue(at);
    at = nextMember(at);
  }
  if (program.hasSwaps == 0) {
    program.swapsTotal = program.swapTotal;
    program.swapsUsed = program.swapTotal - min(program.swapTotal, program.swapFree);
  }
  return closeObject(at);
}

/** kB of each device of /proc/swaps, and what is used of it. */
function readSwaps(at: usize): usize {
  if (isNull(at)) return at + 4;
  program.hasSwaps = 1;
  program.swapsTotal = 0;
  program.swapsUsed = 0;
  at = openArray(at);
  while (atElement(at)) {
    let index = 0;
    at = openArray(at);
    while (atElement(at)) {
      store<u64>(moment, 0);
      const start = at;
      at = readBelow(at, SWAPS_END, moment);
      if (at == 0) return 0;
      if (index == 0) program.swapsTotal += load<u64>(moment) << 10;
      else program.swapsUsed += load<u64>(moment) << 10;
      if (++index > 2) return fail(Status.WrongType, OomdReason.Swaps, start);
      at = nextElement(at);
    }
    at = nextElement(closeArray(at));
  }
  if (program.swapsUsed > program.swapsTotal) return fail(Status.WrongType, OomdReason.Swaps, 0);
  return closeArray(at);
}

/** /proc/pressure/memory, which oomd reads in place of the root's own file. */
function readRootPressure(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("full")) {
      at = readPressure(at, changetype<usize>(cgroupAt(ROOT)) + offsetof<Cgroup>("avg10"));
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readKilobytes(at: usize, offset: usize): usize {
  at = readBelow(at, KILOBYTES_END, PROGRAM_OFFSET + offset);
  if (at != 0) store<u64>(PROGRAM_OFFSET + offset, load<u64>(PROGRAM_OFFSET + offset) << 10);
  return failureStatus() == Status.Ok ? at : 0;
}
