/** Terms of pod affinity against pods. */
import { matchesLabels } from "../../filters/labels.ts";
import { Kind } from "../../objects/model/kind.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { findObject, objectAt } from "../../objects/model/objectRow.ts";
import { TermWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { behavesAs } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";

/**
 * Whether a term of a pod in the namespace `from` means pods with these labels in `namespace`. The
 * terms of the pod that is scheduled select among the namespaces there are; those of placed pods
 * are compared with the labels of its namespace, or with none when it is not given.
 */
export function matchesTerm(
  term: u32,
  from: u32,
  namespace: u32,
  labels: u32,
  isOfIncoming: bool,
): bool {
  if (wordOf(term, TermWord.HasSelector) == 0) return false;
  if (!coversNamespace(term, from, namespace, isOfIncoming)) return false;
  return matchesLabels(wordOf(term, TermWord.Selector), labels);
}

function coversNamespace(term: u32, from: u32, namespace: u32, isOfIncoming: bool): bool {
  const names = wordOf(term, TermWord.Namespaces);
  for (let index: u32 = 0; index < listCount(names); index++) {
    if (wordOf(names, index) == namespace) return true;
  }
  if (wordOf(term, TermWord.HasNamespaceSelector) == 0) return names == 0 && namespace == from;
  const selector = wordOf(term, TermWord.NamespaceSelector);
  if (selector == 0) return true;
  // The selector counts as used once it has chosen the namespaces there are, and since 1.34
  // only a copy is: mergeAffinityTermNamespacesIfNotEmpty of interpodaffinity/plugin.go.
  if (isOfIncoming && behavesAs(Behavior.SelectsEveryNamespace) && matchesLabels(selector, 0)) {
    return true;
  }
  const row = findObject(Kind.Namespace, 0, namespace);
  if (row == NO_ROW) return !isOfIncoming && matchesLabels(selector, 0);
  return matchesLabels(selector, objectAt(Kind.Namespace, row).labels);
}

/** Whether all of a list of terms mean such a pod; without terms nothing is meant. */
export function matchesAllTerms(terms: u32, from: u32, namespace: u32, labels: u32): bool {
  const count = listCount(terms);
  for (let index: u32 = 0; index < count; index++) {
    if (!matchesTerm(wordOf(terms, index), from, namespace, labels, true)) return false;
  }
  return count != 0;
}
