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
import { readDecimal } from "./values.ts";

const DEFAULT_TERM: u32 = 1_000;
const NEWEST: u32 = 10_900;
const WHOLE: u64 = 10_000;

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
  earlyoom.memTerm = DEFAULT_TERM;
  earlyoom.memKill = DEFAULT_TERM / 2;
  earlyoom.swapTerm = DEFAULT_TERM;
  earlyoom.swapKill = DEFAULT_TERM / 2;
  earlyoom.chosen = -1;
  if (options != 0 && readOptions(options) == 0) return failureStatus();
  const isOff = (earlyoom.memTerm | earlyoom.memKill) == 0;
  if (isOff || (earlyoom.swapTerm | earlyoom.swapKill) == 0) {
    fail(Status.InvalidConfiguration, OomdReason.Limits, options);
    return failureStatus();
  }
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
    if (keyIs("memory")) at = readLimits(at, EARLYOOM_OFFSET + offsetof<Earlyoom>("memTerm"));
    else if (keyIs("swap")) at = readLimits(at, EARLYOOM_OFFSET + offsetof<Earlyoom>("swapTerm"));
    else if (keyIs("sortByRss")) at = readSwitch(at, offsetof<Earlyoom>("isByRss"));
    else if (keyIs("ignore")) at = readSwitch(at, offsetof<Earlyoom>("hasIgnore"));
    else if (keyIs("ignoreRootUser")) at = readSwitch(at, offsetof<Earlyoom>("ignoresRoot"));
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** The limit of SIGTERM, and that of SIGKILL, which is half of it where it is not given. */
function readLimits(at: usize, target: usize): usize {
  const start = at;
  let count = 0;
  at = openArray(at);
  while (atElement(at)) {
    store<u64>(number, 0);
    at = readDecimal(at, 2, number);
    if (at == 0) return 0;
    if (load<u64>(number) > WHOLE || count == 2) {
      return fail(Status.WrongType, OomdReason.Limits, start);
    }
    const limit = u32(load<u64>(number));
    store<u32>(target + 4 * usize(count), limit);
    if (count == 0) store<u32>(target, limit / 2, 4);
    // SIGTERM is never sent later than SIGKILL.
    else store<u32>(target, max(load<u32>(target), limit));
    count++;
    at = nextElement(at);
  }
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
