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
import { readBoolean, valuePresent } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { parseTime, TimeResult } from "../../base/kubernetes/time.ts";
import { LIMIT_SIZE, RACE_BYTES, RACE_OFFSET, TEXT_OFFSET } from "../memory.ts";
import { Limit, limitAt, Race, race } from "../model/race.ts";
import { OomReason } from "../reasons.ts";
import { textBytes } from "./tasks.ts";
import { readBelow, readCgroupVersion } from "./values.ts";

/** Products with seconds, thousands and an interval stay within 64 bits. */
const BYTES_END: u64 = 1 << 52;
const SECONDS_END: u64 = 1 << 32;

const IS_NOTIFIED: usize = RACE_OFFSET + offsetof<Race>("isNotified");
const CGROUP_VERSION: usize = RACE_OFFSET + offsetof<Race>("cgroupVersion");
const SOFT_SECONDS: usize = RACE_OFFSET + offsetof<Race>("softSeconds");
const EVICTION_SECONDS: usize = RACE_OFFSET + offsetof<Race>("evictionSeconds");

/** For the observation being read. */
const time: usize = memory.data(8, 8);
const measured: usize = memory.data(8, 8);
let isTimed: bool = false;
let isMeasured: bool = false;

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
  if (keyIs("thresholds")) return readThresholds(at);
  if (keyIs("kernelMemcgNotification")) return readBoolean(at, IS_NOTIFIED);
  if (keyIs("cgroupVersion")) return readCgroupVersion(at, CGROUP_VERSION);
  if (keyIs("maxPodGracePeriodSeconds")) return readBelow(at, SECONDS_END, SOFT_SECONDS);
  if (keyIs("node")) return readNode(at);
  if (keyIs("throttle")) return readThrottle(at);
  if (keyIs("evictionGracePeriodSeconds")) {
    at = readBelow(at, SECONDS_END, EVICTION_SECONDS);
    race.evicts = u8(valuePresent);
    return at;
  }
  return skipValue(at);
}

/** The capacity of the node, page cache that may be freed, and swap where it is known. */
function readNode(at: usize): usize {
  race.hasNode = 1;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("capacityBytes")) at = readBytes(at, offsetof<Race>("capacityBytes"));
    else if (keyIs("cacheBytes")) at = readBytes(at, offsetof<Race>("cacheBytes"));
    else if (keyIs("swapBytes")) {
      at = readBytes(at, offsetof<Race>("swapBytes"));
      race.hasSwap = u8(valuePresent);
    } else if (keyIs("swapFreeBytes")) at = readBytes(at, offsetof<Race>("swapFreeBytes"));
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readThrottle(at: usize): usize {
  race.hasThrottle = 1;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("highBytes")) at = readBytes(at, offsetof<Race>("highBytes"));
    else if (keyIs("firstBytes")) at = readBytes(at, offsetof<Race>("highFirstBytes"));
    else if (keyIs("secondBytes")) at = readBytes(at, offsetof<Race>("highSecondBytes"));
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readBytes(at: usize, member: usize): usize {
  return readBelow(at, BYTES_END, RACE_OFFSET + member);
}

function readObservation(at: usize, index: i32): usize {
  const start = at;
  isTimed = isMeasured = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("time")) at = readTime(at);
    else if (keyIs("availableBytes")) {
      at = readBelow(at, BYTES_END, measured);
      isMeasured = valuePresent;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (!isTimed || !isMeasured) return fail(Status.WrongType, OomReason.Observations, start);
  if (index == 0) {
    race.firstTime = load<i64>(time);
    race.firstBytes = load<u64>(measured);
  } else {
    race.secondTime = load<i64>(time);
    race.secondBytes = load<u64>(measured);
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
  const row = changetype<usize>(limit);
  memory.fill(row, 0, LIMIT_SIZE);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("limitBytes")) at = readBelow(at, BYTES_END, row + offsetof<Limit>("bytes"));
    else if (keyIs("gracePeriodSeconds")) {
      at = readBelow(at, SECONDS_END, row + offsetof<Limit>("graceSeconds"));
    } else if (keyIs("graceRemainingMilliseconds")) {
      at = readBelow(at, BYTES_END, row + offsetof<Limit>("remainingMs"));
      limit.hasRemaining = u8(valuePresent);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}
