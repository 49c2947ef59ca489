/** A plugin of oomd with its arguments as numbers. */
import { Status } from "../../abi.ts";
import { float32FromDecimal, roundFloat32 } from "../../base/arithmetic/float32.ts";
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
  wrongType,
} from "../../base/json/member.ts";
import { readBoolean, readInteger, valuePresent } from "../../base/json/read.ts";
import { QUOTE, scanNumber } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { isDigit } from "../../base/text.ts";
import { PATTERNS_MAX, PLUGIN_SIZE, PLUGINS_MAX } from "../memory.ts";
import {
  isKilling,
  Kind,
  kindOf,
  oomd,
  Pattern,
  Plugin,
  PluginFlag,
  patternAt,
  pluginAt,
} from "../model/oomd.ts";
import { NEVER_MS } from "../model/program.ts";
import { OomdReason } from "../reasons.ts";
import { keepSetting } from "./keep.ts";
import { readDecimal } from "./values.ts";

const AMOUNT_END: i64 = 1 << 52;
const COUNT_END: i64 = 1 << 31;
const PERCENTILE_END: i64 = 100;
const GROWTH: u32 = 0x3fa00000;
const FALL_RATIO: u32 = 0x3f59999a;
const FULL: u64 = 0x42c80000;
const PARTS_MAX = 64;
const SLASH: u8 = 0x2f;

const number: usize = memory.data(8, 8);

export function readPlugin(at: usize, isAction: bool): usize {
  const start = at;
  if (oomd.pluginCount == PLUGINS_MAX) return fail(Status.TableFull, OomdReason.Rulesets, at);
  const plugin = pluginAt(oomd.pluginCount++);
  startPlugin(plugin);
  let hasName: bool = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("plugin")) {
      at = readName(at, plugin);
      hasName = true;
    } else at = readMember(at, plugin);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (!hasName || (isKilling(plugin) && !isAction)) {
    return fail(Status.WrongType, OomdReason.Plugin, start);
  }
  if (plugin.kind == Kind.KillBySwapUsage && plugin.threshold == NEVER_MS) plugin.threshold = 1;
  return at;
}

function startPlugin(plugin: Plugin): void {
  memory.fill(changetype<usize>(plugin), 0, PLUGIN_SIZE);
  plugin.patternStart = oomd.patternCount;
  plugin.threshold = NEVER_MS;
  plugin.sizePercent = 50;
  plugin.percentile = 80;
  plugin.growth = GROWTH;
  plugin.fallRatio = FALL_RATIO;
  plugin.sinceMs = NEVER_MS;
}

/** Before the first look, no page was scanned, and pressure was 100 %. */
export function resetPlugin(plugin: Plugin): void {
  plugin.sinceMs = NEVER_MS;
  plugin.last = plugin.kind == Kind.PressureRisingBeyond ? FULL : 0;
  plugin.lastTick = 0;
}

function readName(at: usize, plugin: Plugin): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  const kind = kindOf(wordAt(), wordSize());
  if (kind < 0) return fail(Status.WrongType, OomdReason.Plugin, start);
  plugin.kind = u32(kind);
  return at;
}

function readMember(at: usize, plugin: Plugin): usize {
  const row = changetype<usize>(plugin);
  if (keyIs("cgroup")) return readPatterns(at, plugin);
  if (keyIs("threshold")) return readSigned(at, AMOUNT_END, row + offsetof<Plugin>("threshold"));
  if (keyIs("percent")) {
    plugin.flags |= u32(PluginFlag.Percent);
    return readSigned(at, COUNT_END, row + offsetof<Plugin>("threshold"));
  }
  if (keyIs("duration")) return readSigned(at, COUNT_END, row + offsetof<Plugin>("durationS"));
  if (keyIs("delay")) {
    plugin.flags |= u32(PluginFlag.HasDelay);
    return readDecimal(at, 3, row + offsetof<Plugin>("delayMs"));
  }
  if (keyIs("size")) return readCount(at, COUNT_END, row + offsetof<Plugin>("sizePercent"));
  if (keyIs("percentile")) {
    return readCount(at, PERCENTILE_END, row + offsetof<Plugin>("percentile"));
  }
  if (keyIs("growth")) return readGrowth(at, plugin);
  if (keyIs("ratio")) return readRatio(at, plugin);
  if (keyIs("io")) return readFlag(at, plugin, PluginFlag.Io);
  if (keyIs("recursive")) return readFlag(at, plugin, PluginFlag.Recursive);
  if (keyIs("dry")) return readFlag(at, plugin, PluginFlag.Dry);
  if (keyIs("alwaysContinue")) return readFlag(at, plugin, PluginFlag.AlwaysContinue);
  if (keyIs("anon")) return readFlag(at, plugin, PluginFlag.Anon);
  if (keyIs("negate")) return readFlag(at, plugin, PluginFlag.Negate);
  if (keyIs("above")) return readFlag(at, plugin, PluginFlag.Above);
  return skipValue(at);
}

function readFlag(at: usize, plugin: Plugin, flag: PluginFlag): usize {
  store<u8>(number, 0);
  at = readBoolean(at, number);
  if (load<u8>(number) != 0) plugin.flags |= u32(flag);
  return at;
}

function readSigned(at: usize, end: i64, target: usize): usize {
  const start = at;
  at = readInteger(at, number);
  if (at == 0 || !valuePresent) return at;
  const value = load<i64>(number);
  if (value <= -end || value >= end) return fail(Status.WrongType, OomdReason.Argument, start);
  store<i64>(target, value);
  return at;
}

function readCount(at: usize, end: i64, target: usize): usize {
  const start = at;
  at = readSigned(at, end, number);
  if (at == 0 || !valuePresent) return at;
  const value = load<i64>(number);
  if (value < 0) return fail(Status.WrongType, OomdReason.Argument, start);
  store<u32>(target, u32(value));
  return at;
}

/** A whole number: oomd cuts what follows a point. */
function readGrowth(at: usize, plugin: Plugin): usize {
  store<u32>(number, u32.MAX_VALUE);
  at = readCount(at, COUNT_END, number);
  if (at != 0 && valuePresent) plugin.growth = roundFloat32(u64(load<u32>(number)), 0, false);
  return at;
}

function readRatio(at: usize, plugin: Plugin): usize {
  if (!isDigit(load<u8>(at))) return wrongType(at, OomdReason.Argument);
  const end = scanNumber(at);
  if (end == 0) return 0;
  let power = -1;
  for (let next = at; next < end; next++) {
    const byte = load<u8>(next);
    if ((byte | 0x20) == 0x65) return wrongType(at, OomdReason.Argument);
    if (byte == 0x2e) break;
    power++;
  }
  plugin.fallRatio = float32FromDecimal(at, end, power);
  return end;
}

function readPatterns(at: usize, plugin: Plugin): usize {
  at = openArray(at);
  while (atElement(at)) {
    const start = at;
    if (oomd.patternCount == PATTERNS_MAX) return fail(Status.TableFull, OomdReason.Rulesets, at);
    const pattern = patternAt(oomd.patternCount++);
    memory.fill(changetype<usize>(pattern), 0, offsetof<Pattern>());
    at = keepSetting(at, changetype<usize>(pattern));
    if (at == 0) return 0;
    if (!isPattern(pattern)) return fail(Status.WrongType, OomdReason.Pattern, start);
    plugin.patternCount++;
    at = nextElement(at);
  }
  return closeArray(at);
}

/** Empty for the root; else each part follows a slash. */
function isPattern(pattern: Pattern): bool {
  let parts = 0;
  const start = usize(pattern.text);
  const end = start + usize(pattern.size);
  for (let at = start; at < end; at++) {
    if (load<u8>(at) != SLASH) continue;
    if (++parts > PARTS_MAX || at + 1 == end || load<u8>(at + 1) == SLASH) return false;
  }
  return pattern.size == 0 || load<u8>(start) == SLASH;
}
