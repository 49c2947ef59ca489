/** Detail 2: what would have spared the pod, each answer verified by taking the step again. */

import {
  addInteger,
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  key,
  member,
} from "../../base/json/write.ts";
import { Pod, PodFlag, podAt, podHas } from "../../node/model/pod.ts";
import { resourceOf } from "../../node/model/signal.ts";
import { Resource, SIGNAL_NAMES } from "../../node/model/signalTable.ts";
import {
  addAmountText,
  addBytesText,
  addPodName,
  podNameMembers,
} from "../../node/report/values.ts";
import { EvictionCause, evictionAt, step } from "../model/step.ts";
import { thresholdAt } from "../model/threshold.ts";
import {
  findSparingPriority,
  findSparingRequest,
  findSparingThreshold,
  spareFrom,
  spareTo,
  spareVerified,
} from "../stages/spare.ts";
import { trialAction, trialEvicted } from "../stages/trial.ts";
import { ACTION_NAMES } from "./members.ts";

enum Change {
  Request,
  Priority,
  Threshold,
}

const CHANGE_NAMES: StaticArray<string> = ["request", "priority", "threshold"];

export function counterfactualsMembers(subject: i32): void {
  const evicted = evictedByPressure();
  const pod = subject >= 0 ? subject : evicted;
  if (pod >= 0) {
    key("subject");
    beginObject();
    podNameMembers(podAt(u32(pod)));
    endObject();
    key("standing");
    beginText();
    addRank(pod, evicted);
    endText();
  }
  key("counterfactuals");
  beginArray();
  if (pod >= 0 && pod == evicted) writeCounterfactuals(u32(pod));
  endArray();
}

/** The row of the pod that node pressure evicts, or -1. */
function evictedByPressure(): i32 {
  if (step.evictionCount == 0) return -1;
  const eviction = evictionAt(0);
  return eviction.cause == u32(EvictionCause.NodePressure) ? i32(eviction.pod) : -1;
}

function isEvicted(pod: i32): bool {
  for (let index: u32 = 0; index < step.evictionCount; index++) {
    if (i32(evictionAt(index).pod) == pod) return true;
  }
  return false;
}

/** The pod's rank in this step, in one sentence. */
function addRank(index: i32, evicted: i32): void {
  const pod = podAt(u32(index));
  addPodName(pod);
  if (isEvicted(index)) return addLiteral(" is evicted in this step.");
  if (!podHas(pod, PodFlag.Active)) {
    return addLiteral(" is not active: it has finished, so there is nothing to evict.");
  }
  if (podHas(pod, PodFlag.Critical)) {
    return addLiteral(" is critical, so the kubelet refuses to evict it.");
  }
  if (evicted < 0) return addLiteral(" stays: this step evicts no pod for node pressure.");
  addLiteral(" stays: it ranks behind ");
  addPodName(podAt(u32(evicted)));
  addLiteral(", and a step evicts one pod at most.");
}

function writeCounterfactuals(pod: u32): void {
  if (findSparingRequest(pod)) writeCounterfactual(pod, Change.Request);
  findSparingPriority(pod);
  writeCounterfactual(pod, Change.Priority);
  if (findSparingThreshold(pod)) writeCounterfactual(pod, Change.Threshold);
}

function writeCounterfactual(index: u32, change: Change): void {
  beginObject();
  member("change", unchecked(CHANGE_NAMES[change]));
  key("from");
  beginText();
  addFrom(change);
  endText();
  key("to");
  beginText();
  addTo(change);
  endText();
  booleanMember("verified", spareVerified);
  member("action", unchecked(ACTION_NAMES[trialAction]));
  if (trialEvicted >= 0) {
    key("evicted");
    beginObject();
    podNameMembers(podAt(u32(trialEvicted)));
    endObject();
  }
  key("sentence");
  beginText();
  addSentence(podAt(index), change);
  endText();
  endObject();
}

function chosenSignal(): i32 {
  return i32(thresholdAt(step.chosen).signal);
}

function addFrom(change: Change): void {
  if (change == Change.Request) addBytesText(spareFrom);
  else if (change == Change.Priority) addInteger(spareFrom);
  else {
    const chosen = thresholdAt(step.chosen);
    addText(chosen.text, chosen.textSize);
  }
}

function addTo(change: Change): void {
  if (change == Change.Request) addBytesText(spareTo);
  else if (change == Change.Priority) addInteger(spareTo);
  else addAmountText(spareTo, chosenSignal());
}

const MEBIBYTE: i64 = 1048576;

/** Bytes that are not a round amount are rounded up to whole Mi. */
function addRequest(): void {
  if (spareTo < MEBIBYTE || spareTo % 1024 == 0) return addTo(Change.Request);
  addInteger((spareTo + MEBIBYTE - 1) / MEBIBYTE);
  addLiteral("Mi");
}

function addSentence(pod: Pod, change: Change): void {
  addLiteral(spareVerified ? "If " : "Even if ");
  if (change == Change.Request) {
    addPodName(pod);
    addLiteral(" requested at least ");
    addRequest();
    const isMemory = resourceOf(chosenSignal()) == Resource.Memory;
    addLiteral(isMemory ? " of memory" : " of ephemeral-storage");
  } else if (change == Change.Priority) {
    addLiteral("the priority of ");
    addPodName(pod);
    addLiteral(" were ");
    addTo(change);
  } else {
    addLiteral("the threshold of ");
    addLiteral(unchecked(SIGNAL_NAMES[chosenSignal()]));
    addLiteral(" were ");
    addTo(change);
  }
  addLiteral(" (now ");
  addFrom(change);
  addLiteral("), this step would ");
  if (!spareVerified) return addLiteral("still evict it.");
  if (trialEvicted < 0) return addLiteral("evict no pod.");
  addLiteral("evict ");
  addPodName(podAt(u32(trialEvicted)));
  addLiteral(" instead.");
}
