/** Two observations of available memory with the thresholds in force → tables. */
import { Document, Status, TEXT_CAPACITY_BYTES, THRESHOLDS_MAX } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus, Reason } from "../../base/json/failure.ts";
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
import { readBoolean, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { parseTime, TimeResult } from "../../base/kubernetes/time.ts";
import { LIMIT_SIZE, RACE_BYTES, RACE_OFFSET, TEXT_OFFSET } from "../memory.ts";
import { Limit, limitAt, race } from "../model/race.ts";
import { OomReason } from "../reasons.ts";
import { textBytes } from "./tasks.ts";

/** Products with seconds, thousands and an interval stay within 64 bits. */
const BYTES_END: u64 = 1 << 52;
const SECONDS_END: u64 = 1 << 32;

const number: usize = memory.data(8, 8);
const truth: usize = memory.data(1, 1);
/** Of the observation that is being read. */
const time: usize = memory.data(8, 8);
let isTimed: bool = false;
let isMeasured: bool = false;
let measured: u64 = 0;

/** Replaces the tables; a document that is refused leaves none. Answers a status. */
export function decodeRace(size: i32): i32 {
  clearFailure(Document.Race);
  memory.fill(RACE_OFFSET, 0, RACE_BYTES);
  useArena(TEXT_OFFSET, TEXT_OFFSET + TEXT_CAPACITY_BYTES, textBytes);
  let observations = 0;
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("observations")) {
      observations = 0;
      at = openArray(at);
      while (atElement(at)) at = nextElement(readObservation(at, observations++));
      at = closeArray(at);
    } else at = readMember(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && observations != 2) fail(Status.WrongDocument, OomReason.Observations, 0);
  else if (at != 0 && race.secondTime <= race.firstTime) {
    fail(Status.WrongDocument, OomReason.Backwards, 0);
  }
  if (failureStatus() == Status.WrongDocument) at = 0;
  return finishDocument(at, size);
}

function readMember(at: usize): usize {
  const start = at;
  if (keyIs("thresholds")) return readThresholds(at);
  if (keyIs("kernelMemcgNotification")) {
    store<u8>(truth, 0);
    at = readBoolean(at, truth);
    race.isNotified = load<u8>(truth);
    return at;
  }
  if (keyIs("cgroupVersion")) {
    at = readBelow(at, SECONDS_END);
    const version = load<u64>(number);
    if (at != 0 && valuePresent && version != 1 && version != 2) {
      return fail(Status.WrongType, OomReason.CgroupVersion, start);
    }
    race.cgroupVersion = u8(version);
    return at;
  }
  if (keyIs("evictionGracePeriodSeconds")) {
    at = readBelow(at, SECONDS_END);
    race.evictionSeconds = load<u64>(number);
    race.evicts = u8(valuePresent);
    return at;
  }
  if (keyIs("maxPodGracePeriodSeconds")) {
    at = readBelow(at, SECONDS_END);
    race.softSeconds = load<u64>(number);
    return at;
  }
  return skipValue(at);
}

function readObservation(at: usize, index: i32): usize {
  const start = at;
  isTimed = isMeasured = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("time")) at = readTime(at);
    else if (keyIs("availableBytes")) {
      at = readBelow(at, BYTES_END);
      isMeasured = valuePresent;
      measured = load<u64>(number);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (!isTimed || !isMeasured) return fail(Status.WrongType, OomReason.Observations, start);
  if (index == 0) {
    race.firstTime = load<i64>(time);
    race.firstBytes = measured;
  } else {
    race.secondTime = load<i64>(time);
    race.secondBytes = measured;
  }
  return at;
}

function readTime(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  const result = parseTime(time, wordAt(), wordSize());
  if (result == TimeResult.Invalid) return fail(Status.WrongType, Reason.ExpectedTime, start);
  isTimed = result == TimeResult.Ok;
  return at;
}

function readThresholds(at: usize): usize {
  race.limitCount = 0;
  at = openArray(at);
  while (atElement(at)) {
    if (race.limitCount == THRESHOLDS_MAX) {
      return fail(Status.TableFull, OomReason.Thresholds, at);
    }
    at = nextElement(readThreshold(at, limitAt(race.limitCount++)));
  }
  return closeArray(at);
}

function readThreshold(at: usize, limit: Limit): usize {
  memory.fill(changetype<usize>(limit), 0, LIMIT_SIZE);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("limitBytes")) {
      at = readBelow(at, BYTES_END);
      limit.bytes = load<u64>(number);
    } else if (keyIs("gracePeriodSeconds")) {
      at = readBelow(at, SECONDS_END);
      limit.graceSeconds = load<u64>(number);
    } else if (keyIs("graceRemainingMilliseconds")) {
      at = readBelow(at, BYTES_END);
      limit.remainingMs = load<u64>(number);
      limit.hasRemaining = u8(valuePresent);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** A number below a bound, at `number`. */
function readBelow(at: usize, bound: u64): usize {
  store<u64>(number, 0);
  const end = readUnsigned(at, number);
  if (end == 0 || load<u64>(number) < bound) return end;
  return fail(Status.WrongType, OomReason.Count, at);
}
