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
  Amount,
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
import { SimulatorReason } from "../reasons.ts";
import { readBytes, readDuration, readRate } from "./values.ts";

/** A quantity, which stays what it is, or an amount over time: its row plus 1 goes to `target`. */
export function readAmountOrBytes(at: usize, growth: string, target: usize): usize {
  if (load<u8>(at) == OPEN_OBJECT) return readAmount(at, growth, target);
  const row = appendAmount();
  if (row == 0) return 0;
  store<u32>(target, row);
  const amount = amountAt(row);
  at = readBytes(at, changetype<usize>(amount) + offsetof<Amount>("base"));
  finishAmount(amount);
  return at;
}

/** `growth` is what its member of that meaning is called; the row plus 1 goes to `target`. */
export function readAmount(at: usize, growth: string, target: usize): usize {
  const start = at;
  const row = appendAmount();
  if (row == 0) return 0;
  store<u32>(target, row);
  const amount = amountAt(row);
  let isOther = false;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("series")) at = readSeries(at, amount);
    else {
      isOther = true;
      at = readMember(at, amount, growth);
    }
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (isOther && amount.pointCount != 0) {
    return fail(Status.WrongDocument, SimulatorReason.Series, start);
  }
  finishAmount(amount);
  return at;
}

function readMember(at: usize, amount: Amount, growth: string): usize {
  const place = changetype<usize>(amount);
  if (keyIs("base")) return readBytes(at, place + offsetof<Amount>("base"));
  if (keyIs("max")) return readBytes(at, place + offsetof<Amount>("limit"));
  if (keyIs(growth)) return readRate(at, place + offsetof<Amount>("growth"));
  if (keyIs("spikes") && growth == "growth") return readSpikes(at, amount);
  return fail(Status.WrongDocument, SimulatorReason.Member, at);
}

function readSpikes(at: usize, amount: Amount): usize {
  amount.spikes = spikes.count;
  at = openArray(at);
  while (atElement(at)) {
    if (amount.spikeCount == SPIKES_MAX) return fail(Status.TableFull, SimulatorReason.Spikes, at);
    at = nextElement(readSpike(at));
    amount.spikeCount++;
  }
  return closeArray(at);
}

function readSpike(at: usize): usize {
  const start = at;
  const place = appendSpike();
  if (place == 0) return 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("add")) at = readBytes(at, place + offsetof<Spike>("add"));
    else if (keyIs("at")) at = readDuration(at, place + offsetof<Spike>("at"));
    else if (keyIs("for")) at = readDuration(at, place + offsetof<Spike>("lasts"));
    else if (keyIs("every")) at = readDuration(at, place + offsetof<Spike>("every"));
    else return fail(Status.WrongDocument, SimulatorReason.Member, at);
    at = nextMember(at);
  }
  at = closeObject(at);
  const spike = changetype<Spike>(place);
  if (at != 0 && (spike.lasts == 0 || spike.add == 0)) {
    return fail(Status.WrongDocument, SimulatorReason.Spike, start);
  }
  return at;
}

/** `[[0, 1048576], [10, "2Mi"]]`: whole seconds that grow from 0, and the usage from then on. */
function readSeries(at: usize, amount: Amount): usize {
  const start = at;
  const first = points.count;
  amount.points = first;
  amount.pointCount = 0;
  at = openArray(at);
  while (atElement(at)) at = nextElement(readPoint(at, first));
  at = closeArray(at);
  if (at != 0 && points.count == first)
    return fail(Status.WrongDocument, SimulatorReason.Points, start);
  amount.pointCount = points.count - first;
  return at;
}

function readPoint(at: usize, first: u32): usize {
  const start = at;
  const place = appendPoint();
  if (place == 0) return 0;
  at = openArray(at);
  if (!atElement(at))
    return at == 0 ? 0 : fail(Status.WrongDocument, SimulatorReason.Points, start);
  at = nextElement(readInteger64(at));
  const seconds = integerRead;
  if (!atElement(at))
    return at == 0 ? 0 : fail(Status.WrongDocument, SimulatorReason.Points, start);
  at = nextElement(readBytes(at, place + offsetof<Point>("bytes")));
  if (at != 0 && atElement(at)) return fail(Status.WrongDocument, SimulatorReason.Points, start);
  const point = changetype<Point>(place);
  point.age = seconds * SECOND;
  at = closeArray(at);
  if (at == 0) return 0;
  const row = points.count - 1;
  const isNext = row == first ? seconds == 0 : point.age > pointAt(row - 1).age;
  const isIn = seconds >= 0 && seconds <= SECONDS_MAX;
  return isNext && isIn ? at : fail(Status.WrongDocument, SimulatorReason.Points, start);
}
