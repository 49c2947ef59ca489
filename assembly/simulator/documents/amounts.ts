/** Amounts over time: a base with growth and spikes, or a series of points. */
import { Status } from "../../abi.ts";
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
} from "../../base/json/member.ts";
import { isNull, OPEN_OBJECT, QUOTE } from "../../base/json/scan.ts";
import { integerRead, readInteger64 } from "../../objects/documents/values.ts";
import {
  amountAt,
  appendAmount,
  appendPoint,
  appendSpike,
  finishAmount,
  Point,
  pointAt,
  points,
  SECONDS_MAX,
  SPIKES_MAX,
  Spike,
  spikes,
} from "../model/amount.ts";
import { SECOND } from "../model/time.ts";
import { LoopReason } from "../reasons.ts";
import {
  bytesRead,
  nanosRead,
  rateRead,
  readBytesInto,
  readDurationInto,
  readRateInto,
} from "./values.ts";

/** Row plus 1 of what was read. */
export let amountRead: u32 = 0;

/** A quantity, which stays what it is, or an amount over time. */
export function readAmountOrBytes(at: usize, growth: string): usize {
  if (load<u8>(at) == OPEN_OBJECT) return readAmount(at, growth);
  amountRead = appendAmount();
  if (amountRead == 0) return 0;
  at = readBytesInto(at);
  amountAt(amountRead).base = bytesRead;
  finishAmount(amountRead);
  return at;
}

/** `growth` is what its member of that meaning is called. */
export function readAmount(at: usize, growth: string): usize {
  const start = at;
  amountRead = appendAmount();
  if (amountRead == 0) return 0;
  let isOther = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("series")) at = readSeries(at);
    else {
      isOther = true;
      at = readMember(at, growth);
    }
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (isOther && amountAt(amountRead).pointCount != 0) {
    return fail(Status.WrongDocument, LoopReason.Series, start);
  }
  finishAmount(amountRead);
  return at;
}

function readMember(at: usize, growth: string): usize {
  const amount = amountAt(amountRead);
  if (keyIs("base")) {
    at = readBytesInto(at);
    amount.base = bytesRead;
  } else if (keyIs("max")) {
    at = readBytesInto(at);
    amount.limit = bytesRead;
  } else if (keyIs(growth)) {
    at = readRateInto(at);
    amount.growth = rateRead;
  } else if (keyIs("spikes") && growth == "growth") return readSpikes(at);
  else return fail(Status.WrongDocument, LoopReason.Member, at);
  return at;
}

function readSpikes(at: usize): usize {
  amountAt(amountRead).spikes = spikes.count;
  at = openArray(at);
  while (atElement(at)) {
    if (amountAt(amountRead).spikeCount == SPIKES_MAX) {
      return fail(Status.TableFull, LoopReason.Spikes, at);
    }
    at = nextElement(readSpike(at));
    amountAt(amountRead).spikeCount++;
  }
  return closeArray(at);
}

function readSpike(at: usize): usize {
  const start = at;
  const place = appendSpike();
  if (place == 0) return 0;
  const spike = changetype<Spike>(place);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("add")) {
      at = readBytesInto(at);
      spike.add = bytesRead;
    } else if (keyIs("at")) {
      at = readDurationInto(at);
      spike.at = nanosRead;
    } else if (keyIs("for")) {
      at = readDurationInto(at);
      spike.lasts = nanosRead;
    } else if (keyIs("every")) {
      at = readDurationInto(at);
      spike.every = nanosRead;
    } else return fail(Status.WrongDocument, LoopReason.Member, at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at != 0 && (spike.lasts == 0 || spike.add == 0)) {
    return fail(Status.WrongDocument, LoopReason.Spike, start);
  }
  return at;
}

/** `[[0, 1048576], [10, "2Mi"]]`: whole seconds that grow from 0, and what is used from then on. */
function readSeries(at: usize): usize {
  const start = at;
  const first = points.count;
  amountAt(amountRead).points = first;
  amountAt(amountRead).pointCount = 0;
  at = openArray(at);
  while (atElement(at)) at = nextElement(readPoint(at, first));
  at = closeArray(at);
  if (at != 0 && points.count == first) return fail(Status.WrongDocument, LoopReason.Points, start);
  amountAt(amountRead).pointCount = points.count - first;
  return at;
}

function readPoint(at: usize, first: u32): usize {
  const start = at;
  const place = appendPoint();
  if (place == 0) return 0;
  at = openArray(at);
  if (!atElement(at)) return at == 0 ? 0 : fail(Status.WrongDocument, LoopReason.Points, start);
  at = nextElement(readInteger64(at));
  const seconds = integerRead;
  if (!atElement(at)) return at == 0 ? 0 : fail(Status.WrongDocument, LoopReason.Points, start);
  at = nextElement(readBytesInto(at));
  if (at != 0 && atElement(at)) return fail(Status.WrongDocument, LoopReason.Points, start);
  const point = changetype<Point>(place);
  point.age = seconds * SECOND;
  point.bytes = bytesRead;
  at = closeArray(at);
  if (at == 0) return 0;
  const row = points.count - 1;
  const isNext = row == first ? seconds == 0 : point.age > pointAt(row - 1).age;
  const isIn = seconds >= 0 && seconds <= SECONDS_MAX;
  return isNext && isIn ? at : fail(Status.WrongDocument, LoopReason.Points, start);
}
