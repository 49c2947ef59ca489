/** TaintToleration and NodeUnschedulable: taints that a pod does not tolerate. */
import { integerOf, integerValue } from "../objects/model/integer.ts";
import { listCount, wordOf } from "../objects/model/list.ts";
import { Node, NodeFlag, nodeHas } from "../objects/model/node.ts";
import {
  Effect,
  TAINT_WORDS,
  TOLERATION_WORDS,
  TolerationOperator,
} from "../objects/model/taint.ts";
import { internLiteral } from "../objects/model/text.ts";

export const UNTOLERATED_REASON = "node(s) had untolerated taint(s)";
export const UNSCHEDULABLE_REASON = "node(s) were unschedulable";

/** Sets of effects, by bit. */
export const NO_SCHEDULE_EFFECTS: u32 = (1 << Effect.NoSchedule) | (1 << Effect.NoExecute);
export const NO_EXECUTE_EFFECT: u32 = 1 << Effect.NoExecute;
export const PREFER_EFFECT: u32 = 1 << Effect.PreferNoSchedule;

/** The index of the first taint with one of these effects that is not tolerated, or -1. */
export function untoleratedTaint(taints: u32, tolerations: u32, effects: u32, compare: bool): i32 {
  const count = listCount(taints) / TAINT_WORDS;
  for (let index: u32 = 0; index < count; index++) {
    const at = index * TAINT_WORDS;
    const effect = wordOf(taints, at + 2);
    if (((effects >> effect) & 1) == 0) continue;
    const key = wordOf(taints, at);
    const value = wordOf(taints, at + 1);
    if (!isTolerated(tolerations, key, value, effect, compare)) return i32(index);
  }
  return -1;
}

/** How many taints that only ask to prefer other nodes are not tolerated. */
export function countUnpreferred(taints: u32, tolerations: u32, compare: bool): i32 {
  let untolerated = 0;
  const count = listCount(taints);
  for (let at: u32 = 0; at < count; at += TAINT_WORDS) {
    if (wordOf(taints, at + 2) != Effect.PreferNoSchedule) continue;
    const key = wordOf(taints, at);
    const value = wordOf(taints, at + 1);
    if (!isTolerated(tolerations, key, value, Effect.PreferNoSchedule, compare)) untolerated++;
  }
  return untolerated;
}

/** Whether a pod may run on a cordoned node: it tolerates the taint of that name. */
export function toleratesUnschedulable(node: Node, tolerations: u32, compare: bool): bool {
  if (!nodeHas(node, NodeFlag.Unschedulable)) return true;
  const key = internLiteral("node.kubernetes.io/unschedulable");
  return isTolerated(tolerations, key, 0, Effect.NoSchedule, compare);
}

/** `compare`: Gt and Lt compare integers, where the release has them; else they match nothing. */
export function isTolerated(
  tolerations: u32,
  key: u32,
  value: u32,
  effect: u32,
  compare: bool,
): bool {
  const count = listCount(tolerations);
  for (let at: u32 = 0; at < count; at += TOLERATION_WORDS) {
    if (tolerates(tolerations, at, key, value, effect, compare)) return true;
  }
  return false;
}

/** Whether the toleration at a word of the list is for a taint. */
export function tolerates(
  tolerations: u32,
  at: u32,
  key: u32,
  value: u32,
  effect: u32,
  compare: bool,
): bool {
  const ofEffect = wordOf(tolerations, at + 3);
  if (ofEffect != Effect.Any && ofEffect != effect) return false;
  const ofKey = wordOf(tolerations, at);
  if (ofKey != 0 && ofKey != key) return false;
  const operator = wordOf(tolerations, at + 1);
  if (operator == TolerationOperator.Exists) return true;
  const ofValue = wordOf(tolerations, at + 2);
  if (operator == TolerationOperator.Equal) return ofValue == value;
  return compare && comparesTo(operator, ofValue, value);
}

function comparesTo(operator: u32, bound: u32, value: u32): bool {
  if (operator == TolerationOperator.Other || !integerOf(bound)) return false;
  const limit = integerValue;
  if (!integerOf(value)) return false;
  return operator == TolerationOperator.Lt ? integerValue < limit : integerValue > limit;
}
