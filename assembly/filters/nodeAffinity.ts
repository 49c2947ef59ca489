/** NodeAffinity and NodeName: which nodes a pod's spec asks for. */
import { listCount, wordOf } from "../objects/model/list.ts";
import { Node } from "../objects/model/node.ts";
import { SpecFlag, SpecWord, specHas, specWord } from "../objects/model/podSpec.ts";
import { hasLabels, matchesLabels, meetsValue } from "./labels.ts";

export const NODE_AFFINITY_REASON = "node(s) didn't match Pod's node affinity/selector";
export const NODE_NAME_REASON = "node(s) didn't match the requested node name";

/** Whether nodeSelector and required node affinity match a node. */
export function matchesNodeAffinity(spec: u32, node: Node): bool {
  if (!hasLabels(specWord(spec, SpecWord.NodeSelector), node.labels)) return false;
  if (!specHas(spec, SpecFlag.HasRequiredNodeAffinity)) return true;
  return matchesAnyTerm(specWord(spec, SpecWord.RequiredNodeTerms), node);
}

/** Terms are alternatives; without any nothing matches. */
export function matchesAnyTerm(terms: u32, node: Node): bool {
  const count = listCount(terms);
  for (let index: u32 = 0; index < count; index++) {
    if (matchesTerm(wordOf(terms, index), node)) return true;
  }
  return false;
}

function matchesTerm(term: u32, node: Node): bool {
  return matchesLabels(wordOf(term, 0), node.labels) && matchesFields(wordOf(term, 1), node);
}

/** The only field is metadata.name. */
function matchesFields(fields: u32, node: Node): bool {
  const count = listCount(fields);
  for (let index: u32 = 0; index < count; index++) {
    const requirement = wordOf(fields, index);
    if (!meetsValue(wordOf(requirement, 1), wordOf(requirement, 2), node.name)) return false;
  }
  return true;
}

/** The sum of the weights of preferred terms that match. */
export function preferenceOf(weighted: u32, node: Node): i64 {
  let sum: i64 = 0;
  const count = listCount(weighted);
  for (let index: u32 = 0; index < count; index += 2) {
    if (matchesTerm(wordOf(weighted, index + 1), node)) sum += i64(i32(wordOf(weighted, index)));
  }
  return sum;
}

/** Whether a pod that names a node may run on this one. */
export function matchesNodeName(nodeName: u32, node: Node): bool {
  return nodeName == 0 || nodeName == node.name;
}
