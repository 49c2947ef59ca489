/** The options of earlyoom, which the host has read from its arguments. */
import { Status } from "../../abi.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
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
import { readBoolean } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { wordAt, wordSize } from "../../base/json/words.ts";
import { isDigit } from "../../base/text.ts";
import { EARLYOOM_BYTES, EARLYOOM_OFFSET } from "../memory.ts";
import {
  EARLYOOM_END,
  EARLYOOM_OLDEST,
  Earlyoom,
  earlyoom,
  SINCE_USER_MEMORY,
} from "../model/earlyoom.ts";
import { program } from "../model/program.ts";
import { OomdReason } from "../reasons.ts";
import { KILOBYTES_END, readBelow, readDecimal } from "./values.ts";

/** Percentages are kept in millionths, and KiB in halves: half of a limit is a whole number. */
const PLACES: i32 = 6;
const HALVED: u64 = 2;
const DEFAULT_TERM: u64 = 10_000_000;
const NEWEST: u32 = 10_900;
const WHOLE: u64 = 100_000_000;

const number: usize = memory.data(8, 8);

/** `1.7`, or what Debian calls it: `1.8.2-1`. */
export function readEarlyoomVersion(at: usize, start: usize): usize {
  let release: u32 = 0;
  let next = wordAt();
  const end = next + usize(wordSize());
  for (let part = 0; part < 3; part++) {
    let value: u32 = 0;
    while (next < end && isDigit(load<u8>(next)) && value < 100) {
      value = value * 10 + u32(load<u8>(next++) - 0x30);
    }
    release = release * 100 + min<u32>(value, 99);
    if (next < end && load<u8>(next) == 0x2e) next++;
    else next = end;
  }
  if (release < EARLYOOM_OLDEST || release >= EARLYOOM_END) {
    return fail(Status.WrongType, OomdReason.Version, start);
  }
  program.release = release;
  return at;
}

/** `options` is where its member begins, or 0. Answers a status. */
export function decodeEarlyoom(options: usize): i32 {
  memory.fill(EARLYOOM_OFFSET, 0, EARLYOOM_BYTES);
  if (program.release < EARLYOOM_OLDEST || program.release >= EARLYOOM_END) {
    program.release = NEWEST;
  }
  earlyoom.memoryTerm = DEFAULT_TERM;
  earlyoom.memoryKill = DEFAULT_TERM / 2;
  earlyoom.swapTerm = DEFAULT_TERM;
  earlyoom.swapKill = DEFAULT_TERM / 2;
  earlyoom.chosen = -1;
  if (options != 0 && readOptions(options) == 0) return failureStatus();
  // It looks at each step, and has no other moments.
  program.nextPressureMs = i64.MAX_VALUE;
  program.nextSwapMs = i64.MAX_VALUE;
  const limits = hashOnward(HASH_START, EARLYOOM_OFFSET, i32(offsetof<Earlyoom>("processCount")));
  program.fingerprint = limits ^ u64(program.release);
  return Status.Ok;
}

function readOptions(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("memory")) {
      earlyoom.hasMemory = 1;
      at = readLimits(at, offsetof<Earlyoom>("memoryTerm"), true);
    } else if (keyIs("swap")) {
      earlyoom.hasSwap = 1;
      at = readLimits(at, offsetof<Earlyoom>("swapTerm"), true);
    } else if (keyIs("memoryKib")) {
      earlyoom.hasMemoryKib = 1;
      at = readLimits(at, offsetof<Earlyoom>("memoryKibTerm"), false);
    } else if (keyIs("swapKib")) {
      earlyoom.hasSwapKib = 1;
      at = readLimits(at, offsetof<Earlyoom>("swapKibTerm"), false);
    } else if (keyIs("sortByRss")) at = readSwitch(at, offsetof<Earlyoom>("isByRss"));
    else if (keyIs("ignore")) at = readSwitch(at, offsetof<Earlyoom>("hasIgnore"));
    else if (keyIs("ignoreRootUser")) at = readSwitch(at, offsetof<Earlyoom>("ignoresRoot"));
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** The limit of SIGTERM, and that of SIGKILL, which is half of it where it is not given. */
function readLimits(at: usize, offset: usize, isPercent: bool): usize {
  const start = at;
  const target = EARLYOOM_OFFSET + offset;
  let count = 0;
  at = openArray(at);
  while (atElement(at)) {
    store<u64>(number, 0);
    if (isPercent) at = readDecimal(at, PLACES, number);
    else {
      at = readBelow(at, KILOBYTES_END, number);
      store<u64>(number, load<u64>(number) * HALVED);
    }
    if (at == 0) return 0;
    const limit = load<u64>(number);
    if ((isPercent && limit > WHOLE) || count == 2) {
      return fail(Status.WrongType, OomdReason.Limits, start);
    }
    store<u64>(target + 8 * usize(count), limit);
    if (count == 0) store<u64>(target, limit / 2, 8);
    // SIGTERM is never sent later than SIGKILL.
    else store<u64>(target, max(load<u64>(target), limit));
    count++;
    at = nextElement(at);
  }
  if (load<u64>(target) == 0) return fail(Status.InvalidConfiguration, OomdReason.Limits, start);
  return closeArray(at);
}

function readSwitch(at: usize, offset: usize): usize {
  const start = at;
  at = readBoolean(at, EARLYOOM_OFFSET + offset);
  if (at == 0 || load<u8>(EARLYOOM_OFFSET + offset) == 0) return at;
  if (program.release < SINCE_USER_MEMORY) {
    return fail(Status.InvalidConfiguration, OomdReason.Option, start);
  }
  return at;
}
