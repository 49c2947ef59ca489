/** What many steps amount to: the answer of `steps`, without the single decisions. */
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
  member,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { writeHexadecimal } from "../../base/text.ts";
import { podAt } from "../../node/model/pod.ts";
import {
  NODE_CONDITION_COUNT,
  NODE_CONDITION_NAMES,
  SIGNAL_COUNT,
  SIGNAL_NAMES,
} from "../../node/model/signalTable.ts";
import { nodeConditionsMember, qosClassName, timeMember } from "../../node/report/values.ts";
import { state } from "../model/state.ts";
import {
  chain,
  firstEvictionAt,
  headroomOf,
  isHeadroomKnown,
  NO_SIGNAL,
  nanosecondsUnder,
  Tallied,
  talliedAt,
  talliedMissed,
  talliedRows,
  talliedSteps,
} from "../stages/tally.ts";
import { CAUSE_NAMES } from "./decision.ts";

export function writeSteps(): void {
  beginObject();
  member("plimsoll", "steps/1");
  integerMember("steps", i64(talliedSteps));
  integerMember("missed", i64(talliedMissed));
  nodeConditionsMember(state.nodeConditions);
  nanosecondsMember();
  if (talliedRows > 0) timeMember("firstEviction", firstEvictionAt);
  key("evictions");
  beginArray();
  for (let index: u32 = 0; index < talliedRows; index++) writeTallied(talliedAt(index));
  endArray();
  headroomMember();
  key("chain");
  beginText();
  const place = itemPlace();
  if (place != 0) wrote(writeHexadecimal(place, chain, 16));
  endText();
  endObject();
}

function nanosecondsMember(): void {
  key("conditionNanoseconds");
  beginObject();
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    const nanoseconds = nanosecondsUnder(condition);
    if (nanoseconds > 0) integerMember(unchecked(NODE_CONDITION_NAMES[condition]), nanoseconds);
  }
  endObject();
}

function writeTallied(row: Tallied): void {
  const pod = podAt(row.pod);
  beginObject();
  textMember("uid", pod.uid, pod.uidSize);
  member("qosClass", qosClassName(pod.qosClass));
  if (row.signal == NO_SIGNAL) member("cause", unchecked(CAUSE_NAMES[row.cause]));
  else {
    member("signal", unchecked(SIGNAL_NAMES[row.signal]));
    booleanMember("hard", row.hard != 0);
  }
  integerMember("count", i64(row.count));
  endObject();
}

function headroomMember(): void {
  key("headroom");
  beginArray();
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    for (let hard = 1; hard >= 0; hard--) {
      if (!isHeadroomKnown(signal, hard != 0)) continue;
      beginObject();
      member("signal", unchecked(SIGNAL_NAMES[signal]));
      booleanMember("hard", hard != 0);
      integerMember("amount", headroomOf(signal, hard != 0));
      endObject();
    }
  }
  endArray();
}
