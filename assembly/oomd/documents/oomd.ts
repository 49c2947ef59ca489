/** What oomd is set to: when it looks, its rulesets, and the devices whose io it counts. */
import { Status } from "../../abi.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import {
  closeObject,
  keyAt,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { isDigit } from "../../base/text.ts";
import {
  DEVICES_MAX,
  OOMD_BYTES,
  OOMD_OFFSET,
  RULESETS_OFFSET,
  SETTINGS_TEXT_BYTES,
  SETTINGS_TEXT_OFFSET,
} from "../memory.ts";
import { deviceAt, OOMD_RELEASE, oomd, pluginAt, rulesetAt } from "../model/oomd.ts";
import { program } from "../model/program.ts";
import { OomdReason } from "../reasons.ts";
import { resetPlugin } from "./plugin.ts";
import { readRulesets } from "./rulesets.ts";

const PERIOD_MS: i64 = 5_000;

/** `0.5.0`, or what Debian calls it: `0.5.0-1`. */
export function readOomdVersion(at: usize, start: usize): usize {
  let next = wordAt();
  const end = next + usize(wordSize());
  let release: u32 = 0;
  for (let part = 0; part < 3; part++) {
    let value: u32 = 0;
    while (next < end && isDigit(load<u8>(next)) && value < 100) {
      value = value * 10 + u32(load<u8>(next++) - 0x30);
    }
    release = release * 100 + min<u32>(value, 99);
    if (next < end && load<u8>(next) == 0x2e) next++;
    else next = end;
  }
  if (release != OOMD_RELEASE) return fail(Status.WrongType, OomdReason.Version, start);
  return at;
}

export function wipeSettings(): void {
  memory.fill(OOMD_OFFSET, 0, OOMD_BYTES);
  memory.fill(RULESETS_OFFSET, 0, SETTINGS_TEXT_OFFSET + SETTINGS_TEXT_BYTES - RULESETS_OFFSET);
}

/** Addresses of members of the document, or 0; the period is 0 where none was named. */
export function decodeOomd(rulesets: usize, devices: usize, periodMs: i64): i32 {
  wipeSettings();
  program.release = OOMD_RELEASE;
  program.pressurePeriodMs = periodMs == 0 ? PERIOD_MS : periodMs;
  if (devices != 0 && readDevices(devices) == 0) return failureStatus();
  if (rulesets != 0 && readRulesets(rulesets) == 0) return failureStatus();
  program.nextPressureMs = program.pressurePeriodMs;
  program.nextSwapMs = i64.MAX_VALUE;
  startOomd();
  const settings = i32(SETTINGS_TEXT_OFFSET + usize(oomd.textBytes) - RULESETS_OFFSET);
  program.fingerprint = hashOnward(HASH_START, RULESETS_OFFSET, settings) ^ u64(periodMs);
  return Status.Ok;
}

/** As it is before its first look. */
export function startOomd(): void {
  oomd.tick = 0;
  oomd.ruleset = -1;
  oomd.action = -1;
  oomd.hasStarted = 0;
  for (let index: u32 = 0; index < oomd.pluginCount; index++) resetPlugin(pluginAt(index));
  for (let index: u32 = 0; index < oomd.rulesetCount; index++) {
    rulesetAt(index).pausedMs = 0;
    rulesetAt(index).waiting = -1;
  }
}

/** Each device with `ssd` or `hdd`. */
function readDevices(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (at == 0) return 0;
    if (oomd.deviceCount == DEVICES_MAX) return fail(Status.TableFull, OomdReason.Device, at);
    const device = deviceAt(oomd.deviceCount++);
    if (!keepKey()) return fail(Status.TableFull, OomdReason.Device, at);
    device.name = u32(SETTINGS_TEXT_OFFSET) + oomd.textBytes - u32(keySize);
    device.nameSize = keySize;
    const start = at;
    at = readWord(at);
    if (at == 0) return 0;
    device.isSsd = u32(wordIs("ssd"));
    if (device.isSsd == 0 && !wordIs("hdd")) {
      return fail(Status.WrongType, OomdReason.Device, start);
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

function keepKey(): bool {
  if (usize(oomd.textBytes) + usize(keySize) > SETTINGS_TEXT_BYTES) return false;
  memory.copy(SETTINGS_TEXT_OFFSET + usize(oomd.textBytes), keyAt, usize(keySize));
  oomd.textBytes += u32(keySize);
  return true;
}
