/** The state as bytes, with a checksum, which detects damage but not forgery. */
import { Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { hashWords } from "../../base/arithmetic/hash.ts";
import { settleInput } from "../../base/input.ts";
import { fail } from "../../base/json/failure.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../../base/memory.ts";
import { CGROUPS_MAX, MONITORED_MAX, TEXT_BYTES, TEXT_OFFSET } from "../memory.ts";
import { cgroupAt } from "../model/cgroup.ts";
import { Monitored, monitor, pressureAt, swapAt } from "../model/monitored.ts";
import { Killer, program } from "../model/program.ts";
import { STATE_MAGIC, STATE_VERSION, StateEntry, StateHead } from "../model/state.ts";
import { OomdReason } from "../reasons.ts";
import { isOomdSound, saveOomd, takeOomd } from "./oomdState.ts";
import {
  CHECKSUM_BYTES,
  entryBytes,
  entryEnd,
  finishState,
  takePath,
  writePath,
} from "./stateEntry.ts";

/** Writes the state to the output region; answers its size, or a status. */
export function saveState(): i32 {
  if (program.killer == Killer.Oomd) return saveOomd();
  const head = changetype<StateHead>(OUTPUT_OFFSET);
  memory.fill(OUTPUT_OFFSET, 0, offsetof<StateHead>());
  head.magic = STATE_MAGIC;
  head.version = STATE_VERSION;
  head.fingerprint = program.fingerprint;
  head.nowMs = program.nowMs;
  head.nextPressureMs = program.nextPressureMs;
  head.nextSwapMs = program.nextSwapMs;
  head.actionMs = program.actionMs;
  head.reclaimMs = program.reclaimMs;
  head.scanned = program.scanned;
  head.resume = program.resume;
  head.pressureCount = program.pressureCount;
  head.swapCount = program.swapCount;
  let at = OUTPUT_OFFSET + offsetof<StateHead>();
  for (let index: u32 = 0; index < program.pressureCount; index++) {
    at = writeMonitored(at, pressureAt(index));
  }
  for (let index: u32 = 0; index < program.swapCount; index++) {
    at = writeMonitored(at, swapAt(index));
  }
  for (let row: u32 = 0; row < program.cgroupCount && at != 0; row++) {
    const cgroup = cgroupAt(row);
    if (cgroup.generation != program.generation) continue;
    head.candidateCount++;
    at = writeEntry(at, row, cgroup.seenPgscan);
  }
  return finishState(at);
}

function writeMonitored(at: usize, monitored: Monitored): usize {
  const start = at;
  at = writeEntry(at, monitored.row, monitored.pgscan);
  if (at == 0) return 0;
  const entry = changetype<StateEntry>(start);
  entry.limit = monitored.limit;
  entry.durationUs = monitored.durationUs;
  entry.overMs = monitored.overMs;
  entry.reclaimMs = monitored.reclaimMs;
  return at;
}

/** Answers the address after it, or 0 when the region is full. */
function writeEntry(at: usize, row: u32, pgscan: u64): usize {
  const cgroup = cgroupAt(row);
  const next = writePath(at, offsetof<StateEntry>(), cgroup);
  if (next == 0) return 0;
  const entry = changetype<StateEntry>(at);
  entry.pathSize = cgroup.pathSize;
  entry.pgscan = pgscan;
  return next;
}

/** Whether the bytes in the input region are a state of this configuration; a status. */
export function verifyState(size: i32): i32 {
  settleInput(size);
  const head = changetype<StateHead>(INPUT_OFFSET);
  const end = INPUT_OFFSET + usize(size) - CHECKSUM_BYTES;
  if (usize(size) < offsetof<StateHead>() + CHECKSUM_BYTES) return refuseState(OomdReason.State);
  if (head.magic != STATE_MAGIC || head.version != STATE_VERSION) {
    return refuseState(OomdReason.State);
  }
  if (load<u64>(end) != hashWords(INPUT_OFFSET, i32(end - INPUT_OFFSET))) {
    return refuseState(OomdReason.State);
  }
  if (head.fingerprint != program.fingerprint) return refuseState(OomdReason.OtherState);
  if (program.killer == Killer.Oomd) {
    return isOomdSound(size) ? Status.Ok : refuseState(OomdReason.State);
  }
  return areEntriesSound(head, end) ? Status.Ok : refuseState(OomdReason.State);
}

function areEntriesSound(head: StateHead, end: usize): bool {
  if (head.pressureCount > MONITORED_MAX || head.swapCount > MONITORED_MAX) return false;
  if (head.candidateCount > CGROUPS_MAX || head.resume < -1) return false;
  if (head.resume > i32(head.pressureCount)) return false;
  if (head.nextPressureMs < head.nowMs || head.nextSwapMs < head.nowMs || head.nowMs < 0) {
    return false;
  }
  const count = head.pressureCount + head.swapCount + head.candidateCount;
  let at = INPUT_OFFSET + offsetof<StateHead>();
  for (let index: u32 = 0; index < count; index++) {
    if (end - at < offsetof<StateEntry>()) return false;
    at = entryEnd(at, offsetof<StateEntry>(), changetype<StateEntry>(at).pathSize, end);
    if (at == 0) return false;
  }
  return at == end;
}

/** Puts a verified state in force; answers whether all of it has room. */
export function takeState(): bool {
  if (program.killer == Killer.Oomd) return takeOomd();
  const head = changetype<StateHead>(INPUT_OFFSET);
  program.nowMs = head.nowMs;
  program.nextPressureMs = head.nextPressureMs;
  program.nextSwapMs = head.nextSwapMs;
  program.actionMs = head.actionMs;
  program.reclaimMs = head.reclaimMs;
  program.scanned = head.scanned;
  program.resume = head.resume;
  useArena(TEXT_OFFSET + usize(program.textBytes), TEXT_OFFSET + TEXT_BYTES, 0);
  let at = INPUT_OFFSET + offsetof<StateHead>();
  const monitored = head.pressureCount + head.swapCount;
  for (let index: u32 = 0; index < monitored + head.candidateCount; index++) {
    const entry = changetype<StateEntry>(at);
    const row = takePath(at + offsetof<StateEntry>(), entry.pathSize);
    if (row < 0) return false;
    if (index < monitored) takeMonitored(entry, u32(row), index >= head.pressureCount);
    else {
      cgroupAt(u32(row)).generation = program.generation;
      cgroupAt(u32(row)).seenPgscan = entry.pgscan;
    }
    at += entryBytes(offsetof<StateEntry>(), entry.pathSize);
  }
  return true;
}

function takeMonitored(entry: StateEntry, row: u32, isSwap: bool): void {
  const monitored = monitor(isSwap, row);
  if (monitored === null) return;
  monitored.limit = entry.limit;
  monitored.durationUs = entry.durationUs;
  monitored.overMs = entry.overMs;
  monitored.reclaimMs = entry.reclaimMs;
  monitored.pgscan = entry.pgscan;
}

export function refuseState(reason: i32): i32 {
  fail(Status.InvalidState, reason, 0);
  return Status.InvalidState;
}
