/** Requirements of selectors against labels. */
import { integerOf, integerValue } from "../objects/model/integer.ts";
import { hasWord, listCount, valueOf, wordOf } from "../objects/model/list.ts";
import { Operator } from "../objects/model/podSpec.ts";
import { NO_TEXT } from "../objects/model/text.ts";

/** Whether labels meet every requirement of a list; the empty list is met by all. */
export function matchesLabels(requirements: u32, labels: u32): bool {
  const count = listCount(requirements);
  for (let index: u32 = 0; index < count; index++) {
    if (!meets(wordOf(requirements, index), labels)) return false;
  }
  return true;
}

/** Whether labels have every pair of a list, such as a pod's nodeSelector. */
export function hasLabels(pairs: u32, labels: u32): bool {
  const count = listCount(pairs);
  for (let index: u32 = 0; index < count; index += 2) {
    const value = valueOf(labels, wordOf(pairs, index), NO_TEXT);
    if (value != wordOf(pairs, index + 1)) return false;
  }
  return true;
}

function meets(requirement: u32, labels: u32): bool {
  const value = valueOf(labels, wordOf(requirement, 0), NO_TEXT);
  return meetsValue(wordOf(requirement, 1), wordOf(requirement, 2), value);
}

/** Whether the value of a label, NO_TEXT for none, meets an operator with its values. */
export function meetsValue(operator: u32, values: u32, value: u32): bool {
  const isThere = value != NO_TEXT;
  switch (operator) {
    case Operator.In:
      return isThere && hasWord(values, value);
    case Operator.NotIn:
      return !isThere || !hasWord(values, value);
    case Operator.Exists:
      return isThere;
    case Operator.DoesNotExist:
      return !isThere;
    default:
      return isThere && compares(operator, wordOf(values, 0), value);
  }
}

/** Values that are not integers compare as neither greater nor less. */
function compares(operator: u32, bound: u32, value: u32): bool {
  if (!integerOf(value)) return false;
  const number = integerValue;
  if (!integerOf(bound)) return false;
  return operator == Operator.Gt ? number > integerValue : number < integerValue;
}
