/** The state as bytes, with a checksum, which detects damage but not forgery. */
import { Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { hashWords } from "../../base/arithmetic/hash.ts";
import { settleInput } from "../../base/input.ts";
import { fail } from "../../base/json/failure.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../../base/memory.ts";
import {
  CGROUPS_MAX,
  MONITORED_MAX,
  RULED_MAX,
  RULES_OF_ONE,
  TEXT_BYTES,
  TEXT_OFFSET,
} from "../memory.ts";
import { Cgroup, cgroupAt } from "../model/cgroup.ts";
import { Monitored, monitor, pressureAt, swapAt } from "../model/monitored.ts";
import { clockOf, giveRules, Ruled, ruledAt, setClock } from "../model/oomRule.ts";
import { Killer, program } from "../model/program.ts";
import {
  RULED_ENTRY_BYTES,
  RuledEntry,
  STATE_MAGIC,
  STATE_VERSION,
  StateEntry,
  StateHead,
} from "../model/state.ts";
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
  head.nextRulesMs = program.nextRulesMs;
  head.ruleActionMs = program.ruleActionMs;
  head.actionMs = program.actionMs;
  head.reclaimMs = program.reclaimMs;
  head.scanned = program.scanned;
  head.resume = program.resume;
  head.pressureCount = program.pressureCount;
  head.swapCount = program.swapCount;
  head.ruledCount = program.ruledCount;
  head.ruleResume = program.ruleResume;
  let at = OUTPUT_OFFSET + offsetof<StateHead>();
  for (let index: u32 = 0; index < program.pressureCount; index++) {
    at = writeMonitored(at, pressureAt(index));
  }
  for (let index: u32 = 0; index < program.swapCount; index++) {
    at = writeMonitored(at, swapAt(index));
  }
  for (let index: u32 = 0; index < program.ruledCount; index++) {
    at = writeRuled(at, ruledAt(index));
  }
  for (let row: u32 = 0; row < program.cgroupCount && at != 0; row++) {
    const cgroup = cgroupAt(row);
    if (cgroup.generation != program.generation) continue;
    head.candidateCount++;
    at = writeEntry(at, row, cgroup.seenPgscan);
  }
  for (let row: u32 = 0; row < program.cgroupCount && at != 0; row++) {
    const cgroup = cgroupAt(row);
    if (cgroup.ruleGeneration != program.ruleGeneration) continue;
    head.ruleCandidateCount++;
    at = writeEntry(at, row, cgroup.ruleSeen);
  }
  return finishState(at);
}

function writeRuled(at: usize, ruled: Ruled): usize {
  const cgroup = cgroupAt(ruled.row);
  const next = writePath(at, RULED_ENTRY_BYTES, cgroup);
  if (next == 0) return 0;
  const entry = changetype<RuledEntry>(at);
  entry.pathSize = cgroup.pathSize;
  entry.count = ruled.count;
  entry.reclaimMs = ruled.reclaimMs;
  entry.pgscan = ruled.pgscan;
  entry.first = ruled.first;
  entry.second = ruled.second;
  for (let place: u32 = 0; place < RULES_OF_ONE; place++) {
    store<i64>(at + offsetof<RuledEntry>() + 8 * usize(place), clockOf(ruled, place));
  }
  return next;
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
  if (head.ruledCount > RULED_MAX || head.ruleCandidateCount > CGROUPS_MAX) return false;
  if (head.ruleResume < -1 || head.ruleResume > i32(head.ruledCount * RULES_OF_ONE)) return false;
  if (head.nextPressureMs < head.nowMs || head.nextSwapMs < head.nowMs || head.nowMs < 0) {
    return false;
  }
  if (head.nextRulesMs < head.nowMs) return false;
  let at = INPUT_OFFSET + offsetof<StateHead>();
  at = endOfEntries(at, head.pressureCount + head.swapCount, end);
  for (let index: u32 = 0; index < head.ruledCount && at != 0; index++) at = endOfRuled(at, end);
  return endOfEntries(at, head.candidateCount + head.ruleCandidateCount, end) == end;
}

/** The address after as many entries, or 0. */
function endOfEntries(at: usize, count: u32, end: usize): usize {
  for (let index: u32 = 0; index < count && at != 0; index++) {
    if (end - at < offsetof<StateEntry>()) return 0;
    at = entryEnd(at, offsetof<StateEntry>(), changetype<StateEntry>(at).pathSize, end);
  }
  return at;
}

/** The address after an entry whose rules are there, or 0. */
function endOfRuled(at: usize, end: usize): usize {
  if (end - at < RULED_ENTRY_BYTES) return 0;
  const entry = changetype<RuledEntry>(at);
  if (entry.count > RULES_OF_ONE) return 0;
  for (let place: u32 = 0; place < entry.count; place++) {
    const number = load<u8>(at + offsetof<RuledEntry>("first") + usize(place));
    if (u32(number) >= program.oomRuleCount) return 0;
  }
  return entryEnd(at, RULED_ENTRY_BYTES, entry.pathSize, end);
}

/** Puts a verified state in force; answers whether all of it has room. */
export function takeState(): bool {
  if (program.killer == Killer.Oomd) return takeOomd();
  const head = changetype<StateHead>(INPUT_OFFSET);
  program.nowMs = head.nowMs;
  program.nextPressureMs = head.nextPressureMs;
  program.nextSwapMs = head.nextSwapMs;
  program.nextRulesMs = head.nextRulesMs;
  program.ruleActionMs = head.ruleActionMs;
  program.actionMs = head.actionMs;
  program.reclaimMs = head.reclaimMs;
  program.scanned = head.scanned;
  program.resume = head.resume;
  program.ruleResume = head.ruleResume;
  useArena(TEXT_OFFSET + usize(program.textBytes), TEXT_OFFSET + TEXT_BYTES, 0);
  let at = INPUT_OFFSET + offsetof<StateHead>();
  const monitored = head.pressureCount + head.swapCount;
  for (let index: u32 = 0; index < monitored; index++) {
    const row = takeRow(at);
    if (row < 0) return false;
    takeMonitored(changetype<StateEntry>(at), u32(row), index >= head.pressureCount);
    at = afterEntry(at);
  }
  for (let index: u32 = 0; index < head.ruledCount; index++) {
    const size = changetype<RuledEntry>(at).pathSize;
    const row = takePath(at + RULED_ENTRY_BYTES, size);
    if (row < 0 || !takeRuled(at, u32(row))) return false;
    at += entryBytes(RULED_ENTRY_BYTES, size);
  }
  for (let index: u32 = 0; index < head.candidateCount + head.ruleCandidateCount; index++) {
    const row = takeRow(at);
    if (row < 0) return false;
    takeCandidate(changetype<StateEntry>(at), cgroupAt(u32(row)), index >= head.candidateCount);
    at = afterEntry(at);
  }
  return true;
}

function takeRow(at: usize): i32 {
  return takePath(at + offsetof<StateEntry>(), changetype<StateEntry>(at).pathSize);
}

function afterEntry(at: usize): usize {
  return at + entryBytes(offsetof<StateEntry>(), changetype<StateEntry>(at).pathSize);
}

function takeCandidate(entry: StateEntry, cgroup: Cgroup, isOfRules: bool): void {
  if (isOfRules) {
    cgroup.ruleGeneration = program.ruleGeneration;
    cgroup.ruleSeen = entry.pgscan;
  } else {
    cgroup.generation = program.generation;
    cgroup.seenPgscan = entry.pgscan;
  }
}

function takeRuled(at: usize, row: u32): bool {
  const entry = changetype<RuledEntry>(at);
  const ruled = giveRules(row);
  if (ruled === null) return false;
  ruled.count = entry.count;
  ruled.reclaimMs = entry.reclaimMs;
  ruled.pgscan = entry.pgscan;
  ruled.first = entry.first;
  ruled.second = entry.second;
  for (let place: u32 = 0; place < RULES_OF_ONE; place++) {
    setClock(ruled, place, load<i64>(at + offsetof<RuledEntry>() + 8 * usize(place)));
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
