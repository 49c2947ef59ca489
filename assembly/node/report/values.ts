/** Values of our documents that are more than a number: amounts, quantities, times, pods. */
import {
  copyInt128,
  divideUnsigned128,
  Int128,
  negateInt128,
  signInt128,
  writeMagnitude128,
} from "../../base/arithmetic/int128.ts";
import {
  addLiteral,
  addText,
  beginArray,
  beginText,
  beginValue,
  endArray,
  endText,
  endValue,
  itemPlace,
  key,
  largeItemPlace,
  literal,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { writeDuration } from "../../base/kubernetes/duration.ts";
import {
  Quantity,
  QuantityFormat,
  setQuantityInteger,
  writeQuantity,
} from "../../base/kubernetes/quantity.ts";
import { writeTime } from "../../base/kubernetes/time.ts";
import { writePadded, writeUnsigned } from "../../base/text.ts";
import { Pod, QosClass } from "../model/pod.ts";
import { resourceOf } from "../model/signal.ts";
import { NODE_CONDITION_COUNT, NODE_CONDITION_NAMES, Resource } from "../model/signalTable.ts";

const NANO: u64 = 1000000000;
/** A quantity prints its own text when it kept it, however long that was. */
const QUANTITY_BYTES: usize = 512;

const scratch: Int128 = changetype<Int128>(memory.data(16, 16));
const amount: Quantity = changetype<Quantity>(memory.data(64, 16));

/** Nano-units as an exact decimal number: fractions only where there are any. */
export function nanoNumber(value: Int128): void {
  beginValue();
  const place = itemPlace();
  if (place != 0) wrote(writeNano(place, value));
  endValue();
}

function writeNano(at: usize, value: Int128): usize {
  copyInt128(scratch, value);
  if (signInt128(scratch) < 0) {
    store<u8>(at++, 0x2d);
    negateInt128(scratch);
  }
  const fraction = divideUnsigned128(scratch, NANO);
  return writeNanoFraction(writeMagnitude128(at, scratch), fraction);
}

/** `.5` for 500000000; nothing for 0. */
function writeNanoFraction(at: usize, fraction: u64): usize {
  if (fraction == 0) return at;
  store<u8>(at++, 0x2e);
  let places = 9;
  while (fraction % 10 == 0) {
    fraction /= 10;
    places--;
  }
  return writePadded(at, fraction, places);
}

export function nanoMember(name: string, value: Int128): void {
  key(name);
  nanoNumber(value);
}

/** A quantity in the kubelet's text form. */
export function quantityText(quantity: Quantity): void {
  beginText();
  addQuantityText(quantity);
  endText();
}

export function addQuantityText(quantity: Quantity): void {
  // The text is ASCII without anything to escape: that is all the parser lets through.
  const size = usize(max(quantity.size, 0)) + QUANTITY_BYTES;
  const place = largeItemPlace(size);
  if (place != 0) wrote(writeQuantity(place, quantity));
}

/** An amount of a signal as the kubelet prints it: binary for bytes, decimal for counts. */
export function addAmountText(value: i64, signal: i32): void {
  const resource = resourceOf(signal);
  const isBytes = resource == Resource.Memory || resource == Resource.EphemeralStorage;
  setQuantityInteger(
    amount,
    value,
    u8(isBytes ? QuantityFormat.BinarySI : QuantityFormat.DecimalSI),
  );
  addQuantityText(amount);
}

export function addBytesText(value: i64): void {
  setQuantityInteger(amount, value, u8(QuantityFormat.BinarySI));
  addQuantityText(amount);
}

export function addDuration(nanos: i64): void {
  const place = itemPlace();
  if (place != 0) wrote(writeDuration(place, nanos));
}

/** Nanoseconds as a number of seconds. */
export function secondsMember(name: string, nanos: i64): void {
  key(name);
  beginValue();
  let place = itemPlace();
  if (place != 0) {
    if (nanos < 0) store<u8>(place++, 0x2d);
    const magnitude = nanos < 0 ? 0 - u64(nanos) : u64(nanos);
    wrote(writeNanoFraction(writeUnsigned(place, magnitude / NANO), magnitude % NANO));
  }
  endValue();
}

/** RFC 3339 in UTC. */
export function timeMember(name: string, nanos: i64): void {
  key(name);
  beginText();
  addTime(nanos);
  endText();
}

export function addTime(nanos: i64): void {
  const place = itemPlace();
  if (place != 0) wrote(writeTime(place, nanos));
}

/** namespace, name and uid. */
export function podNameMembers(pod: Pod): void {
  textMember("namespace", pod.namespace, pod.namespaceSize);
  textMember("name", pod.name, pod.nameSize);
  textMember("uid", pod.uid, pod.uidSize);
}

/** `namespace/name` into an open text. */
export function addPodName(pod: Pod): void {
  addText(pod.namespace, pod.namespaceSize);
  addLiteral("/");
  addText(pod.name, pod.nameSize);
}

export function qosClassName(qosClass: u8): string {
  if (qosClass == QosClass.Guaranteed) return "Guaranteed";
  return qosClass == QosClass.BestEffort ? "BestEffort" : "Burstable";
}

export function nodeConditionsMember(conditions: u32): void {
  key("nodeConditions");
  beginArray();
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((conditions & (1 << u32(condition))) == 0) continue;
    literal(unchecked(NODE_CONDITION_NAMES[condition]));
  }
  endArray();
}
