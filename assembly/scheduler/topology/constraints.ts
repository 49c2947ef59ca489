/** The spread constraints of a pod: its own, or the profile's for what owns it. */

import { matchesLabels } from "../../filters/labels.ts";
import { pushEquality } from "../../objects/documents/selectors.ts";
import { Kind } from "../../objects/model/kind.ts";
import { beginList, endSet, listCount, push, valueOf, wordOf } from "../../objects/model/list.ts";
import { findObject, ObjectFlag, objectAt, objectsOf } from "../../objects/model/objectRow.ts";
import { Pod } from "../../objects/model/pod.ts";
import { SpecWord, SpreadWord, specWord } from "../../objects/model/podSpec.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import {
  appendRow,
  cutTable,
  forgetTable,
  NO_ROW,
  rowAt,
  Table,
} from "../../objects/model/table.ts";
import { internLiteral, NO_TEXT } from "../../objects/model/text.ts";
import { Profile } from "../model/profile.ts";

/** Selectors of what owns pods, by group and controller. */
const OWNED_BYTES: usize = 12;
const owned = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetOwned(): void {
  forgetTable(owned);
  forgetIndex(INDEX);
}

export function startOwned(): void {
  cutTable(owned, 0);
  forgetIndex(INDEX);
}

/** Whether the pod itself has constraints. */
export function hasOwnConstraints(pod: Pod): bool {
  return listCount(specWord(pod.spec, SpecWord.SpreadConstraints)) != 0;
}

/** All constraints, hard and soft. */
export function constraintsOf(pod: Pod, group: u32, profile: Profile): u32 {
  if (hasOwnConstraints(pod)) return specWord(pod.spec, SpecWord.SpreadConstraints);
  if (profile.defaultConstraints == 0) return 0;
  return ownerSelector(pod, group) == 0 ? 0 : profile.defaultConstraints;
}

/** Whether a constraint selects anything, and what: `selectorOf` has the requirements. */
export function selects(pod: Pod, constraint: u32): bool {
  return !hasOwnConstraints(pod) || wordOf(constraint, SpreadWord.HasSelector) != 0;
}

/** The requirements of a constraint, with the labels that the pod shares with those it means. */
export function selectorOf(pod: Pod, group: u32, constraint: u32): u32 {
  if (!hasOwnConstraints(pod)) return ownerSelector(pod, group);
  const selector = wordOf(constraint, SpreadWord.Selector);
  const keys = wordOf(constraint, SpreadWord.MatchLabelKeys);
  if (keys == 0 || wordOf(constraint, SpreadWord.HasSelector) == 0) return selector;
  const list = beginList();
  pushAll(selector);
  for (let index: u32 = 0; index < listCount(keys); index++) {
    const value = valueOf(pod.labels, wordOf(keys, index), NO_TEXT);
    if (value != NO_TEXT) pushEquality(wordOf(keys, index), value);
  }
  return endSet(list);
}

function pushAll(requirements: u32, replaced: u32 = 0): void {
  for (let index: u32 = 0; index < listCount(requirements); index++) {
    const requirement = wordOf(requirements, index);
    if (!hasKey(replaced, wordOf(requirement, 0))) push(requirement);
  }
}

function hasKey(requirements: u32, key: u32): bool {
  for (let index: u32 = 0; index < listCount(requirements); index++) {
    if (wordOf(wordOf(requirements, index), 0) == key) return true;
  }
  return false;
}

/** What Services and the controller of a pod select, together; 0 for nothing. */
function ownerSelector(pod: Pod, group: u32): u32 {
  const known = findRow(INDEX, owned, group, pod.controller);
  if (known != NO_ROW) return load<u32>(rowAt(owned, known), 8);
  const row = controllerRow(pod);
  const list = beginList();
  // What a ReplicationController asks of a label replaces what a Service asks of it.
  pushServices(pod, controllerKind == Kind.ReplicationController ? selectorAt(row) : 0);
  pushAll(selectorAt(row));
  const selector = endSet(list);
  const at = appendRow(owned, OWNED_BYTES);
  if (at == 0) return selector;
  store<u32>(at, group);
  store<u32>(at, pod.controller, 4);
  store<u32>(at, selector, 8);
  indexRow(INDEX, owned, owned.count - 1);
  return selector;
}

function pushServices(pod: Pod, replaced: u32): void {
  const count = objectsOf(Kind.Service).count;
  for (let row: u32 = 0; row < count; row++) {
    const service = objectAt(Kind.Service, row);
    if (service.namespace != pod.namespace) continue;
    if ((service.flags & ObjectFlag.HasSelector) == 0) continue;
    if (matchesLabels(service.selector, pod.labels)) pushAll(service.selector, replaced);
  }
}

/** The kind of the controller whose row was asked for last. */
let controllerKind: Kind = Kind.None;

/** The row of the controller of a pod, or NO_ROW. */
function controllerRow(pod: Pod): u32 {
  controllerKind = Kind.None;
  if (pod.controller == 0) return NO_ROW;
  controllerKind = kindOf(wordOf(pod.controller, 0), wordOf(pod.controller, 1));
  if (controllerKind == Kind.None) return NO_ROW;
  return findObject(controllerKind, pod.namespace, wordOf(pod.controller, 2));
}

function selectorAt(row: u32): u32 {
  return row == NO_ROW ? 0 : objectAt(controllerKind, row).selector;
}

function kindOf(version: u32, kind: u32): Kind {
  if (version == internLiteral("v1")) {
    return kind == internLiteral("ReplicationController") ? Kind.ReplicationController : Kind.None;
  }
  if (version != internLiteral("apps/v1")) return Kind.None;
  if (kind == internLiteral("ReplicaSet")) return Kind.ReplicaSet;
  return kind == internLiteral("StatefulSet") ? Kind.StatefulSet : Kind.None;
}
