/** Which program is followed, and its settings. */
import { Document, Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { readBoolean } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { isDigit } from "../../base/text.ts";
import {
  OOM_RULE_SIZE,
  OOM_RULES_OFFSET,
  PROGRAM_OFFSET,
  SETTINGS_TEXT_OFFSET,
  TEXT_BYTES,
  TEXT_OFFSET,
} from "../memory.ts";
import { follows, Killer, NEVER_MS, NOT_DUE, Program, program } from "../model/program.ts";
import { NEWEST, OLDEST, Rule, releaseNumber, rulesOf } from "../model/release.ts";
import { OomdReason } from "../reasons.ts";
import { decodeEarlyoom, readEarlyoomVersion } from "./earlyoom.ts";
import { decodeOomd, readOomdVersion } from "./oomd.ts";
import { readOomRules } from "./oomRules.ts";
import { readPercentage, readTimeSpan, readWholePercents } from "./settings.ts";
import { readDecimal } from "./values.ts";

const SECOND_US: u64 = 1_000_000;
const DEFAULT_SWAP_LIMIT: u32 = 9_000;
const DEFAULT_PRESSURE_LIMIT: u32 = 6_000;
const DEFAULT_DURATION_US: u64 = 30 * SECOND_US;
/** As measured: systemd aligns timers, so looks are farther apart than the settings say. */
const PRESSURE_PERIOD_MS: i64 = 1_250;
const SWAP_PERIOD_MS: i64 = 250;
const PERIOD_MIN_MS: i64 = 100;
/** A release that a document does not number further has been out for a while. */
const MINOR_MAX: u32 = 99;

const SWAP_LIMIT: usize = PROGRAM_OFFSET + offsetof<Program>("swapLimit");
const PRESSURE_LIMIT: usize = PROGRAM_OFFSET + offsetof<Program>("pressureLimit");
const DURATION: usize = PROGRAM_OFFSET + offsetof<Program>("pressureDurationUs");

const flag: usize = memory.data(8, 8);
const interval: usize = memory.data(8, 8);

/** Members whose meaning depends on the program and its release: they are read last. */
enum Later {
  Version = 0,
  Earlyoom,
  Rulesets,
  Devices,
  Rules,
  Conf,
  End,
}

const LATER_NAMES: StaticArray<string> = [
  "version",
  "earlyoom",
  "rulesets",
  "devices",
  "rules",
  "conf",
];
/** The address of each in the document, or 0. */
const LATER: usize = memory.data(8 * 6, 8);

function laterNamed(): i32 {
  let later: i32 = 0;
  while (later < Later.End && !keyIs(unchecked(LATER_NAMES[later]))) later++;
  return later;
}

function placeOf(later: Later): usize {
  return load<usize>(LATER + 8 * usize(later));
}

/** Replaces the settings; a document that is refused leaves none. Answers a status. */
export function decodeConfiguration(size: i32): i32 {
  clearFailure(Document.Scenario);
  useArena(TEXT_OFFSET, TEXT_OFFSET + TEXT_BYTES, 0);
  startProgram();
  store<i64>(interval, 0);
  let hasKiller: bool = false;
  memory.fill(LATER, 0, 8 * Later.End);
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    const later = laterNamed();
    if (later != Later.End) {
      store<usize>(LATER + 8 * later, at);
      at = skipValue(at);
    } else if (keyIs("killer")) {
      at = readKiller(at);
      hasKiller = true;
    } else if (keyIs("interval")) {
      store<i64>(interval, 0);
      at = readPeriod(at, interval);
    } else if (keyIs("dry")) {
      at = readBoolean(at, flag);
      if (at != 0) program.isDryRun = load<u8>(flag);
    } else if (keyIs("uptime")) {
      at = readMilliseconds(at, PROGRAM_OFFSET + offsetof<Program>("uptimeMs"));
    } else if (keyIs("pressurePeriod")) {
      at = readPeriod(at, PROGRAM_OFFSET + offsetof<Program>("pressurePeriodMs"));
    } else if (keyIs("swapPeriod")) {
      at = readPeriod(at, PROGRAM_OFFSET + offsetof<Program>("swapPeriodMs"));
    } else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && !hasKiller) at = fail(Status.WrongDocument, OomdReason.Killer, 0);
  const status = finishDocument(at, size);
  if (status != Status.Ok) return status;
  const version = placeOf(Later.Version);
  const conf = placeOf(Later.Conf);
  const rules = placeOf(Later.Rules);
  if (version != 0 && readVersion(version) == 0) return failureStatus();
  if (program.killer == Killer.Earlyoom) return decodeEarlyoom(placeOf(Later.Earlyoom));
  if (program.killer == Killer.Oomd) {
    const devices = placeOf(Later.Devices);
    return decodeOomd(placeOf(Later.Rulesets), devices, load<i64>(interval));
  }
  if (conf != 0 && readSettings(conf) == 0) return failureStatus();
  if (rules != 0 && readOomRules(rules) == 0) return failureStatus();
  return settle();
}

function startProgram(): void {
  memory.fill(PROGRAM_OFFSET, 0, offsetof<Program>());
  program.release = releaseNumber(NEWEST, 0);
  program.rules = rulesOf(program.release);
  program.isDryRun = 1;
  store<u8>(flag, 1);
  program.swapLimit = DEFAULT_SWAP_LIMIT;
  program.pressureLimit = DEFAULT_PRESSURE_LIMIT;
  program.pressureDurationUs = DEFAULT_DURATION_US;
  program.pressurePeriodMs = PRESSURE_PERIOD_MS;
  program.swapPeriodMs = SWAP_PERIOD_MS;
  program.uptimeMs = -NEVER_MS;
  program.generation = 1;
  program.ruleGeneration = 1;
  program.resume = -1;
  program.ruleResume = -1;
  program.actionMs = NEVER_MS;
  program.ruleActionMs = NEVER_MS;
  program.nextRulesMs = NOT_DUE;
}

function readKiller(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (wordIs("earlyoom")) program.killer = Killer.Earlyoom;
  else if (wordIs("oomd")) program.killer = Killer.Oomd;
  else if (!wordIs("systemd-oomd")) return fail(Status.WrongDocument, OomdReason.Killer, start);
  return at;
}

function readMilliseconds(at: usize, target: usize): usize {
  return readDecimal(at, 3, target);
}

function readPeriod(at: usize, target: usize): usize {
  const start = at;
  at = readMilliseconds(at, target);
  if (at == 0) return 0;
  if (load<i64>(target) < PERIOD_MIN_MS) return fail(Status.WrongType, OomdReason.Period, start);
  return at;
}

/** `252`, `249.10`, or what systemd itself prints: `252.39-1~deb12u1`. */
function readVersion(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (program.killer == Killer.Earlyoom) return readEarlyoomVersion(at, start);
  if (program.killer == Killer.Oomd) return readOomdVersion(at, start);
  const end = wordAt() + usize(wordSize());
  let next = wordAt();
  const major = digitsAt(next, end);
  while (next < end && isDigit(load<u8>(next))) next++;
  let minor: u32 = 0;
  if (next + 1 < end && load<u8>(next) == 0x2e) minor = min(digitsAt(next + 1, end), MINOR_MAX);
  if (major < OLDEST || major > NEWEST) {
    return fail(Status.WrongType, OomdReason.Version, start);
  }
  program.release = releaseNumber(major, minor);
  program.rules = rulesOf(program.release);
  return at;
}

function digitsAt(at: usize, end: usize): u32 {
  let value: u32 = 0;
  while (at < end && isDigit(load<u8>(at)) && value < 100_000) {
    value = value * 10 + u32(load<u8>(at) - 0x30);
    at++;
  }
  return value;
}

/** The section [OOM] of oomd.conf. */
function readSettings(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(at == 0 ? 0 : readSetting(at));
  }
  return closeObject(at);
}

function readSetting(at: usize): usize {
  if (follows(Rule.WholePercents)) {
    if (keyIs("SwapUsedLimitPercent")) return readWholePercents(at, SWAP_LIMIT);
    if (keyIs("DefaultMemoryPressureLimitPercent")) return readWholePercents(at, PRESSURE_LIMIT);
    return fail(Status.WrongType, OomdReason.Setting, at);
  }
  if (keyIs("SwapUsedLimit")) return readPercentage(at, SWAP_LIMIT);
  if (keyIs("DefaultMemoryPressureLimit")) return readPercentage(at, PRESSURE_LIMIT);
  if (keyIs("DefaultMemoryPressureDurationSec")) return readDuration(at);
  // Hooks delay a kill, and choose nothing.
  if (follows(Rule.Marks) && keyIs("PrekillHookTimeoutSec")) return skipValue(at);
  return fail(Status.WrongType, OomdReason.Setting, at);
}

function readDuration(at: usize): usize {
  const start = at;
  at = readTimeSpan(at, DURATION);
  if (at == 0) return 0;
  const duration = program.pressureDurationUs;
  const isShort = duration < SECOND_US;
  if (duration == 0 || (isShort && follows(Rule.ReplacesShort))) {
    program.pressureDurationUs = DEFAULT_DURATION_US;
  } else if (isShort && follows(Rule.EndsIfShort)) {
    return fail(Status.InvalidConfiguration, OomdReason.TooShort, start);
  }
  return at;
}

function settle(): i32 {
  // Before it had a timer of its own, swap was looked at with pressure.
  if (!follows(Rule.SwapTimer)) program.swapPeriodMs = program.pressurePeriodMs;
  program.nextPressureMs = program.pressurePeriodMs;
  program.nextSwapMs = program.swapPeriodMs;
  program.reclaimMs = -program.uptimeMs;
  const settings = i32(offsetof<Program>("nowMs"));
  const rules = i32(program.oomRuleCount) * i32(OOM_RULE_SIZE);
  let print = hashOnward(HASH_START, PROGRAM_OFFSET, settings);
  print = hashOnward(print, OOM_RULES_OFFSET, rules);
  program.fingerprint = hashOnward(print, SETTINGS_TEXT_OFFSET, i32(program.settingsTextBytes));
  return Status.Ok;
}
