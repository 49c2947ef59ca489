/** What `admit` decided, and why. The digest covers detail 0. */
import { Detail } from "../../abi.ts";
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import {
  addLiteral,
  beginObject,
  beginText,
  booleanMember,
  endObject,
  endText,
  itemPlace,
  key,
  member,
  outputEnd,
  wrote,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { decision, Verdict } from "../model/decision.ts";
import { kubeletMinor } from "../model/kubelet.ts";
import { failuresMember } from "./failures.ts";
import { notEvaluatedMember } from "./notEvaluated.ts";
import { preemptedMember } from "./preempted.ts";
import { resourcesMember } from "./resources.ts";
import { addSentence } from "./sentence.ts";
import { nameMember, releaseMember, writePod } from "./texts.ts";
import { addMessage, addReason } from "./words.ts";
import { wouldAdmitMember } from "./wouldAdmit.ts";

export function writeDecision(detail: i32): void {
  const isAdmitted = decision.verdict == Verdict.Admitted;
  beginObject();
  member("plimsoll", "admission/1");
  releaseMember(kubeletMinor());
  nameMember("node", nodeAt(decision.node).name);
  key("pod");
  writePod(podAt(decision.pod), decision.qosClass);
  booleanMember("admitted", isAdmitted);
  if (!isAdmitted) rejectionMembers();
  sentenceMember();
  if (decision.preempted > 0) preemptedMember(detail >= Detail.Arithmetic);
  booleanMember("orderDecides", decision.orderDecides != 0);
  writeDigest();
  if (detail >= Detail.Arithmetic) {
    resourcesMember();
    failuresMember();
    notEvaluatedMember();
  }
  if (detail >= Detail.Counterfactuals && !isAdmitted) wouldAdmitMember();
  endObject();
}

/** The reason and message, the event the kubelet records, and the status the pod ends with. */
function rejectionMembers(): void {
  reasonMembers();
  key("event");
  beginObject();
  member("type", "Warning");
  reasonMembers();
  endObject();
  key("status");
  beginObject();
  member("phase", "Failed");
  reasonMember();
  key("message");
  beginText();
  addLiteral("Pod was rejected: ");
  addMessage();
  endText();
  endObject();
}

function reasonMembers(): void {
  reasonMember();
  key("message");
  beginText();
  addMessage();
  endText();
}

function reasonMember(): void {
  key("reason");
  beginText();
  addReason();
  endText();
}

function sentenceMember(): void {
  key("sentence");
  beginText();
  addSentence();
  endText();
}

function writeDigest(): void {
  const digest = hashOnward(HASH_START, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET));
  key("digest");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, digest, 16));
  endText();
}
