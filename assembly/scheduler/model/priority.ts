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

/** Of several classes that are the default the lowest counts. */
function defaultPriority(): i32 {
  let lowest = i32.MAX_VALUE;
  const count = objectsOf(Kind.PriorityClass).count;
  for (let row: u32 = 0; row < count; row++) {
    const priorityClass = objectAt(Kind.PriorityClass, row);
    if ((priorityClass.flags & ObjectFlag.GlobalDefault) == 0) continue;
    lowest = min(lowest, priorityClass.value);
  }
  return lowest == i32.MAX_VALUE ? 0 : lowest;
}
