/** One look of oomd: what is counted, detectors, and the actions of each ruleset. */
import { CgroupFlag, cgroupAt } from "../model/cgroup.ts";
import {
  Group,
  groupAt,
  isKilling,
  Kind,
  oomd,
  Plugin,
  PluginFlag,
  pluginAt,
  pluginHas,
  Ruleset,
  rulesetAt,
} from "../model/oomd.ts";
import { program } from "../model/program.ts";
import { readAverage, readCost, readScans } from "./counters.ts";
import { detects } from "./detect.ts";
import { listedAt, matchCgroups } from "./patterns.ts";
import { rowAt } from "./places.ts";
import { pickCgroup, walksDown } from "./rank.ts";
import { endProcesses, processesOf } from "./select.ts";

enum Outcome {
  Continue,
  Stop,
  Wait,
}

/** Looks until something was decided, up to a moment; answers whether it was. */
export function runOomd(moment: i64): bool {
  for (;;) {
    if (oomd.ruleset >= 0 && goOn()) return true;
    if (program.nextPressureMs >= moment) break;
    program.nowMs = program.nextPressureMs;
    program.nextPressureMs += program.pressurePeriodMs;
    startLook();
  }
  program.nowMs = moment;
  return false;
}

/** What plugins count from look to look is read before any of them runs. */
function startLook(): void {
  oomd.tick++;
  oomd.ruleset = 0;
  oomd.action = -1;
  for (let index: u32 = 0; index < oomd.pluginCount; index++) {
    const plugin = pluginAt(index);
    const isSize = plugin.kind == Kind.KillByMemorySizeOrGrowth;
    if (isSize || plugin.kind == Kind.KillByIoCost) countAll(plugin);
  }
}

/** Reads what a plugin counts of its cgroups and, if it walks down, of those below. */
function countAll(plugin: Plugin): void {
  const count = matchCgroups(plugin, 0);
  for (let index: u32 = 0; index < count; index++) {
    const top = cgroupAt(listedAt(index));
    let place = top.place;
    do {
      const row = rowAt(place);
      if (plugin.kind == Kind.KillByMemorySizeOrGrowth) readAverage(row);
      else if (plugin.kind == Kind.KillByIoCost) readCost(row);
      else readScans(row);
      place = walksDown(plugin, cgroupAt(row)) ? place + 1 : cgroupAt(row).end;
    } while (place < top.end);
  }
}

/** Goes on with a look; answers whether something was decided. */
function goOn(): bool {
  while (oomd.ruleset < i32(oomd.rulesetCount)) {
    const ruleset = rulesetAt(u32(oomd.ruleset));
    if (oomd.action < 0) oomd.action = firstAction(ruleset);
    while (oomd.action < i32(ruleset.actionCount)) {
      const plugin = pluginAt(ruleset.actionStart + u32(oomd.action));
      oomd.present = 0;
      settle(ruleset, plugin, act(ruleset, plugin));
      if (oomd.present != 0) return true;
    }
    oomd.ruleset++;
    oomd.action = -1;
  }
  oomd.ruleset = -1;
  return false;
}

/** Where the actions of a ruleset begin: after the last one if none runs. */
function firstAction(ruleset: Ruleset): i32 {
  let fired = -1;
  // All run: they keep clocks.
  for (let index: u32 = 0; index < ruleset.groupCount; index++) {
    if (fires(groupAt(ruleset.groupStart + index)) && fired < 0) {
      fired = i32(ruleset.groupStart + index);
    }
  }
  if (program.nowMs < ruleset.pausedMs) return i32(ruleset.actionCount);
  if (ruleset.waiting >= 0) {
    const action = ruleset.waiting;
    oomd.group = ruleset.waitingGroup;
    ruleset.waiting = -1;
    return action;
  }
  if (fired < 0) return i32(ruleset.actionCount);
  oomd.group = u32(fired);
  return 0;
}

function fires(group: Group): bool {
  let all = true;
  for (let index: u32 = 0; index < group.pluginCount; index++) {
    if (!detects(pluginAt(group.pluginStart + index))) all = false;
  }
  return all;
}

function settle(ruleset: Ruleset, plugin: Plugin, outcome: Outcome): void {
  const action = oomd.action;
  oomd.action = outcome == Outcome.Continue ? action + 1 : i32(ruleset.actionCount);
  if (outcome == Outcome.Wait) {
    ruleset.waiting = action;
    ruleset.waitingGroup = oomd.group;
  }
  if (outcome != Outcome.Stop) return;
  const hasDelay = isKilling(plugin) && pluginHas(plugin, PluginFlag.HasDelay);
  ruleset.pausedMs = program.nowMs + (hasDelay ? plugin.delayMs : ruleset.delayMs);
}

function act(ruleset: Ruleset, plugin: Plugin): Outcome {
  if (!isKilling(plugin)) return detects(plugin) ? Outcome.Continue : Outcome.Stop;
  if (plugin.kind == Kind.KillByPgScan) {
    const hasLast = plugin.lastTick != 0 && plugin.lastTick + 1 == oomd.tick;
    countAll(plugin);
    plugin.lastTick = oomd.tick;
    if (!hasLast) return Outcome.Wait;
  }
  decide(ruleset, plugin);
  if (oomd.chosen < 0 || pluginHas(plugin, PluginFlag.AlwaysContinue)) return Outcome.Continue;
  return Outcome.Stop;
}

/** What would be killed otherwise is found first, so the lists are those of the decision. */
function decide(ruleset: Ruleset, plugin: Plugin): void {
  oomd.present = 1;
  oomd.atMs = program.nowMs;
  oomd.decidedRuleset = u32(oomd.ruleset);
  oomd.decidedGroup = oomd.group;
  oomd.plugin = ruleset.actionStart + u32(oomd.action);
  oomd.next = -1;
  oomd.instead = -1;
  oomd.killed = 0;
  oomd.chosen = pickCgroup(plugin, -1);
  if (oomd.chosen < 0) return;
  const chosen = u32(oomd.chosen);
  oomd.next = pickCgroup(plugin, oomd.chosen);
  oomd.instead = pickIfAvoided(plugin, chosen);
  pickCgroup(plugin, -1);
  if (pluginHas(plugin, PluginFlag.Dry)) return;
  oomd.killed = processesOf(chosen);
  endProcesses(chosen);
  const top = cgroupAt(chosen);
  for (let place = top.place; place < top.end; place++) {
    cgroupAt(rowAt(place)).flags |= u32(CgroupFlag.Empty);
  }
}

function pickIfAvoided(plugin: Plugin, row: u32): i32 {
  const cgroup = cgroupAt(row);
  const flags = cgroup.flags;
  cgroup.flags &= ~u32(CgroupFlag.Preferred);
  cgroup.flags |= u32(CgroupFlag.Avoided);
  const instead = pickCgroup(plugin, -1);
  const marks = u32(CgroupFlag.Preferred) | u32(CgroupFlag.Avoided);
  cgroup.flags = (cgroup.flags & ~marks) | (flags & marks);
  return instead;
}
