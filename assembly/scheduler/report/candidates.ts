/** The nodes that a pod could preempt on, by what the scheduler compares them. */
import {
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integerMember,
  itemPlace,
  key,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { writeTime } from "../../base/kubernetes/time.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { NOT_STARTED, Pod, podAt } from "../../objects/model/pod.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import {
  Candidate,
  candidateAt,
  candidateCount,
  sumOfPriorities,
  victimOf,
} from "../cycle/preemption/candidates.ts";
import { isSpared, Preemption } from "../cycle/preemption/preempt.ts";
import { decision } from "../model/decision.ts";
import { nodeRow } from "../model/snapshot.ts";

export function candidatesMember(): void {
  if (decision.preemption != Preemption.Nominated) return;
  key("candidates");
  beginArray();
  for (let index: u32 = 0; index < candidateCount; index++) {
    const candidate = candidateAt(index);
    const name = nodeAt(nodeRow(candidate.position)).name;
    beginObject();
    textMember("name", textAt(name), textSize(name));
    booleanMember("best", candidate.isBest);
    integerMember("budgetViolations", i64(candidate.violations));
    integerMember("highestPriority", i64(candidate.highestPriority));
    integerMember("sumOfPriorities", sumOfPriorities(candidate));
    if (candidate.earliestStart != NOT_STARTED) startMember(candidate.earliestStart);
    victimsMember(candidate, false);
    endObject();
  }
  endArray();
}

function startMember(started: i64): void {
  key("earliestStart");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeTime(place, started));
  endText();
}

/** The pods that go, the most important first; those that end already may be left out. */
export function victimsMember(candidate: Candidate, deletedAlone: bool): void {
  key("victims");
  beginArray();
  for (let index: u32 = 0; index < candidate.victimCount; index++) {
    const pod = podAt(victimOf(candidate, index));
    if (!deletedAlone || !isSpared(pod)) writePod(pod);
  }
  endArray();
}

export function writePod(pod: Pod): void {
  beginObject();
  textMember("namespace", textAt(pod.namespace), textSize(pod.namespace));
  textMember("name", textAt(pod.name), textSize(pod.name));
  if (pod.uid != 0) textMember("uid", textAt(pod.uid), textSize(pod.uid));
  endObject();
}
