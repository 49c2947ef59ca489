/** Placed pods with terms: each term counted by the domains of its owners. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { Pod } from "../../objects/model/pod.ts";
import { SpecFlag, SpecWord, specHas, specWord, TermWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { addTo, CounterKind, counterAt, findCounter, wordsOf } from "./counters.ts";
import { newCounter } from "./meanings.ts";

/** Counts the terms of a pod that was placed on a node or removed; false after a failure. */
export function noteOwner(pod: Pod, position: u32, sign: i32): bool {
  if (!specHas(pod.spec, SpecFlag.HasPodAffinity)) return true;
  return (
    noteTerms(pod, SpecWord.AffinityTerms, position, sign) &&
    noteTerms(pod, SpecWord.AntiAffinityTerms, position, sign) &&
    noteTerms(pod, SpecWord.PreferredAffinityTerms, position, sign) &&
    noteTerms(pod, SpecWord.PreferredAntiAffinityTerms, position, sign)
  );
}

function noteTerms(pod: Pod, role: SpecWord, position: u32, sign: i32): bool {
  const terms = specWord(pod.spec, role);
  for (let index: u32 = 0; index < listCount(terms); index++) {
    const term = wordOf(terms, index);
    const key = wordOf(term, TermWord.TopologyKey);
    const words = wordsOf(CounterKind.Owning, term, pod.namespace, key, role);
    let row = findCounter(words);
    if (row == NO_ROW) row = newCounter(words, 0);
    if (row == NO_ROW) return false;
    addTo(counterAt(row), position, sign);
  }
  return true;
}
