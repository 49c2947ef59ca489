/** What would have let the pod in: the filters are asked again in thought. */
import {
  addInteger,
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
} from "../../base/json/write.ts";
import { insufficiencyAt } from "../../filters/resourcesFit.ts";
import { addResource } from "../../filters/resourceWords.ts";
import { podAt } from "../../objects/model/pod.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { QosClass } from "../../objects/requests/qosClass.ts";
import { chosenCount, chosenResident } from "../model/chosen.ts";
import { decision, Verdict } from "../model/decision.ts";
import { CRITICAL_PRIORITY, residentAt } from "../model/resident.ts";
import { choosePods, chosenCountOf, chosenRow } from "../stages/preempt.ts";
import { addTaint } from "./failures.ts";
import { addAmount, addPod, resourceMember, writePod } from "./texts.ts";
import { FILTER_COUNT, hasFailed } from "./words.ts";

const REMEDIES: StaticArray<string> = [
  "the node had the labels that it selects",
  "it named this node",
  "the host ports that it requests were free",
  "it tolerated ",
];
/** Pods that a sentence names. */
const NAMED_MAX: u32 = 3;

/** Only what filters rejected has a change of requests or pods that helps. */
export function wouldAdmitMember(): void {
  if (decision.verdict != Verdict.Filters && decision.verdict != Verdict.NothingToPreempt) return;
  key("wouldAdmit");
  beginObject();
  const isByRequests = decision.insufficient > 0 && !lacksPlace();
  if (isByRequests) requestsMember();
  const isByPods = isPreemptingEnough();
  if (isByPods) preemptingMember();
  key("sentence");
  beginText();
  addWouldAdmit(isByRequests, isByPods);
  endText();
  endObject();
}

/** The node is full of pods, whatever they request. */
function lacksPlace(): bool {
  return decision.insufficient > 0 && insufficiencyAt(0).kind == ResourceKind.Pods;
}

/** Whether pods would go for it if it were critical. */
function isPreemptingEnough(): bool {
  if (decision.verdict != Verdict.Filters || decision.insufficient == 0) return false;
  return choosePods(true, true, CRITICAL_PRIORITY) > 0;
}

function requestsMember(): void {
  key("requests");
  beginArray();
  for (let index: u32 = 0; index < decision.insufficient; index++) {
    const row = insufficiencyAt(index);
    beginObject();
    resourceMember(row.kind, row.name);
    integerMember("atMost", max(0, row.capacity - row.used));
    endObject();
  }
  endArray();
}

function preemptingMember(): void {
  key("preempting");
  beginArray();
  for (let qos: u32 = QosClass.BestEffort; qos <= u32(QosClass.Guaranteed); qos++) {
    for (let place: u32 = 0; place < chosenCountOf(qos); place++) {
      const resident = residentAt(chosenResident(chosenRow(qos, place)));
      writePod(podAt(resident.pod), resident.qosClass);
    }
  }
  endArray();
}

function addWouldAdmit(isByRequests: bool, isByPods: bool): void {
  let parts = 0;
  addLiteral("It would be admitted if ");
  for (let filter = 0; filter < FILTER_COUNT; filter++) {
    if (!hasFailed(filter)) continue;
    if (parts++ > 0) addLiteral(" and ");
    addLiteral(unchecked(REMEDIES[filter]));
    if (filter == FILTER_COUNT - 1) addTaint();
  }
  if (decision.insufficient > 0) {
    if (parts > 0) addLiteral(" and ");
    if (isByRequests) addRequests();
    else addLiteral("a pod of the node were gone");
  }
  addLiteral(".");
  if (isByPods) addPreempting();
}

function addRequests(): void {
  addLiteral("it requested at most ");
  for (let index: u32 = 0; index < decision.insufficient; index++) {
    const row = insufficiencyAt(index);
    if (index > 0) addLiteral(" and ");
    addAmount(row.kind, max(0, row.capacity - row.used));
    addLiteral(" of ");
    addResource(row.kind, row.name);
  }
}

/** Names the pods that the kubelet would preempt. */
function addPreempting(): void {
  addLiteral(" If it were critical, the kubelet would preempt ");
  let named: u32 = 0;
  for (let qos: u32 = QosClass.BestEffort; qos <= u32(QosClass.Guaranteed); qos++) {
    for (let place: u32 = 0; place < chosenCountOf(qos) && named < NAMED_MAX; place++) {
      if (named++ > 0) addLiteral(", ");
      addPod(podAt(residentAt(chosenResident(chosenRow(qos, place))).pod));
    }
  }
  if (chosenCount > NAMED_MAX) {
    addLiteral(" and ");
    addInteger(chosenCount - NAMED_MAX);
    addLiteral(" more");
  }
  addLiteral(" for it.");
}
