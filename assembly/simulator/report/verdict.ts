/** The verdict on a scenario, as one object. */
import {
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integer,
  integerMember,
  itemPlace,
  key,
  literal,
  member,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { NODE_CONDITION_COUNT, NODE_CONDITION_NAMES } from "../../node/model/signalTable.ts";
import { secondsMember } from "../../node/report/values.ts";
import { nodeAt, nodes } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { endedAt, endedCount } from "../model/ended.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { lifecycleAt, oldest, Stage } from "../model/podLifecycle.ts";
import { SECOND } from "../model/time.ts";
import { outcome, Verdict } from "../timeline/verdict.ts";
import { writeAssumptions } from "./assumptions.ts";
import { writeOwner, written } from "./events.ts";

const HOUR: i64 = 3600 * SECOND;

const NAMES: StaticArray<string> = ["none", "settles", "thrashes", "cascades", "undecided"];

export function writeVerdict(detail: i32): void {
  beginObject();
  member("plimsoll", "simulate/1");
  member("verdict", unchecked(NAMES[outcome.verdict]));
  secondsMember("at", outcome.at);
  if (outcome.verdict == Verdict.Thrashes) cycleMembers();
  integerMember("evictedPods", i64(outcome.evictions));
  key("nodes");
  beginArray();
  for (let row: u32 = 0; row < nodes.count; row++) writeNode(row);
  endArray();
  if (detail > 0) podsMember();
  key("assumptions");
  beginArray();
  writeAssumptions();
  endArray();
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, written.digest, 16));
  endText();
  endObject();
}

function cycleMembers(): void {
  const evictions = i64(outcome.cycleEvictions);
  const period = outcome.period;
  secondsMember("period", period);
  integerMember("evictions", evictions);
  integerMember("evictionsPerHour", (evictions * HOUR + period / 2) / period);
  key("cycle");
  beginArray();
  integer(i64(outcome.cycleFirst));
  integer(i64(outcome.cycleLast));
  endArray();
  if (outcome.isApartFromPhases) booleanMember("apartFromPhases", true);
}

function writeNode(row: u32): void {
  const kubelet = kubeletAt(row);
  const name = nodeAt(row).name;
  beginObject();
  textMember("name", textAt(name), textSize(name));
  key("conditions");
  beginArray();
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((kubelet.published & (1 << condition)) == 0) continue;
    literal(unchecked(NODE_CONDITION_NAMES[condition]));
  }
  endArray();
  integerMember("pods", i64(kubelet.podCount));
  integerMember("evicted", i64(kubelet.evictions));
  if (kubelet.isCascaded != 0) member("pressure", "cascaded");
  endObject();
}

function podsMember(): void {
  key("pods");
  beginArray();
  for (let link = oldest(); link != 0; link = lifecycleAt(link - 1).newer) writePod(link - 1);
  for (let index: u32 = 0; index < endedCount(); index++) {
    if (endedAt(index).pod == 0) writeEnded(index);
  }
  endArray();
}

function writePod(row: u32): void {
  const pod = podAt(row);
  const lifecycle = lifecycleAt(row);
  beginObject();
  textMember("namespace", textAt(pod.namespace), textSize(pod.namespace));
  textMember("name", textAt(pod.name), textSize(pod.name));
  if (lifecycle.node != 0) {
    const node = nodeAt(lifecycle.node - 1).name;
    textMember("node", textAt(node), textSize(node));
  }
  member("phase", phaseOf(lifecycle.stage));
  if (lifecycle.owner != 0) writeOwner(lifecycle.owner - 1);
  endObject();
}

function phaseOf(stage: Stage): string {
  return stage >= Stage.Running && stage <= Stage.Terminating ? "Running" : "Pending";
}

function writeEnded(index: u32): void {
  const pod = endedAt(index);
  beginObject();
  textMember("namespace", textAt(pod.namespace), textSize(pod.namespace));
  textMember("name", textAt(pod.name), textSize(pod.name));
  if (pod.node != 0) {
    const node = nodeAt(pod.node - 1).name;
    textMember("node", textAt(node), textSize(node));
  }
  member("phase", "Failed");
  textMember("reason", textAt(pod.reason), textSize(pod.reason));
  if (pod.owner != 0) writeOwner(pod.owner - 1);
  endObject();
}
