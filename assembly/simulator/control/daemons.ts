/**
 * The pod that a DaemonSet makes for one node: bound to it by affinity, and with the tolerations
 * that the controller adds. And what the API server's admission adds to every pod.
 * Spec: the sources of Kubernetes, pkg/controller/daemon/util and
 * plugin/pkg/admission/defaulttolerationseconds.
 */
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { internSpec, Operator, SpecFlag, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import {
  Effect,
  LASTS,
  secondsWord,
  TOLERATION_WORDS,
  TolerationOperator,
} from "../../objects/model/taint.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { SPEC_WORDS_OFFSET } from "../memory.ts";
import { Owner, templateOf } from "../model/owner.ts";

/** The words of the spec that is being made. */
const WORDS: usize = SPEC_WORDS_OFFSET;
/** How long pods without a word about it stay on a node that is not ready or not reachable. */
const DEFAULT_SECONDS: i64 = 300;

function setWord(word: SpecWord, value: u32): void {
  store<u32>(WORDS + (usize(word) << 2), value);
}

function takeSpec(spec: u32): void {
  for (let word = 0; word < i32(SpecWord.End); word++) setWord(word, specWord(spec, word));
}

/** Row of the spec for a node; NO_ROW after a failure. */
export function daemonSpec(owner: Owner, node: u32): u32 {
  const spec = templateOf(owner).spec;
  takeSpec(spec);
  setWord(SpecWord.Tolerations, withDaemonTolerations(specWord(spec, SpecWord.Tolerations)));
  setWord(SpecWord.RequiredNodeTerms, onlyNode(spec, nodeAt(node).name));
  setWord(SpecWord.Flags, specWord(spec, SpecWord.Flags) | u32(SpecFlag.HasRequiredNodeAffinity));
  return internSpec(WORDS);
}

/** Every term, or one without expressions, with the name of the node as its only field. */
function onlyNode(spec: u32, name: u32): u32 {
  const terms = specWord(spec, SpecWord.RequiredNodeTerms);
  const fields = fieldOf(name);
  const list = beginList();
  for (let index: u32 = 0; index < listCount(terms); index++) {
    pushTerm(wordOf(wordOf(terms, index), 0), fields);
  }
  if (listCount(terms) == 0) pushTerm(0, fields);
  return endList(list);
}

function pushTerm(expressions: u32, fields: u32): void {
  const term = beginList();
  push(expressions);
  push(fields);
  push(endList(term));
}

function fieldOf(name: u32): u32 {
  const values = beginList();
  push(name);
  const set = endList(values);
  const requirement = beginList();
  push(internLiteral("metadata.name"));
  push(Operator.In);
  push(set);
  const one = endList(requirement);
  const fields = beginList();
  push(one);
  return endList(fields);
}

function withDaemonTolerations(before: u32): u32 {
  let list = withLasting(before, "node.kubernetes.io/not-ready", Effect.NoExecute);
  list = withLasting(list, "node.kubernetes.io/unreachable", Effect.NoExecute);
  list = withLasting(list, "node.kubernetes.io/disk-pressure", Effect.NoSchedule);
  list = withLasting(list, "node.kubernetes.io/memory-pressure", Effect.NoSchedule);
  list = withLasting(list, "node.kubernetes.io/pid-pressure", Effect.NoSchedule);
  return withLasting(list, "node.kubernetes.io/unschedulable", Effect.NoSchedule);
}

/**
 * With a toleration that lasts, which replaces each one that differs only in seconds:
 * AddOrUpdateTolerationInPodSpec of pkg/apis/core/v1/helper.
 */
function withLasting(before: u32, keyText: string, effect: Effect): u32 {
  const key = internLiteral(keyText);
  for (let at: u32 = 0; at < listCount(before); at += TOLERATION_WORDS) {
    if (isExists(before, at, key, effect) && wordOf(before, at + 4) == LASTS) return before;
  }
  let isThere = false;
  const list = beginList();
  for (let at: u32 = 0; at < listCount(before); at += TOLERATION_WORDS) {
    const isIt = isExists(before, at, key, effect);
    if (isIt) isThere = true;
    for (let word: u32 = 0; word < TOLERATION_WORDS; word++) {
      push(isIt && word == TOLERATION_WORDS - 1 ? LASTS : wordOf(before, at + word));
    }
  }
  if (!isThere) pushExists(keyText, effect, LASTS);
  return endList(list);
}

function isExists(tolerations: u32, at: u32, key: u32, effect: Effect): bool {
  return (
    wordOf(tolerations, at) == key &&
    wordOf(tolerations, at + 1) == u32(TolerationOperator.Exists) &&
    wordOf(tolerations, at + 2) == 0 &&
    wordOf(tolerations, at + 3) == u32(effect)
  );
}

function pushAll(tolerations: u32): void {
  for (let at: u32 = 0; at < listCount(tolerations); at++) push(wordOf(tolerations, at));
}

function pushExists(key: string, effect: Effect, seconds: u32): void {
  push(internLiteral(key));
  push(TolerationOperator.Exists);
  push(0);
  push(effect);
  push(seconds);
}

/** The spec of a pod with what DefaultTolerationSeconds adds; NO_ROW after a failure. */
export function withDefaultTolerations(spec: u32): u32 {
  const before = specWord(spec, SpecWord.Tolerations);
  const ready = names(before, "node.kubernetes.io/not-ready");
  const reachable = names(before, "node.kubernetes.io/unreachable");
  if (ready && reachable) return spec;
  const list = beginList();
  pushAll(before);
  const seconds = secondsWord(DEFAULT_SECONDS);
  if (!ready) pushExists("node.kubernetes.io/not-ready", Effect.NoExecute, seconds);
  if (!reachable) pushExists("node.kubernetes.io/unreachable", Effect.NoExecute, seconds);
  const tolerations = endList(list);
  takeSpec(spec);
  setWord(SpecWord.Tolerations, tolerations);
  return internSpec(WORDS);
}

/** Whether some toleration is for a NoExecute taint of this key. */
function names(tolerations: u32, keyText: string): bool {
  const key = internLiteral(keyText);
  for (let at: u32 = 0; at < listCount(tolerations); at += TOLERATION_WORDS) {
    const ofKey = wordOf(tolerations, at);
    const effect = wordOf(tolerations, at + 3);
    const isOfKey = ofKey == key || ofKey == 0;
    if (isOfKey && (effect == Effect.NoExecute || effect == Effect.Any)) return true;
  }
  return false;
}
