/**
 * What is odd about the time of a step. It is next to the decision, so the digest does not
 * cover it.
 */

import {
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  key,
  member,
} from "../../../base/json/write.ts";
import { ObservationFlag, observationAt, RECORDED } from "../../../node/model/observation.ts";
import { SIGNAL_COUNT } from "../../../node/model/signalTable.ts";
import { addTime } from "../../../node/report/values.ts";
import { step } from "../../model/step.ts";
import { elapsedNanos } from "../../stages/grace.ts";

/** More than any two time zones are apart, less than what a wrong unit makes of any time. */
const APART_MAX: i64 = 172800000000000;

/** The time of the newest stats; 0 when none has a time. */
let newest: i64 = 0;

/** Absent when there is nothing to say. */
export function warningsMember(): void {
  const isApart = hasTimedStats() && isFar(elapsedNanos(step.time, newest));
  const isBack = step.time < step.previousAt;
  if (!isApart && !isBack) return;
  key("warnings");
  beginArray();
  if (isApart) {
    begin("clock");
    addLiteral("now is ");
    addTime(step.time);
    addLiteral(", but the newest stats are of ");
    addTime(newest);
    addLiteral("; check the time of the step, which a host passes in nanoseconds since the epoch.");
    end();
  }
  if (isBack) {
    begin("time-goes-back");
    addLiteral("now is ");
    addTime(step.time);
    addLiteral(", before the step before it at ");
    addTime(step.previousAt);
    addLiteral("; grace periods and conditions count from the times they were given.");
    end();
  }
  endArray();
}

function hasTimedStats(): bool {
  let found: bool = false;
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    const observation = observationAt(RECORDED, signal);
    if ((observation.flags & ObservationFlag.TimeSet) == 0) continue;
    newest = found ? max(newest, observation.time) : observation.time;
    found = true;
  }
  return found;
}

function isFar(nanos: i64): bool {
  return nanos > APART_MAX || nanos < -APART_MAX;
}

function begin(rule: string): void {
  beginObject();
  member("rule", rule);
  key("message");
  beginText();
}

function end(): void {
  endText();
  endObject();
}
