/** Objects that are neither pods nor nodes → rows of their kind. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { Kind } from "../model/kind.ts";
import { beginList, endSet, push } from "../model/list.ts";
import { appendObject, ObjectFlag, ObjectRow } from "../model/objectRow.ts";
import { internLiteral, internText } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";
import { metadata } from "./metadata.ts";
import { readLabelMap, readLabelSelector } from "./selectors.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readInteger64,
  readResourceList,
  readTextInto,
  readTruth,
  textRead,
  truthRead,
} from "./values.ts";

let flags: u32 = 0;
let selector: u32 = 0;
let value: i32 = 0;
let extra: u32 = 0;
/** For a PodDisruptionBudget: its status, and its condition DisruptionAllowed. */
let observedGeneration: i64 = 0;
let currentHealthy: i32 = 0;
let desiredHealthy: i32 = 0;
let expectedPods: i32 = 0;
/** The wanted number from its spec: minAvailable or maxUnavailable. */
let wanted: i32 = 0;
let reason: u32 = 0;
let message: u32 = 0;

export function startRow(): void {
  flags = 0;
  selector = 0;
  value = 0;
  extra = 0;
  observedGeneration = 0;
  currentHealthy = 0;
  desiredHealthy = 0;
  expectedPods = 0;
  wanted = 0;
  reason = 0;
  message = 0;
}

/** Selectors of what owns pods, and of budgets. */
export function readRowSpec(at: usize, kind: Kind): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("selector") && !isNull(at)) {
      const isMap = kind == Kind.Service || kind == Kind.ReplicationController;
      at = isMap ? readLabelMap(at) : readLabelSelector(at);
      selector = listRead;
      flags |= ObjectFlag.HasSelector;
    } else if (keyIs("unhealthyPodEvictionPolicy") && !isNull(at)) {
      at = readWord(at);
      if (wordIs("AlwaysAllow")) flags |= ObjectFlag.AlwaysAllow;
    } else if (kind == Kind.PodDisruptionBudget && keyIs("maxUnavailable") && !isNull(at)) {
      at = readWanted(at, ObjectFlag.MaxUnavailable);
    } else if (kind == Kind.PodDisruptionBudget && keyIs("minAvailable") && !isNull(at)) {
      at = readWanted(at, ObjectFlag.MinAvailable);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** A number of pods, or a percentage. */
function readWanted(at: usize, member: ObjectFlag): usize {
  flags |= member;
  if (load<u8>(at) != QUOTE) {
    at = readInteger32(at);
    wanted = i32(integerRead);
    return at;
  }
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  const digits = wordSize() - 1;
  let percent: i32 = 0;
  for (let index = 0; index < digits; index++) {
    const digit = load<u8>(wordAt() + usize(index)) - DIGIT_0;
    if (digit > 9 || index == PERCENT_DIGITS_MAX) {
      return fail(Status.WrongType, ObjectsReason.Share, start);
    }
    percent = percent * 10 + digit;
  }
  if (digits < 1 || load<u8>(wordAt() + usize(digits)) != PERCENT) {
    return fail(Status.WrongType, ObjectsReason.Share, start);
  }
  wanted = percent;
  flags |= ObjectFlag.Percent;
  return at;
}

const DIGIT_0: u8 = 0x30;
const PERCENT: u8 = 0x25;
const PERCENT_DIGITS_MAX = 9;

export function readRowStatus(at: usize, kind: Kind): usize {
  if (kind != Kind.PodDisruptionBudget) return skipValue(at);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readBudgetMember(at));
  }
  return closeObject(at);
}

function readBudgetMember(at: usize): usize {
  if (keyIs("disruptionsAllowed")) {
    at = readInteger32(at);
    value = i32(integerRead);
    return at;
  }
  if (keyIs("observedGeneration")) {
    at = readInteger64(at);
    observedGeneration = integerRead;
    return at;
  }
  if (keyIs("disruptedPods")) return readDisruptedPods(at);
  if (keyIs("currentHealthy")) {
    at = readInteger32(at);
    currentHealthy = i32(integerRead);
  } else if (keyIs("desiredHealthy")) {
    at = readInteger32(at);
    desiredHealthy = i32(integerRead);
  } else if (keyIs("expectedPods")) {
    at = readInteger32(at);
    expectedPods = i32(integerRead);
  } else return keyIs("conditions") ? readConditions(at) : skipValue(at);
  return at;
}

/** The first condition DisruptionAllowed, when it is False. */
function readConditions(at: usize): usize {
  let isKnown = false;
  at = openArray(at);
  while (atElement(at)) {
    isAllowance = false;
    isFalse = false;
    reasonRead = 0;
    messageRead = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      at = nextMember(isNull(at) ? at + 4 : readConditionMember(at));
    }
    at = nextElement(closeObject(at));
    if (!isAllowance || isKnown) continue;
    isKnown = true;
    if (!isFalse) continue;
    flags |= ObjectFlag.Disallowed;
    reason = reasonRead;
    message = messageRead;
  }
  return closeArray(at);
}

/** For the condition being read. */
let isAllowance: bool = false;
let isFalse: bool = false;
let reasonRead: u32 = 0;
let messageRead: u32 = 0;

function readConditionMember(at: usize): usize {
  if (keyIs("type")) {
    at = readWord(at);
    isAllowance = wordIs("DisruptionAllowed");
  } else if (keyIs("status")) {
    at = readWord(at);
    isFalse = wordIs("False");
  } else if (keyIs("reason")) {
    at = readTextInto(at);
    reasonRead = textRead;
  } else if (keyIs("message")) {
    at = readTextInto(at);
    messageRead = textRead;
  } else return skipValue(at);
  return at;
}

/** The names of an object's members, as a set. */
function readDisruptedPods(at: usize): usize {
  const list = beginList();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    push(internText(keyAt, keySize));
    at = nextMember(skipValue(at));
  }
  extra = endSet(list);
  return closeObject(at);
}

/** Members other than metadata, spec and status. */
export function readRowMember(at: usize, kind: Kind): usize {
  if (kind == Kind.PriorityClass) return readPriorityClassMember(at);
  if (kind == Kind.RuntimeClass && keyIs("overhead")) return readOverhead(at);
  return skipValue(at);
}

function readPriorityClassMember(at: usize): usize {
  if (keyIs("value")) {
    at = readInteger32(at);
    value = i32(integerRead);
  } else if (keyIs("globalDefault")) {
    at = readTruth(at);
    if (truthRead) flags |= ObjectFlag.GlobalDefault;
  } else if (keyIs("preemptionPolicy")) {
    at = readWord(at);
    if (wordIs("Never")) flags |= ObjectFlag.PreemptNever;
  } else return skipValue(at);
  return at;
}

function readOverhead(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("podFixed") && !isNull(at)) {
      at = readResourceList(at, false);
      extra = listRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** Kinds that belong to a namespace are in `default` when they do not say. */
function namespaceOf(kind: Kind): u32 {
  if (metadata.namespace != 0) return metadata.namespace;
  const isOfCluster =
    kind == Kind.Namespace || kind == Kind.PriorityClass || kind == Kind.RuntimeClass;
  return isOfCluster ? 0 : internLiteral("default");
}

/** Appends the object that was read; false after a failure. */
export function finishRow(kind: Kind): bool {
  const place = appendObject(kind);
  if (place == 0) return false;
  const row = changetype<ObjectRow>(place);
  row.namespace = namespaceOf(kind);
  row.name = metadata.name;
  row.uid = metadata.uid;
  row.labels = metadata.labels;
  row.flags = flags;
  row.selector = selector;
  row.value = value;
  row.extra = extra;
  if (kind == Kind.PodDisruptionBudget) finishBudget(row);
  return true;
}

function finishBudget(row: ObjectRow): void {
  const isCounted = observedGeneration >= metadata.generation && hasStatus();
  if (!isCounted) row.flags |= ObjectFlag.Behind;
  row.currentHealthy = currentHealthy;
  row.desiredHealthy = desiredHealthy;
  row.expectedPods = expectedPods;
  row.wanted = wanted;
  row.reason = reason;
  row.message = message;
}

/** A manifest has none, and no generation either. */
function hasStatus(): bool {
  if (observedGeneration != 0 || value != 0 || expectedPods != 0) return true;
  return currentHealthy != 0 || desiredHealthy != 0;
}
