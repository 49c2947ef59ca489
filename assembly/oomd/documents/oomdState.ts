/** The state of oomd as bytes: its clocks, and what it counted of cgroups at its last look. */
import { useArena } from "../../base/arena.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../../base/memory.ts";
import { CGROUPS_MAX, TEXT_BYTES, TEXT_OFFSET } from "../memory.ts";
import { Cgroup, CgroupFlag, Counters, cgroupAt } from "../model/cgroup.ts";
import { oomd, PluginClock, pluginAt, RulesetClock, rulesetAt } from "../model/oomd.ts";
import { CounterEntry, OomdHead } from "../model/oomdState.ts";
import { NEVER_MS, program } from "../model/program.ts";
import { STATE_MAGIC, STATE_VERSION } from "../model/state.ts";
import {
  CHECKSUM_BYTES,
  entryBytes,
  entryEnd,
  finishState,
  takePath,
  writePath,
} from "./stateEntry.ts";

const AMOUNT_MAX: u64 = 1 << 62;

/** Writes the state to the output region; answers its size, or a status. */
export function saveOomd(): i32 {
  const head = changetype<OomdHead>(OUTPUT_OFFSET);
  memory.fill(OUTPUT_OFFSET, 0, offsetof<OomdHead>());
  head.magic = STATE_MAGIC;
  head.version = STATE_VERSION;
  head.fingerprint = program.fingerprint;
  head.nowMs = program.nowMs;
  head.nextMs = program.nextPressureMs;
  head.memTotal = oomd.memTotal;
  head.swapTotal = oomd.swapTotal;
  head.tick = oomd.tick;
  head.ruleset = oomd.ruleset;
  head.action = oomd.action;
  head.group = oomd.group;
  head.hasStarted = oomd.hasStarted;
  let at = writeClocks(OUTPUT_OFFSET + offsetof<OomdHead>());
  for (let row: u32 = 0; row < program.cgroupCount && at != 0; row++) {
    const cgroup = cgroupAt(row);
    if (!isCounted(cgroup)) continue;
    head.cgroupCount++;
    at = writeCounters(at, cgroup);
  }
  return finishState(at);
}

/** Only what was read at the last look counts at the next one. */
function isCounted(cgroup: Cgroup): bool {
  if (oomd.tick == 0) return false;
  const tick = oomd.tick;
  return cgroup.averageTick == tick || cgroup.costTick == tick || cgroup.scanTick == tick;
}

/** The clocks of all rulesets and plugins follow each other. */
function writeClocks(at: usize): usize {
  for (let index: u32 = 0; index < oomd.rulesetCount; index++) {
    memory.copy(at, changetype<usize>(rulesetAt(index)), offsetof<RulesetClock>());
    at += offsetof<RulesetClock>();
  }
  for (let index: u32 = 0; index < oomd.pluginCount; index++) {
    memory.copy(at, changetype<usize>(pluginAt(index)), offsetof<PluginClock>());
    at += offsetof<PluginClock>();
  }
  return at;
}

function writeCounters(at: usize, cgroup: Cgroup): usize {
  const next = writePath(at, offsetof<CounterEntry>(), cgroup);
  if (next == 0) return 0;
  memory.copy(at, changetype<usize>(cgroup), offsetof<Counters>());
  changetype<CounterEntry>(at).pathSize = cgroup.pathSize;
  return next;
}

/** Whether what follows the magic number and the checksum is a state of these settings. */
export function isOomdSound(size: i32): bool {
  const clocks =
    offsetof<OomdHead>() +
    usize(oomd.rulesetCount) * offsetof<RulesetClock>() +
    usize(oomd.pluginCount) * offsetof<PluginClock>();
  if (usize(size) < clocks + CHECKSUM_BYTES) return false;
  const head = changetype<OomdHead>(INPUT_OFFSET);
  if (!isHeadSound(head) || !areClocksSound(head)) return false;
  const end = INPUT_OFFSET + usize(size) - CHECKSUM_BYTES;
  let at = INPUT_OFFSET + clocks;
  for (let index: u32 = 0; index < head.cgroupCount; index++) {
    if (end - at < offsetof<CounterEntry>()) return false;
    const entry = changetype<CounterEntry>(at);
    if (!isCounterSound(entry, head.tick)) return false;
    at = entryEnd(at, offsetof<CounterEntry>(), entry.pathSize, end);
    if (at == 0) return false;
  }
  return at == end;
}

function isHeadSound(head: OomdHead): bool {
  if (head.cgroupCount > CGROUPS_MAX || head.nowMs < 0 || head.nextMs < head.nowMs) return false;
  if (head.nextMs - head.nowMs > program.pressurePeriodMs) return false;
  if (head.memTotal > AMOUNT_MAX || head.swapTotal > AMOUNT_MAX || head.tick > 1 << 30)
    return false;
  if (head.group > oomd.groupCount || head.hasStarted > 1) return false;
  if (head.ruleset < -1 || head.ruleset >= i32(oomd.rulesetCount) || head.action < -1) return false;
  if (head.ruleset < 0) return true;
  return head.action <= i32(rulesetAt(u32(head.ruleset)).actionCount);
}

function areClocksSound(head: OomdHead): bool {
  let at = INPUT_OFFSET + offsetof<OomdHead>();
  for (let index: u32 = 0; index < oomd.rulesetCount; index++) {
    const entry = changetype<RulesetClock>(at);
    const isAction = entry.waiting >= -1 && entry.waiting < i32(rulesetAt(index).actionCount);
    if (!isAction || entry.waitingGroup > oomd.groupCount || entry.pausedMs < 0) return false;
    at += offsetof<RulesetClock>();
  }
  for (let index: u32 = 0; index < oomd.pluginCount; index++) {
    const entry = changetype<PluginClock>(at);
    if (entry.sinceMs < NEVER_MS || entry.sinceMs > head.nowMs) return false;
    if (entry.lastTick > head.tick || entry.last > AMOUNT_MAX) return false;
    at += offsetof<PluginClock>();
  }
  return true;
}

function isCounterSound(entry: CounterEntry, tick: u32): bool {
  if (entry.averageTick > tick || entry.costTick > tick || entry.scanTick > tick) return false;
  if (entry.average > AMOUNT_MAX || entry.scanSeen > AMOUNT_MAX) return false;
  return entry.costSeen >= 0 && u64(entry.costSeen) <= AMOUNT_MAX;
}

/** Puts a verified state in force; answers whether all of it has room. */
export function takeOomd(): bool {
  const head = changetype<OomdHead>(INPUT_OFFSET);
  program.nowMs = head.nowMs;
  program.nextPressureMs = head.nextMs;
  oomd.memTotal = head.memTotal;
  oomd.swapTotal = head.swapTotal;
  oomd.tick = head.tick;
  oomd.ruleset = head.ruleset;
  oomd.action = head.action;
  oomd.group = head.group;
  oomd.hasStarted = head.hasStarted;
  useArena(TEXT_OFFSET + usize(program.textBytes), TEXT_OFFSET + TEXT_BYTES, 0);
  let at = takeClocks(INPUT_OFFSET + offsetof<OomdHead>());
  for (let index: u32 = 0; index < head.cgroupCount; index++) {
    const entry = changetype<CounterEntry>(at);
    if (!takeCounters(entry, at + offsetof<CounterEntry>())) return false;
    at += entryBytes(offsetof<CounterEntry>(), entry.pathSize);
  }
  return true;
}

function takeClocks(at: usize): usize {
  for (let index: u32 = 0; index < oomd.rulesetCount; index++) {
    memory.copy(changetype<usize>(rulesetAt(index)), at, offsetof<RulesetClock>());
    at += offsetof<RulesetClock>();
  }
  for (let index: u32 = 0; index < oomd.pluginCount; index++) {
    memory.copy(changetype<usize>(pluginAt(index)), at, offsetof<PluginClock>());
    at += offsetof<PluginClock>();
  }
  return at;
}

/** The cgroup lives only once a step has its files; then it goes on with its counters. */
function takeCounters(entry: CounterEntry, path: usize): bool {
  const row = takePath(path, entry.pathSize);
  if (row < 0) return false;
  const cgroup = cgroupAt(u32(row));
  cgroup.flags |= u32(CgroupFlag.Restored);
  memory.copy(changetype<usize>(cgroup), changetype<usize>(entry), offsetof<Counters>());
  return true;
}
