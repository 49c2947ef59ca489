/** NodeAffinity's PreFilter: nodes that every required term names, so no other is tried. */
import { beginList, endList, endSet, listCount, push, wordOf } from "../../objects/model/list.ts";
import { Operator, SpecFlag, SpecWord, specHas, specWord } from "../../objects/model/podSpec.ts";

/** Whether some term names no node: then all are tried. */
export let namesAll: bool = true;

/** The set of names; empty with `namesAll` false when the terms of each conflict. */
export function namedNodes(spec: u32): u32 {
  namesAll = true;
  const terms = specWord(spec, SpecWord.RequiredNodeTerms);
  if (!specHas(spec, SpecFlag.HasRequiredNodeAffinity) || listCount(terms) == 0) return 0;
  if (specHas(spec, SpecFlag.HasEmptyNodeTerm)) return 0;
  const names = beginList();
  for (let index: u32 = 0; index < listCount(terms); index++) {
    if (pushNames(wordOf(wordOf(terms, index), 1))) continue;
    endList(names);
    return 0;
  }
  namesAll = false;
  return endSet(names);
}

/** Pushes the name that all In requirements of a term share; false when it has none. */
function pushNames(fields: u32): bool {
  let name: u32 = 0;
  let isNamed = false;
  let isConflict = false;
  for (let index: u32 = 0; index < listCount(fields); index++) {
    const requirement = wordOf(fields, index);
    if (wordOf(requirement, 1) != Operator.In) continue;
    const value = wordOf(wordOf(requirement, 2), 0);
    if (isNamed && value != name) isConflict = true;
    isNamed = true;
    name = value;
  }
  if (isNamed && !isConflict) push(name);
  return isNamed;
}
