/** The pods that are preempted, in the order the kubelet kills them, and why these. */
import {
  beginArray,
  beginObject,
  beginValue,
  booleanMember,
  endArray,
  endObject,
  endValue,
  integerMember,
  itemPlace,
  key,
  member,
  wrote,
} from "../../base/json/write.ts";
import { writeAscii, writePadded, writeUnsigned } from "../../base/text.ts";
import { podAt } from "../../objects/model/pod.ts";
import { QosClass } from "../../objects/requests/qosClass.ts";
import {
  chosenDistance,
  chosenHasEquals,
  chosenRequired,
  chosenResident,
} from "../model/chosen.ts";
import {
  amountAt,
  requirementCount,
  requirementKind,
  requirementName,
} from "../model/requirement.ts";
import { Resident, residentAt } from "../model/resident.ts";
import { chosenCountOf, chosenRow } from "../stages/preempt.ts";
import { freedOf } from "../stages/residents.ts";
import { podMembers, resourceMember } from "./texts.ts";

const MESSAGE = "Preempted in order to admit critical pod";
/** Six places of a distance. */
const MILLION: f64 = 1000000;

export function preemptedMember(hasChoices: bool): void {
  key("preempted");
  beginArray();
  for (let qos: u32 = QosClass.BestEffort; qos <= u32(QosClass.Guaranteed); qos++) {
    for (let place: u32 = 0; place < chosenCountOf(qos); place++) {
      writePreempted(chosenRow(qos, place), hasChoices);
    }
  }
  endArray();
}

function writePreempted(row: u32, hasChoice: bool): void {
  const resident = residentAt(chosenResident(row));
  beginObject();
  podMembers(podAt(resident.pod), resident.qosClass);
  if (hasChoice) choiceMember(row, resident);
  key("event");
  beginObject();
  member("type", "Warning");
  member("reason", "Preempting");
  member("message", MESSAGE);
  endObject();
  statusMember();
  endObject();
}

function statusMember(): void {
  key("status");
  beginObject();
  member("phase", "Failed");
  member("reason", "Preempting");
  member("message", MESSAGE);
  key("conditions");
  beginArray();
  beginObject();
  member("type", "DisruptionTarget");
  member("status", "True");
  member("reason", "TerminationByKubelet");
  member("message", "Pod was preempted by Kubelet to accommodate a critical pod.");
  endObject();
  endArray();
  endObject();
}

function choiceMember(row: u32, resident: Resident): void {
  const required = chosenRequired(row);
  key("choice");
  beginObject();
  key("required");
  beginArray();
  for (let index: u32 = 0; index < requirementCount; index++) {
    const amount = amountAt(required, index);
    if (amount > 0) writeRequirement(index, amount);
  }
  endArray();
  key("frees");
  beginArray();
  for (let index: u32 = 0; index < requirementCount; index++) {
    if (amountAt(required, index) <= 0) continue;
    writeRequirement(index, freedOf(resident, requirementName(index), requirementKind(index)));
  }
  endArray();
  distanceMember(chosenDistance(row));
  booleanMember("hasEquals", chosenHasEquals(row));
  endObject();
}

function writeRequirement(index: u32, amount: i64): void {
  beginObject();
  resourceMember(requirementKind(index), requirementName(index));
  integerMember("amount", amount);
  endObject();
}

/** Cut to six places: it is for people, and the comparison was exact. */
function distanceMember(distance: f64): void {
  // At most one for each resource; more only where a pod requests less than nothing.
  const millionths = distance < MILLION ? u64(distance * MILLION) : u64(MILLION * MILLION);
  key("distance");
  beginValue();
  const place = itemPlace();
  if (place != 0) {
    const end = writeAscii(writeUnsigned(place, millionths / 1000000), ".");
    wrote(writePadded(end, millionths % 1000000, 6));
  }
  endValue();
}
