/** The member `affinity` of a pod's spec, into words of the spec. */
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
import { beginList, endList, internList, push } from "../model/list.ts";
import {
  SpecFlag,
  SpecWord,
  TermWord,
  UNEVALUATED_SHIFT,
  UnevaluatedBit,
} from "../model/podSpec.ts";
import { ObjectsReason } from "../reasons.ts";
import {
  countRequirement,
  emptyTermRead,
  impossibleCount,
  readLabelSelector,
  readNodeSelector,
  readNodeTerm,
} from "./selectors.ts";
import { addSpecFlag, setSpecWord } from "./specWords.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readTextInto,
  readTextSet,
  setListRead,
  textRead,
} from "./values.ts";

const TERM: usize = memory.data(TermWord.End * 4, 4);

export function readAffinity(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readAffinityMember(at));
  }
  return closeObject(at);
}

function readAffinityMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("nodeAffinity")) return readNodeAffinity(at);
  if (keyIs("podAffinity")) {
    return readPodAffinity(at, SpecWord.AffinityTerms, SpecWord.PreferredAffinityTerms);
  }
  if (keyIs("podAntiAffinity")) {
    return readPodAffinity(at, SpecWord.AntiAffinityTerms, SpecWord.PreferredAntiAffinityTerms);
  }
  return skipValue(at);
}

/** Also what a NodeAffinity plugin is configured to add. */
export function readNodeAffinity(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("requiredDuringSchedulingIgnoredDuringExecution")) {
      at = readNodeSelector(at);
      setSpecWord(SpecWord.RequiredNodeTerms, listRead);
      addSpecFlag(SpecFlag.HasRequiredNodeAffinity);
      if (emptyTermRead) addSpecFlag(SpecFlag.HasEmptyNodeTerm);
    } else if (keyIs("preferredDuringSchedulingIgnoredDuringExecution")) {
      at = readPreferredNodeTerms(at);
      setSpecWord(SpecWord.PreferredNodeTerms, listRead);
      addSpecFlag(SpecFlag.HasPreferredNodeAffinity);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** Pairs of weight and term; a term that is empty or weighs nothing counts for nothing. */
function readPreferredNodeTerms(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let weight: u32 = 0;
    let term: u32 = 0;
    const impossibleBefore = impossibleCount;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("weight")) {
        at = readInteger32(at);
        weight = u32(integerRead);
      } else if (keyIs("preference")) {
        at = readNodeTerm(at);
        term = listRead;
      } else at = skipValue(at);
      at = nextMember(at);
    }
    if (weight != 0 && term != 0) {
      push(weight);
      push(term);
      if (impossibleCount != impossibleBefore) {
        addSpecFlag(UnevaluatedBit.NodeAffinity << UNEVALUATED_SHIFT);
      }
    }
    at = nextElement(closeObject(at));
  }
  setListRead(endList(list));
  return closeArray(at);
}

function readPodAffinity(at: usize, required: SpecWord, preferred: SpecWord): usize {
  addSpecFlag(SpecFlag.HasPodAffinity);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("requiredDuringSchedulingIgnoredDuringExecution")) {
      at = readTerms(at);
      setSpecWord(required, listRead);
    } else if (keyIs("preferredDuringSchedulingIgnoredDuringExecution")) {
      at = readWeightedTerms(at);
      setSpecWord(preferred, listRead);
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readTerms(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    memory.fill(TERM, 0, TermWord.End * 4);
    at = readTerm(at);
    push(internList(TERM, TermWord.End));
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function readWeightedTerms(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    memory.fill(TERM, 0, TermWord.End * 4);
    at = readWeightedTerm(at);
    push(internList(TERM, TermWord.End));
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function readWeightedTerm(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("weight")) {
      const start = at;
      at = readInteger32(at);
      setTerm(TermWord.Weight, u32(integerRead));
      if (at != 0 && (integerRead < 0 || integerRead > 100)) {
        return fail(Status.WrongType, ObjectsReason.Weight, start);
      }
    } else if (keyIs("podAffinityTerm")) at = readTerm(at);
    else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function setTerm(word: TermWord, value: u32): void {
  store<u32>(TERM + (usize(word) << 2), value);
}

/** matchLabelKeys and mismatchLabelKeys are in the selector already: the API server merges them. */
function readTerm(at: usize): usize {
  at = openObject(countRequirement(at));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readTermMember(at));
  }
  return closeObject(at);
}

function readTermMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("topologyKey")) {
    at = readTextInto(at);
    setTerm(TermWord.TopologyKey, textRead);
  } else if (keyIs("labelSelector")) {
    at = readLabelSelector(at);
    setTerm(TermWord.HasSelector, 1);
    setTerm(TermWord.Selector, listRead);
  } else if (keyIs("namespaces")) {
    at = readTextSet(at);
    setTerm(TermWord.Namespaces, listRead);
  } else if (keyIs("namespaceSelector")) {
    at = readLabelSelector(at);
    setTerm(TermWord.HasNamespaceSelector, 1);
    setTerm(TermWord.NamespaceSelector, listRead);
  } else return skipValue(at);
  return at;
}
