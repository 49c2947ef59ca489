/** Objects that are neither pods nor nodes → rows of their kind. */
import {
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { Kind } from "../model/kind.ts";
import { beginList, endSet, push } from "../model/list.ts";
import { appendObject, ObjectFlag, ObjectRow } from "../model/objectRow.ts";
import { internLiteral, internText } from "../model/text.ts";
import { metadata } from "./metadata.ts";
import { readLabelMap, readLabelSelector } from "./selectors.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readResourceList,
  readTruth,
  truthRead,
} from "./values.ts";

let flags: u32 = 0;
let selector: u32 = 0;
let value: i32 = 0;
let extra: u32 = 0;

export function startRow(): void {
  flags = 0;
  selector = 0;
  value = 0;
  extra = 0;
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
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

export function readRowStatus(at: usize, kind: Kind): usize {
  if (kind != Kind.PodDisruptionBudget) return skipValue(at);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("disruptionsAllowed")) {
      at = readInteger32(at);
      value = i32(integerRead);
    } else if (keyIs("disruptedPods")) at = readDisruptedPods(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
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

/** Members beside metadata, spec and status. */
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
      at = readResourceList(at);
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
  return true;
}
