/** Cgroups that systemd's manager reported with `kill`, in the order of their paths. */
import { compareText } from "../../base/text.ts";
import {
  MESSAGE_SIZE,
  MESSAGES_OFFSET,
  MONITORED_MAX,
  MONITORED_SIZE,
  PRESSURE_OFFSET,
  SWAP_OFFSET,
} from "../memory.ts";
import { cgroupAt } from "./cgroup.ts";
import { NEVER_MS, program } from "./program.ts";

@unmanaged
export class Monitored {
  row: u32;
  /** Hundredths of a percent. */
  limit: u32;
  durationUs: u64;
  /** Since when it is over its limit, or `NEVER_MS`. */
  overMs: i64;
  reclaimMs: i64;
  pgscan: u64;
  lastPgscan: u64;
}

/** A report of the manager, until all cgroups of its step are read. */
@unmanaged
export class Message {
  path: u32;
  pathSize: i32;
  /** Hundredths of a percent; 0 for the default. */
  limit: u32;
  isKill: u8;
  isSwap: u8;
  isRules: u8;
  ruleCount: u8;
  /** 0 for the default. */
  durationUs: u64;
  /** Numbers of rules, a byte each. */
  first: u64;
  second: u64;
}

export function pressureAt(index: u32): Monitored {
  return changetype<Monitored>(PRESSURE_OFFSET + usize(index) * MONITORED_SIZE);
}

export function swapAt(index: u32): Monitored {
  return changetype<Monitored>(SWAP_OFFSET + usize(index) * MONITORED_SIZE);
}

export function messageAt(index: u32): Message {
  return changetype<Message>(MESSAGES_OFFSET + usize(index) * MESSAGE_SIZE);
}

function tableOf(isSwap: bool): usize {
  return isSwap ? SWAP_OFFSET : PRESSURE_OFFSET;
}

function countOf(isSwap: bool): u32 {
  return isSwap ? program.swapCount : program.pressureCount;
}

function setCount(isSwap: bool, count: u32): void {
  if (isSwap) program.swapCount = count;
  else program.pressureCount = count;
}

/** Where the entry of a row is, or belongs. */
function indexOf(isSwap: bool, row: u32): u32 {
  const table = tableOf(isSwap);
  const cgroup = cgroupAt(row);
  let low: u32 = 0;
  let high = countOf(isSwap);
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = changetype<Monitored>(table + usize(middle) * MONITORED_SIZE);
    const other = cgroupAt(entry.row);
    if (compareText(other.path, other.pathSize, cgroup.path, cgroup.pathSize) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entry of a row, made when there is none; null when the table is full. */
export function monitor(isSwap: bool, row: u32): Monitored | null {
  const count = countOf(isSwap);
  const index = indexOf(isSwap, row);
  const at = tableOf(isSwap) + usize(index) * MONITORED_SIZE;
  const entry = changetype<Monitored>(at);
  if (index < count && entry.row == row) return entry;
  if (count == MONITORED_MAX) return null;
  memory.copy(at + MONITORED_SIZE, at, usize(count - index) * MONITORED_SIZE);
  memory.fill(at, 0, MONITORED_SIZE);
  entry.row = row;
  entry.overMs = NEVER_MS;
  entry.reclaimMs = -program.uptimeMs;
  setCount(isSwap, count + 1);
  return entry;
}

export function forgetMonitored(isSwap: bool, row: u32): void {
  const count = countOf(isSwap);
  const index = indexOf(isSwap, row);
  const at = tableOf(isSwap) + usize(index) * MONITORED_SIZE;
  if (index == count || changetype<Monitored>(at).row != row) return;
  memory.copy(at, at + MONITORED_SIZE, usize(count - index - 1) * MONITORED_SIZE);
  setCount(isSwap, count - 1);
}
