/**
 * What Memory QoS depends on apart from the node and its pods: the release, the configuration, and
 * the node's memory where no Node says it.
 */
import { Document, Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { roundFloat64 } from "../../base/arithmetic/float64.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE, scanNumber } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { FloatText, scanFloat } from "../../base/kubernetes/floatText.ts";
import { minorOf } from "../../base/kubernetes/minor.ts";
import { isDigit } from "../../base/text.ts";
import {
  integerRead,
  readInteger64,
  readTruth,
  truthRead,
} from "../../objects/documents/values.ts";
import { WORD_SCRATCH_BYTES, WORD_SCRATCH_OFFSET } from "../../objects/memory.ts";
import { internLiteral, internText, textAt, textSize } from "../../objects/model/text.ts";
import { followWithout } from "../model/kubelet.ts";
import {
  Behavior as MemoryBehavior,
  MINOR_DEFAULT,
  MINOR_OLDEST,
} from "../model/memory/releaseTable.ts";
import { settings, startSettings, writesAs } from "../model/memoryQos.ts";
import { Behavior } from "../model/releaseTable.ts";
import { AdmissionReason } from "../reasons.ts";

/** Gates by bit number: `on` are those of `named` that are on. */
enum Gate {
  MemoryQoS = 1,
  PodLevelResources = 2,
  PodLevelResourcesFixKubeletQOSClass = 4,
  AllAlpha = 8,
  AllBeta = 16,
}

const GATES: StaticArray<string> = [
  "MemoryQoS",
  "PodLevelResources",
  "PodLevelResourcesFixKubeletQOSClass",
  "AllAlpha",
  "AllBeta",
];
/** Powers of ten up to here fit 64 bits. */
const DECIMALS_MAX: i32 = 19;
const SCAN = changetype<FloatText>(memory.data(32, 8));

let named: u32 = 0;
let on: u32 = 0;
let minor: i32 = 0;
let factorText: u32 = 0;
let isTiered: bool = false;
let allocatableBytes: i64 = 0;
let pageBytes: i64 = 0;

/** Reads the document into `settings`; answers a status. */
export function readMemoryQos(size: i32): i32 {
  clearFailure(Document.KubeletConfiguration);
  named = on = factorText = 0;
  isTiered = false;
  allocatableBytes = pageBytes = 0;
  minor = MINOR_DEFAULT;
  useArena(WORD_SCRATCH_OFFSET, WORD_SCRATCH_OFFSET + WORD_SCRATCH_BYTES, 0);
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readMember(at));
  }
  const status = finishDocument(closeObject(at), size);
  if (status == Status.Ok) settle();
  return status;
}

function readMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("kubeletVersion")) return readVersion(at);
  if (keyIs("configuration")) return readConfiguration(at);
  if (keyIs("allocatableBytes")) {
    at = readInteger64(at);
    allocatableBytes = integerRead;
  } else if (keyIs("pageBytes")) {
    at = readInteger64(at);
    pageBytes = integerRead;
  } else return fail(Status.InvalidConfiguration, AdmissionReason.MemoryOption, at);
  return at;
}

function readVersion(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || isWordEmpty()) return at;
  minor = minorOf(wordAt(), wordSize());
  if (minor >= MINOR_OLDEST) return at;
  return fail(Status.InvalidConfiguration, AdmissionReason.MemoryVersion, start);
}

function readConfiguration(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("featureGates")) at = readGates(at);
    else if (keyIs("memoryThrottlingFactor")) at = readFactor(at);
    else if (keyIs("memoryReservationPolicy")) at = readPolicy(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** null is false, as in the kubelet. */
function readGates(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    const gate = gateNamed();
    at = readTruth(at);
    named |= gate;
    on = truthRead ? on | gate : on & ~gate;
    at = nextMember(at);
  }
  return closeObject(at);
}

function gateNamed(): u32 {
  for (let index = 0; index < GATES.length; index++) {
    if (keyIs(unchecked(GATES[index]))) return 1 << u32(index);
  }
  return 0;
}

function readPolicy(at: usize): usize {
  const start = at;
  at = readWord(at);
  isTiered = wordIs("TieredReservation");
  if (at == 0 || isTiered || isWordEmpty() || wordIs("None")) return at;
  return fail(Status.InvalidConfiguration, AdmissionReason.ReservationPolicy, start);
}

function readFactor(at: usize): usize {
  const end = isDigit(load<u8>(at)) ? scanNumber(at) : at;
  const value = end > at ? factorOf(at, end) : 0;
  if (value > 0 && value <= 1) {
    factorText = internText(at, i32(end - at));
    return end;
  }
  return fail(Status.InvalidConfiguration, AdmissionReason.ThrottlingFactor, at);
}

/** The nearest float64, as Go parses it; 0 for a text of more digits than are read. */
function factorOf(at: usize, end: usize): f64 {
  if (!scanFloat(SCAN, at, i32(end - at))) return 0;
  let digits: u64 = 0;
  let power = SCAN.exponent + SCAN.point;
  let kept = 0;
  let isCut: bool = false;
  for (let place = SCAN.from; place < SCAN.end; place++) {
    const byte = load<u8>(place);
    if (!isDigit(byte)) continue;
    if (kept < DECIMALS_MAX) {
      digits = digits * 10 + u64(byte - 0x30);
      if (digits != 0) kept++;
      power--;
    } else if (byte != 0x30) isCut = true;
  }
  for (; power > 0 && digits < 10; power--) digits *= 10;
  if (power > 0 || -power > DECIMALS_MAX) return 0;
  return quotient(digits, -power, isCut);
}

/** `digits` over a power of ten, rounded once. */
function quotient(digits: u64, decimals: i32, isCut: bool): f64 {
  let divisor: u64 = 1;
  for (let place = 0; place < decimals; place++) divisor *= 10;
  let mantissa = digits / divisor;
  let rest = digits % divisor;
  let exponent = 0;
  if (digits == 0 || mantissa > 10) return f64(mantissa);
  while (mantissa >> 62 == 0) {
    const carries: bool = rest >> 63 != 0;
    rest <<= 1;
    mantissa <<= 1;
    if (carries || rest >= divisor) {
      rest -= divisor;
      mantissa |= 1;
    }
    exponent--;
  }
  return reinterpret<f64>(roundFloat64(mantissa, exponent, rest != 0 || isCut));
}

function isGateOn(gate: u32, isBeta: bool): bool {
  if ((named & gate) != 0) return (on & gate) != 0;
  const all: u32 = isBeta ? Gate.AllBeta : Gate.AllAlpha;
  return (named & all) != 0 ? (on & all) != 0 : isBeta;
}

function settle(): void {
  let off: u32 = 0;
  if (!isGateOn(Gate.PodLevelResources, true)) off |= Behavior.PodLevelResources;
  if (!isGateOn(Gate.PodLevelResourcesFixKubeletQOSClass, true)) {
    off |= Behavior.EmptyPodResourcesIgnored;
  }
  followWithout(minor, off);
  startSettings(minor);
  settings.isOn = isGateOn(Gate.MemoryQoS, writesAs(MemoryBehavior.MemoryQoSByDefault));
  settings.isTiered = isTiered && writesAs(MemoryBehavior.ReservationPolicy);
  settings.allocatableBytes = allocatableBytes;
  if (pageBytes > 0) settings.pageBytes = pageBytes;
  if (factorText == 0 && !writesAs(MemoryBehavior.ThrottlesIfConfigured)) {
    const later = writesAs(MemoryBehavior.ThrottlesAboveRequest);
    factorText = later ? internLiteral("0.9") : internLiteral("0.8");
  }
  settings.factorText = factorText;
  settings.hasFactor = factorText != 0;
  if (factorText == 0) return;
  const at = textAt(factorText);
  settings.factor = factorOf(at, at + usize(textSize(factorText)));
}
