/** The releases that a document names: the kernel's, and that of the kubelet on the node. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { minorOf } from "../../base/kubernetes/minor.ts";
import { isDigit } from "../../base/text.ts";
import { RHEL_7_RELEASE, releaseNumber, rulesOf } from "../model/kernel.ts";
import { MachineFlag, machine } from "../model/machine.ts";
import { behaviorsOfRelease } from "../model/releaseTable.ts";
import { OomReason } from "../reasons.ts";

const DOT: u8 = 0x2e;
/** `.el7` as a word. */
const EL7: u32 = 0x376c652e;
const DIGITS_MAX: usize = 3;

/** `v1.35.8`: the minor counts. */
export function readKubelet(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  const minor = minorOf(wordAt(), wordSize());
  if (minor < 0) return fail(Status.WrongType, OomReason.Kubelet, start);
  machine.behaviors = behaviorsOfRelease(minor);
  machine.flags |= MachineFlag.Kubelet;
  return at;
}

/** `5.15.0-91-generic`: its numbers count, up to three; and that RHEL 7 built it. */
export function readKernel(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0) return at;
  const end = wordAt() + usize(wordSize());
  let place = wordAt();
  const major = numberAt(place, end);
  place += digitsAt(place, end);
  if (major < 0 || place >= end || load<u8>(place) != DOT) return refuseKernel(start);
  const minor = numberAt(++place, end);
  if (minor < 0) return refuseKernel(start);
  place += digitsAt(place, end);
  const hasPatch = place < end && load<u8>(place) == DOT;
  const patch = hasPatch ? max(numberAt(place + 1, end), 0) : 0;
  const release = isOfRhel7(place, end) ? RHEL_7_RELEASE : releaseNumber(major, minor, patch);
  machine.rules = rulesOf(release);
  return at;
}

function refuseKernel(at: usize): usize {
  return fail(Status.WrongType, OomReason.Kernel, at);
}

/** -1 for none. */
function numberAt(place: usize, end: usize): i32 {
  const size = digitsAt(place, end);
  if (size == 0) return -1;
  let value: i32 = 0;
  for (let index: usize = 0; index < size; index++) {
    value = value * 10 + i32(load<u8>(place + index)) - 0x30;
  }
  return value;
}

function digitsAt(place: usize, end: usize): usize {
  let size: usize = 0;
  while (place + size < end && size < DIGITS_MAX && isDigit(load<u8>(place + size))) size++;
  return size;
}

/** `.el7` in 3.10.0-1160.el7.x86_64. */
function isOfRhel7(place: usize, end: usize): bool {
  for (; place + 4 <= end; place++) if (load<u32>(place) == EL7) return true;
  return false;
}
