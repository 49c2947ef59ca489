/**
 * A step without a Summary: the kubelet logs the failure and waits for the next one. Nothing
 * is evaluated, the conditions of the step before stay published, the step has no number of its
 * own. Spec 3.2.
 */
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import {
  beginArray,
  beginObject,
  booleanMember,
  endArray,
  endObject,
  integerMember,
  key,
  member,
  outputEnd,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { nodeConditionsMember, timeMember } from "../../node/report/values.ts";
import { state } from "../model/state.ts";
import { digestMember, reclaimMember } from "./members.ts";

/** The same at every detail: there is no arithmetic to show. */
export function writeMissed(now: i64): void {
  beginObject();
  member("plimsoll", "decision/1");
  timeMember("time", now);
  integerMember("step", i64(state.steps));
  member("action", "None");
  nodeConditionsMember(state.nodeConditions);
  reclaimMember(0);
  emptyMember("evictions");
  emptyMember("alternatives");
  booleanMember("missed", true);
  digestMember(hashOnward(HASH_START, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET)));
  endObject();
}

function emptyMember(name: string): void {
  key(name);
  beginArray();
  endArray();
}
