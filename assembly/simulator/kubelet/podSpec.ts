/**
 * A pod's spec, in the form of a v1 Pod. What a step of eviction reads of it is written once: pods
 * of one template share it. Tolerations are not in that, which only admission reads.
 */
import { QUOTE } from "../../base/json/scan.ts";
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  integerMember,
  isOutputFull,
  key,
  keyAsWritten,
  member,
  outputEnd,
  text,
  textMember,
  valueAsWritten,
  writeEscaped,
} from "../../base/json/write.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { Pod } from "../../objects/model/pod.ts";
import {
  ContainerWord,
  SpecFlag,
  SpecWord,
  specHas,
  specWord,
} from "../../objects/model/podSpec.ts";
import { findRow, indexRow, RowIndex } from "../../objects/model/rowIndex.ts";
import { appendRow, NO_ROW, rowAt, Table } from "../../objects/model/table.ts";
import { Effect, TOLERATION_WORDS, TolerationOperator } from "../../objects/model/taint.ts";
import { internText, textAt, textSize } from "../../objects/model/text.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { SPEC_INDEX_OFFSET, SPEC_TEXTS_OFFSET } from "../memory.ts";

@unmanaged
export class SpecText {
  spec: u32;
  priority: i32;
  text: u32;
}

const SPEC_TEXT_BYTES: usize = offsetof<SpecText>();
const texts = changetype<Table>(SPEC_TEXTS_OFFSET);
const INDEX = changetype<RowIndex>(SPEC_INDEX_OFFSET);

/** The value of `spec`. */
export function writeSharedSpec(pod: Pod): void {
  const priority = priorityOf(pod);
  const row = findRow(INDEX, texts, pod.spec, u32(priority));
  if (row != NO_ROW) {
    const text = changetype<SpecText>(rowAt(texts, row)).text;
    return valueAsWritten(textAt(text), textAt(text) + usize(textSize(text)));
  }
  const start = outputEnd();
  writeSpec(pod, false);
  if (!isOutputFull()) keep(pod.spec, priority, start, outputEnd());
}

function keep(spec: u32, priority: i32, start: usize, end: usize): void {
  const text = internText(start, i32(end - start));
  if (text == 0) return;
  const place = appendRow(texts, SPEC_TEXT_BYTES);
  if (place == 0) return;
  const row = changetype<SpecText>(place);
  row.spec = spec;
  row.priority = priority;
  row.text = text;
  indexRow(INDEX, texts, texts.count - 1);
}

export function writeSpec(pod: Pod, isWhole: bool): void {
  const spec = pod.spec;
  beginObject();
  integerMember("priority", i64(priorityOf(pod)));
  if (specWord(spec, SpecWord.PriorityClass) != 0) {
    textOf("priorityClassName", specWord(spec, SpecWord.PriorityClass));
  }
  if (isWhole) writeTolerations(specWord(spec, SpecWord.Tolerations));
  writeContainers("containers", specWord(spec, SpecWord.Containers));
  writeContainers("initContainers", specWord(spec, SpecWord.InitContainers));
  writeAmounts("overhead", specWord(spec, SpecWord.Overhead));
  // Up to 1.36, resources of the pod that name nothing still decide its class. Spec 6.1.
  const isSet = specHas(spec, SpecFlag.HasResources);
  writeResources(specWord(spec, SpecWord.Requests), specWord(spec, SpecWord.Limits), isSet);
  endObject();
}

function writeTolerations(list: u32): void {
  if (listCount(list) == 0) return;
  key("tolerations");
  beginArray();
  for (let at: u32 = 0; at < listCount(list); at += TOLERATION_WORDS) {
    beginObject();
    if (wordOf(list, at) != 0) textOf("key", wordOf(list, at));
    member("operator", operatorName(wordOf(list, at + 1)));
    if (wordOf(list, at + 2) != 0) textOf("value", wordOf(list, at + 2));
    if (wordOf(list, at + 3) != Effect.Any) member("effect", effectName(wordOf(list, at + 3)));
    endObject();
  }
  endArray();
}

function operatorName(operator: u32): string {
  if (operator == TolerationOperator.Exists) return "Exists";
  return operator == TolerationOperator.Equal ? "Equal" : "Lt";
}

export function effectName(effect: u32): string {
  if (effect == Effect.NoSchedule) return "NoSchedule";
  return effect == Effect.NoExecute ? "NoExecute" : "PreferNoSchedule";
}

function writeContainers(name: string, containers: u32): void {
  if (listCount(containers) == 0) return;
  key(name);
  beginArray();
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    beginObject();
    textOf("name", wordOf(container, ContainerWord.Name));
    if (wordOf(container, ContainerWord.RestartsAlways) != 0) member("restartPolicy", "Always");
    const requests = wordOf(container, ContainerWord.Requests);
    writeResources(requests, wordOf(container, ContainerWord.Limits), false);
    endObject();
  }
  endArray();
}

function writeResources(requests: u32, limits: u32, isSet: bool): void {
  if (listCount(requests) == 0 && listCount(limits) == 0 && !isSet) return;
  key("resources");
  beginObject();
  writeAmounts("requests", requests);
  writeAmounts("limits", limits);
  endObject();
}

function writeAmounts(name: string, pairs: u32): void {
  if (listCount(pairs) == 0) return;
  key(name);
  beginObject();
  for (let at: u32 = 0; at < listCount(pairs); at += 2) {
    keyOf(wordOf(pairs, at));
    text(textAt(wordOf(pairs, at + 1)), textSize(wordOf(pairs, at + 1)));
  }
  endObject();
}

/** A name of a resource as a member's name; one that is longer than any that is valid is cut. */
function keyOf(name: u32): void {
  store<u8>(SCRATCH_OFFSET, QUOTE);
  const end = writeEscaped(SCRATCH_OFFSET + 1, textAt(name), min(textSize(name), NAME_MAX));
  store<u8>(end, QUOTE);
  keyAsWritten(SCRATCH_OFFSET, end + 1);
}

const NAME_MAX: i32 = 1024;

export function textOf(name: string, text: u32): void {
  textMember(name, textAt(text), textSize(text));
}
