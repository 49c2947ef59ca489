/** What happens in a drain, as it happens: items of an open array. */
import {
  beginObject,
  booleanMember,
  endObject,
  integerMember,
  key,
  member,
  textMember,
} from "../../base/json/write.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { chosenCandidate } from "../../scheduler/cycle/preemption/preempt.ts";
import { decision } from "../../scheduler/model/decision.ts";
import { nodeRow } from "../../scheduler/model/snapshot.ts";
import { victimsMember, writePod } from "../../scheduler/report/candidates.ts";
import { DrainedPod } from "../model/drainedPods.ts";
import { Eviction } from "../stages/evict.ts";
import { answerMembers, budgetMember } from "./answer.ts";

function beginEvent(round: u32, kind: string, row: u32): void {
  beginObject();
  integerMember("round", i64(round));
  member("kind", kind);
  key("pod");
  writePod(podAt(row));
  if (podHas(podAt(row), PodFlag.Replacement)) booleanMember("replacement", true);
}

/** The API server's answer, before the pod's owner knows of it. */
export function writeEviction(drained: DrainedPod, round: u32): void {
  const isEvicted = drained.eviction <= Eviction.Charged;
  beginEvent(round, isEvicted ? "Evicted" : "Blocked", drained.row);
  if (drained.budget != 0) budgetMember(drained.budget - 1);
  if (!isEvicted) answerMembers(drained);
  endObject();
}

export function writePlacement(round: u32): void {
  beginEvent(round, "Scheduled", decision.pod);
  nodeMember("node", decision.chosen);
  endObject();
}

export function writePreemption(round: u32): void {
  const candidate = chosenCandidate();
  beginEvent(round, "Preempts", decision.pod);
  nodeMember("nominatedNode", candidate.position);
  victimsMember(candidate, true);
  endObject();
}

function nodeMember(name: string, position: u32): void {
  const node = nodeAt(nodeRow(position)).name;
  textMember(name, textAt(node), textSize(node));
}
