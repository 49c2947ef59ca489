/** A decision as a line of the contract. The digest covers everything before it. */

import { SchedulerAction } from "../../abi.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import {
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  integerMember,
  itemPlace,
  key,
  literal,
  member,
  outputEnd,
  text,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { candidateAt, candidateCount } from "../cycle/preemption/candidates.ts";
import { chosenCandidate, Preemption } from "../cycle/preemption/preempt.ts";
import { decision } from "../model/decision.ts";
import { extenders } from "../model/extenders.ts";
import { PLUGINS, pluginName } from "../model/plugin.ts";
import { profileAt } from "../model/profile.ts";
import { behavesAs } from "../model/release.ts";
import { Behavior } from "../model/releaseTable.ts";
import { feasibleAt, nodeCount, nodeRow, totalAt } from "../model/snapshot.ts";
import { UNEVALUATED_BITS, unevaluatedPlugin } from "../model/unevaluated.ts";
import { candidatesMember, victimsMember, writePod } from "./candidates.ts";
import { addGates, addInvalid, addMessage, addNoNodes } from "./message.ts";
import { nodesMember } from "./nodes.ts";

const ACTION_NAMES: StaticArray<string> = [
  "None",
  "Scheduled",
  "Unschedulable",
  "Gated",
  "NotEvaluated",
  "Done",
  "Error",
];

export function writeDecision(detail: i32): void {
  beginObject();
  integerMember("step", decision.step);
  podMember();
  member("result", unchecked(ACTION_NAMES[decision.action]));
  const isScheduled = decision.action == SchedulerAction.Scheduled;
  if (isScheduled) nodeMember();
  const isError = decision.action == SchedulerAction.Error;
  preemptionMembers();
  integerMember("evaluated", isError ? 0 : decision.feasible + decision.refused);
  integerMember("feasible", isError ? 0 : decision.feasible);
  messageMember();
  if (isScheduled) alternativesMember();
  else if (decision.preemption == Preemption.Nominated) nominationsMember();
  unevaluatedMember();
  writeDigest();
  if (detail > 0 && decision.action != SchedulerAction.Gated) {
    nodesMember(detail > 1);
    candidatesMember();
  }
  endObject();
}

function podMember(): void {
  key("pod");
  writePod(podAt(decision.pod));
}

function nodeMember(): void {
  const name = nodeAt(nodeRow(decision.chosen)).name;
  textMember("node", textAt(name), textSize(name));
}

/** Where the pod is nominated to, and who goes for it. */
function preemptionMembers(): void {
  if (decision.preemption != Preemption.Nominated) return;
  const candidate = chosenCandidate();
  const name = nodeAt(nodeRow(candidate.position)).name;
  textMember("nominatedNode", textAt(name), textSize(name));
  victimsMember(candidate, true);
}

export function messageMember(): void {
  if (decision.action == SchedulerAction.Scheduled) return;
  if (decision.action == SchedulerAction.NotEvaluated && decision.feasible != 0) return;
  key("message");
  beginText();
  if (decision.action == SchedulerAction.Gated) addGates();
  else if (decision.action == SchedulerAction.Error) addInvalid();
  else if (nodeCount == 0) addNoNodes();
  else addMessage();
  endText();
}

/** Other nodes that the release, or the order of a Go map, could have chosen. */
function alternativesMember(): void {
  if (!decision.isScored || (behavesAs(Behavior.ChoosesByHeap) && decision.namedCount < 2)) return;
  let highest = totalAt(0);
  for (let index: u32 = 1; index < decision.feasible; index++) {
    highest = max(highest, totalAt(index));
  }
  let count = 0;
  for (let index: u32 = 0; index < decision.feasible; index++) {
    const position = feasibleAt(index);
    if (totalAt(index) != highest || position == decision.chosen) continue;
    if (count++ == 0) {
      key("alternatives");
      beginArray();
    }
    const name = nodeAt(nodeRow(position)).name;
    text(textAt(name), textSize(name));
  }
  if (count != 0) endArray();
}

/** Other nodes that are as good to preempt on: the scheduler walks through them in a Go map. */
function nominationsMember(): void {
  let count = 0;
  for (let index: u32 = 0; index < candidateCount; index++) {
    const candidate = candidateAt(index);
    if (!candidate.isBest || index == decision.candidate) continue;
    if (count++ == 0) {
      key("alternatives");
      beginArray();
    }
    const name = nodeAt(nodeRow(candidate.position)).name;
    text(textAt(name), textSize(name));
  }
  if (count != 0) endArray();
}

/** Plugins that would have to judge the pod, those of others, and extenders. */
export function unevaluatedMember(): void {
  if (decision.action != SchedulerAction.NotEvaluated) return;
  const profile = profileAt(u32(max(decision.profile, 0)));
  key("notEvaluated");
  beginArray();
  for (let bit = 0; bit < UNEVALUATED_BITS; bit++) {
    if (((decision.unevaluated >> bit) & 1) != 0) literal(pluginName(unevaluatedPlugin(bit)));
  }
  for (let plugin = 0; plugin < PLUGINS; plugin++) {
    if (((profile.failing >> plugin) & 1) != 0) literal(pluginName(plugin));
  }
  addNames("", profile.foreign);
  addNames("extender ", extenders);
  endArray();
}

function addNames(before: string, names: u32): void {
  for (let index: u32 = 0; index < listCount(names); index++) {
    const name = wordOf(names, index);
    beginText();
    addLiteral(before);
    addText(textAt(name), textSize(name));
    endText();
  }
}

function writeDigest(): void {
  const digest = hashOnward(HASH_START, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET));
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, digest, 16));
  endText();
}
