/** Files of one cgroup. What a step leaves out stays as it was. */
import { Status } from "../../abi.ts";
import { reserveText } from "../../base/arena.ts";
import { fail, Reason } from "../../base/json/failure.ts";
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
import { readBoolean, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import {
  ALL_MISSING,
  Cgroup,
  CgroupFlag,
  cgroupAt,
  isLiving,
  Missing,
  rowFor,
  rowOf,
} from "../model/cgroup.ts";
import { program } from "../model/program.ts";
import { scannedBy } from "../model/scans.ts";
import { OomdReason } from "../reasons.ts";
import { readIo } from "./io.ts";
import { COUNT_END, isWordTrue, readBelow, readDecimal, readSize, readSmall } from "./values.ts";

const SLASH: u8 = 0x2f;
const PROCESSES_END: u64 = 1 << 22;
const OWNERS_END: u64 = 1 << 32;
const RATES_END: u64 = 1 << 32;

const MARKS: u32 = CgroupFlag.Avoid | CgroupFlag.Omit | CgroupFlag.Preferred | CgroupFlag.Avoided;

const number: usize = memory.data(8, 8);

/** `null` removes the cgroup and all below it. */
export function readCgroup(at: usize, path: usize, size: i32): usize {
  let row = rowOf(path, size);
  if (isNull(at)) {
    if (row > 0) cgroupAt(u32(row)).flags &= ~u32(CgroupFlag.Living);
    program.isOrdered = 0;
    return at + 4;
  }
  if (row < 0 || !isLiving(cgroupAt(u32(row)))) {
    row = revive(path, size, row, at);
    if (row < 0) return 0;
  }
  const cgroup = cgroupAt(u32(row));
  if ((cgroup.flags & u32(CgroupFlag.Implied)) != 0) {
    cgroup.flags &= ~u32(CgroupFlag.Implied);
    cgroup.missing = 0;
  }
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readMember(at, cgroup));
  }
  return closeObject(at);
}

/** Makes a cgroup, and those above it, as directories. */
function revive(path: usize, size: i32, row: i32, at: usize): i32 {
  if (row < 0) {
    const copy = reserveText(size);
    if (copy == 0) {
      fail(Status.TableFull, Reason.Text, at);
      return -1;
    }
    memory.copy(copy, path, size);
    path = copy;
  } else path = cgroupAt(u32(row)).path;
  program.isOrdered = 0;
  for (let end = 2; end <= size; end++) {
    if (end < size && load<u8>(path + usize(end)) != SLASH) continue;
    row = rowFor(path, end);
    if (row < 0) {
      fail(Status.TableFull, OomdReason.Cgroups, at);
      return -1;
    }
    const cgroup = cgroupAt(u32(row));
    if (!isLiving(cgroup)) makeEmpty(cgroup);
  }
  return row;
}

/** What was known of it as a candidate goes by its path, and stays; counters of oomd end. */
function makeEmpty(cgroup: Cgroup): void {
  if ((cgroup.flags & u32(CgroupFlag.Restored)) == 0) {
    cgroup.averageTick = 0;
    cgroup.costTick = 0;
    cgroup.scanTick = 0;
  }
  const start = changetype<usize>(cgroup);
  const from = offsetof<Cgroup>("owner");
  memory.fill(start + from, 0, offsetof<Cgroup>("generation") - from);
  cgroup.flags = u32(CgroupFlag.Living) | u32(CgroupFlag.Implied);
  cgroup.missing = ALL_MISSING;
}

function readMember(at: usize, cgroup: Cgroup): usize {
  const row = changetype<usize>(cgroup);
  if (keyIs("full")) return readPressure(at, row + offsetof<Cgroup>("avg10"));
  if (keyIs("io")) return readPressure(at, row + offsetof<Cgroup>("ioAvg10"));
  if (keyIs("ioStat")) return readIo(at, cgroup);
  if (keyIs("dying")) return readSmall(at, PROCESSES_END, row + offsetof<Cgroup>("dying"));
  if (keyIs("populated")) return readPopulated(at, cgroup);
  if (keyIs("anon")) return readAnon(at, cgroup);
  if (keyIs("current")) return readBelow(at, COUNT_END, row + offsetof<Cgroup>("current"));
  if (keyIs("min")) return readSize(at, row + offsetof<Cgroup>("min"));
  if (keyIs("low")) return readSize(at, row + offsetof<Cgroup>("low"));
  if (keyIs("swap")) return readBelow(at, COUNT_END, row + offsetof<Cgroup>("swap"));
  if (keyIs("pgscan")) {
    cgroup.scannedMs = program.nowMs;
    return readBelow(at, COUNT_END, row + offsetof<Cgroup>("pgscan"));
  }
  if (keyIs("pgscanRate")) {
    const scanned = scannedBy(cgroup);
    cgroup.pgscan = scanned;
    cgroup.scannedMs = program.nowMs;
    return readBelow(at, RATES_END, row + offsetof<Cgroup>("pgscanRate"));
  }
  if (keyIs("oomGroup")) return readOomGroup(at, cgroup);
  if (keyIs("uid")) return readSmall(at, OWNERS_END, row + offsetof<Cgroup>("owner"));
  if (keyIs("sleeps") || keyIs("processes")) {
    if (!isNull(at)) cgroup.flags &= ~u32(CgroupFlag.Empty);
    return readSmall(at, PROCESSES_END, row + offsetof<Cgroup>("processes"));
  }
  if (keyIs("xattrs")) return readMarks(at, cgroup);
  if (keyIs("missing")) return readMissing(at, cgroup);
  return skipValue(at);
}

/** avg10, avg60 and avg300 in percent as three u32, and the total, which counts for nothing. */
export function readPressure(at: usize, target: usize): usize {
  if (isNull(at)) return at + 4;
  memory.fill(target, 0, 12);
  let index = 0;
  at = openArray(at);
  while (atElement(at)) {
    const start = at;
    store<u64>(number, 0);
    if (index == 4) return fail(Status.WrongType, OomdReason.Pressure, at);
    if (index == 3) at = readBelow(at, u64.MAX_VALUE, number);
    else at = readDecimal(at, 2, number);
    if (at == 0) return 0;
    const value = load<u64>(number);
    if (index < 3) {
      if (value > 10_000) return fail(Status.WrongType, OomdReason.Pressure, start);
      store<u32>(target + 4 * usize(index), u32(value));
    }
    index++;
    at = nextElement(at);
  }
  return closeArray(at);
}

function readPopulated(at: usize, cgroup: Cgroup): usize {
  store<u8>(number, 1);
  at = readBoolean(at, number);
  if (at == 0 || !valuePresent) return at;
  if (load<u8>(number) != 0) cgroup.flags &= ~u32(CgroupFlag.Empty);
  else cgroup.flags |= u32(CgroupFlag.Empty);
  return at;
}

/** Without it, all that is in use is. */
function readAnon(at: usize, cgroup: Cgroup): usize {
  at = readBelow(at, COUNT_END, changetype<usize>(cgroup) + offsetof<Cgroup>("anon"));
  cgroup.hasAnon = u32(valuePresent);
  return at;
}

function readOomGroup(at: usize, cgroup: Cgroup): usize {
  at = readUnsigned(at, number);
  if (at == 0 || !valuePresent) return at;
  if (load<u64>(number) != 0) cgroup.flags |= u32(CgroupFlag.OomGroup);
  else cgroup.flags &= ~u32(CgroupFlag.OomGroup);
  return at;
}

function readMarks(at: usize, cgroup: Cgroup): usize {
  if (isNull(at)) return at + 4;
  cgroup.flags &= ~MARKS;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    const flag = keyIs("user.oomd_avoid")
      ? u32(CgroupFlag.Avoid)
      : keyIs("user.oomd_omit")
        ? u32(CgroupFlag.Omit)
        : 0;
    cgroup.flags |= markOfOomd();
    if (flag == 0) at = skipValue(at);
    else {
      at = readWord(at);
      if (at != 0 && isWordTrue()) cgroup.flags |= flag;
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

/** What counts for oomd whatever its value is. */
function markOfOomd(): u32 {
  if (keyIs("user.oomd_avoid") || keyIs("trusted.oomd_avoid")) return u32(CgroupFlag.Avoided);
  if (keyIs("user.oomd_prefer") || keyIs("trusted.oomd_prefer")) return u32(CgroupFlag.Preferred);
  return 0;
}

/** Files that no program reads may be absent without a difference. */
function readMissing(at: usize, cgroup: Cgroup): usize {
  if (isNull(at)) return at + 4;
  cgroup.missing = 0;
  at = openArray(at);
  while (atElement(at)) {
    at = readWord(at);
    if (at != 0) cgroup.missing |= missingBit();
    at = nextElement(at);
  }
  return closeArray(at);
}

function missingBit(): u32 {
  if (wordIs("memory.pressure")) return u32(Missing.Pressure);
  if (wordIs("memory.current")) return u32(Missing.Current);
  if (wordIs("memory.min")) return u32(Missing.Min);
  if (wordIs("memory.low")) return u32(Missing.Low);
  if (wordIs("memory.stat")) return u32(Missing.Stat);
  if (wordIs("memory.swap.current")) return u32(Missing.Swap);
  if (wordIs("memory.oom.group")) return u32(Missing.OomGroup);
  if (wordIs("cgroup.controllers")) return u32(Missing.Controllers);
  if (wordIs("io.pressure")) return u32(Missing.IoPressure);
  if (wordIs("io.stat")) return u32(Missing.IoStat);
  if (wordIs("cgroup.stat")) return u32(Missing.CgroupStat);
  return wordIs("cgroup.procs") ? u32(Missing.Procs) : 0;
}
