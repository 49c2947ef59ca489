/** Priorities, for pods that the API server has not given one. */
import { Kind } from "../../objects/model/kind.ts";
import { findObject, ObjectFlag, objectAt, objectsOf } from "../../objects/model/objectRow.ts";
import { Pod } from "../../objects/model/pod.ts";
import { SpecFlag, SpecWord, specHas, specWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";

const CLUSTER_CRITICAL: i32 = 2000000000;
const NODE_CRITICAL: i32 = 2000001000;

/** spec.priority, or what the API server's admission would make of the class. */
export function priorityOf(pod: Pod): i32 {
  if (specHas(pod.spec, SpecFlag.HasPriority)) return i32(specWord(pod.spec, SpecWord.Priority));
  const name = specWord(pod.spec, SpecWord.PriorityClass);
  if (name != 0 && name == internLiteral("system-node-critical")) return NODE_CRITICAL;
  if (name != 0 && name == internLiteral("system-cluster-critical")) return CLUSTER_CRITICAL;
  if (name == 0) return defaultPriority();
  const row = findObject(Kind.PriorityClass, 0, name);
  return row == NO_ROW ? 0 : objectAt(Kind.PriorityClass, row).value;
}

/** spec.preemptionPolicy, or that of the class for a pod that has no priority yet. */
export function preemptsNever(pod: Pod): bool {
  if (specHas(pod.spec, SpecFlag.HasPreemptionPolicy)) {
    return specHas(pod.spec, SpecFlag.PreemptNever);
  }
  if (specHas(pod.spec, SpecFlag.HasPriority)) return false;
  const name = specWord(pod.spec, SpecWord.PriorityClass);
  const row = name == 0 ? defaultClass() : findObject(Kind.PriorityClass, 0, name);
  if (row == NO_ROW) return false;
  return (objectAt(Kind.PriorityClass, row).flags & ObjectFlag.PreemptNever) != 0;
}

function defaultPriority(): i32 {
  const row = defaultClass();
  return row == NO_ROW ? 0 : objectAt(Kind.PriorityClass, row).value;
}

/** If several classes are the default, the lowest counts, and the first of equal ones. */
function defaultClass(): u32 {
  let lowest = NO_ROW;
  const count = objectsOf(Kind.PriorityClass).count;
  for (let row: u32 = 0; row < count; row++) {
    const priorityClass = objectAt(Kind.PriorityClass, row);
    if ((priorityClass.flags & ObjectFlag.GlobalDefault) == 0) continue;
    if (lowest != NO_ROW && objectAt(Kind.PriorityClass, lowest).value <= priorityClass.value) {
      continue;
    }
    lowest = row;
  }
  return lowest;
}
