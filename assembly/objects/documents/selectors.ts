/** Label selectors, node selector terms, and the requirements they are made of. */
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
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { equalAscii } from "../../base/text.ts";
import { integerOf } from "../model/integer.ts";
import { beginList, endList, endSet, listCount, push, wordOf } from "../model/list.ts";
import { Operator } from "../model/podSpec.ts";
import { isLabelKey, isLabelValue } from "../model/qualifiedName.ts";
import { textAt, textSize } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";
import {
  labelRead,
  listRead,
  readLabel,
  readTextInto,
  readTextSet,
  setListRead,
  textRead,
} from "./values.ts";

const NO_OPERATOR = -1;

let key: u32 = 0;
let operator: i32 = NO_OPERATOR;
let values: u32 = 0;
/** Their address. */
let keyPlace: usize = 0;
let valuesPlace: usize = 0;

/** Requirements of nodes, since the start, that cannot be parsed; where the last is, and why. */
export let impossibleCount: u32 = 0;
export let impossiblePlace: usize = 0;
export let impossibleReason: ObjectsReason = ObjectsReason.Values;

/** Pods may be compared with each of them, and for each node: a bound on the time of a decision. */
const REQUIREMENTS_MAX: u32 = 512;
let requirementCount: u32 = 0;

/** An object begins, or a configuration. */
export function startRequirements(): void {
  requirementCount = 0;
}

/** Counts a requirement, a term or a constraint that begins here; 0 after too many. */
export function countRequirement(at: usize): usize {
  if (at == 0 || ++requirementCount <= REQUIREMENTS_MAX) return at;
  return fail(Status.TableFull, ObjectsReason.Requirements, at);
}

/** A LabelSelector as the set of its requirements; an empty one is the empty list. */
export function readLabelSelector(at: usize): usize {
  const list = beginList();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("matchLabels")) at = pushLabels(at);
    else if (keyIs("matchExpressions")) at = pushRequirements(at, Operator.DoesNotExist);
    else at = skipValue(at);
    at = nextMember(at);
  }
  setListRead(endSet(list));
  return closeObject(at);
}

/** An object of label values, such as a Service's selector, as a set of requirements. */
export function readLabelMap(at: usize): usize {
  const list = beginList();
  at = pushLabels(at);
  setListRead(endSet(list));
  return at;
}

function pushLabels(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = countRequirement(scanMember(at));
    at = readLabel(at);
    pushEquality(labelRead, textRead);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** The requirement that a label has this value. */
export function pushEquality(label: u32, value: u32): void {
  const one = beginList();
  push(value);
  const only = endList(one);
  pushRequirement(label, Operator.In, only);
}

function pushRequirement(label: u32, by: i32, among: u32): void {
  const requirement = beginList();
  push(label);
  push(by);
  push(among);
  push(endList(requirement));
}

/** Pushes the requirements of an array; operators go up to `last`. */
function pushRequirements(at: usize, last: i32): usize {
  at = openArray(at);
  while (atElement(at)) at = nextElement(readRequirement(at, last));
  return closeArray(at);
}

function readRequirement(at: usize, last: i32): usize {
  const start = at;
  key = 0;
  operator = NO_OPERATOR;
  values = 0;
  keyPlace = start;
  at = openObject(countRequirement(at));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readRequirementMember(at));
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (operator == NO_OPERATOR || operator > last) {
    return fail(Status.WrongType, ObjectsReason.Operator, start);
  }
  if (!hasFitCount()) return fail(Status.WrongType, ObjectsReason.Values, start);
  if (!isLabelKey(key)) return fail(Status.WrongType, ObjectsReason.LabelKey, keyPlace);
  // The values of matchFields are names of nodes.
  const areValues = last == Operator.NotIn || areLabelValues();
  if (areValues && isComparable()) pushRequirement(key, operator, values);
  else if (last == Operator.Lt) {
    // API servers take such a term of nodes; with a value that no label can have they refuse a
    // required one since 1.32. To the scheduler and to the kubelet it is an error, and matches
    // nothing; so does a requirement for one of no values.
    impossibleCount++;
    impossiblePlace = valuesPlace;
    impossibleReason = areValues ? ObjectsReason.Values : ObjectsReason.LabelValue;
    pushRequirement(key, Operator.In, 0);
  } else return fail(Status.WrongType, ObjectsReason.LabelValue, valuesPlace);
  return at;
}

function readRequirementMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("key")) {
    keyPlace = at;
    at = readTextInto(at);
    key = textRead;
  } else if (keyIs("operator")) {
    at = readWord(at);
    operator = operatorRead();
  } else if (keyIs("values")) {
    valuesPlace = at;
    at = readTextSet(at);
    values = listRead;
  } else return skipValue(at);
  return at;
}

function operatorRead(): i32 {
  if (wordIs("In")) return Operator.In;
  if (wordIs("NotIn")) return Operator.NotIn;
  if (wordIs("Exists")) return Operator.Exists;
  if (wordIs("DoesNotExist")) return Operator.DoesNotExist;
  if (wordIs("Gt")) return Operator.Gt;
  return wordIs("Lt") ? Operator.Lt : NO_OPERATOR;
}

function areLabelValues(): bool {
  for (let index: u32 = 0; index < listCount(values); index++) {
    if (!isLabelValue(wordOf(values, index))) return false;
  }
  return true;
}

function isComparable(): bool {
  return operator < Operator.Gt || integerOf(wordOf(values, 0));
}

function hasFitCount(): bool {
  const count = listCount(values);
  if (operator <= Operator.NotIn) return count > 0;
  if (operator <= Operator.DoesNotExist) return count == 0;
  return count == 1;
}

/** Whether a term of the node selector that was read last has no requirement. */
export let emptyTermRead: bool = false;

/** A NodeSelector as the list of its terms; terms without anything select nothing and go. */
export function readNodeSelector(at: usize): usize {
  emptyTermRead = false;
  const list = beginList();
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("nodeSelectorTerms") && !isNull(at)) at = pushNodeTerms(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  setListRead(endList(list));
  return closeObject(at);
}

function pushNodeTerms(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    at = readNodeTerm(countRequirement(at));
    if (listRead != 0) push(listRead);
    else emptyTermRead = true;
    at = nextElement(at);
  }
  return closeArray(at);
}

/** A term as the list of its expressions and fields, or the empty list. */
export function readNodeTerm(at: usize): usize {
  let expressions: u32 = 0;
  let fields: u32 = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("matchExpressions")) {
      const list = beginList();
      at = pushRequirements(at, Operator.Lt);
      expressions = endList(list);
    } else if (keyIs("matchFields")) {
      const start = at;
      const list = beginList();
      at = pushRequirements(at, Operator.NotIn);
      fields = endList(list);
      if (at != 0 && !areFields(fields)) {
        return fail(Status.WrongType, ObjectsReason.FieldName, start);
      }
    } else at = skipValue(at);
    at = nextMember(at);
  }
  const term = beginList();
  if (expressions != 0 || fields != 0) {
    push(expressions);
    push(fields);
  }
  setListRead(endList(term));
  return closeObject(at);
}

function areFields(fields: u32): bool {
  for (let index: u32 = 0; index < listCount(fields); index++) {
    const requirement = wordOf(fields, index);
    const name = wordOf(requirement, 0);
    if (!equalAscii(textAt(name), textSize(name), "metadata.name")) return false;
    if (listCount(wordOf(requirement, 2)) != 1) return false;
  }
  return true;
}
