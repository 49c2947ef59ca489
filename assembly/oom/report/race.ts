/** Who acts first, with the times that say so and the sentences for them. */
import { First } from "../../abi.ts";
import { addBytes } from "../../base/json/bytes.ts";
import {
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { NEVER_MS, race } from "../model/race.ts";
import { hasNotifier, INTERVAL_MS, isHighEnough, multiplyDivide } from "../stages/race.ts";
import { addSeconds } from "./amounts.ts";
import { lanesMember } from "./lanes.ts";

const FIRST_NAMES: StaticArray<string> = ["nobody", "kubelet", "kernel", "either"];
const MS_PER_SECOND: u64 = 1000;

export function writeRace(): void {
  beginObject();
  member("plimsoll", "race/1");
  member("first", unchecked(FIRST_NAMES[race.first]));
  integerMember("elapsedMilliseconds", i64(race.elapsedMs));
  integerMember("fellBytes", i64(race.fellBytes));
  integerMember("bytesPerSecond", i64(bytesPerSecond()));
  integerMember("availableBytes", i64(race.secondBytes));
  timeMember("emptyMilliseconds", race.emptyMs);
  timeMember("actsMilliseconds", race.actsMs);
  timeMember("endedMilliseconds", race.endedMs);
  booleanMember("byNotification", race.isByNotification != 0);
  if (race.hardBytes > 0) integerMember("hardThresholdBytes", i64(race.hardBytes));
  if (race.fellBytes > 0) integerMember("neededBytes", i64(race.neededBytes));
  booleanMember("thresholdSuffices", isHighEnough());
  lanesMember();
  key("sentences");
  beginArray();
  if (race.fellBytes > 0) sentences();
  endArray();
  endObject();
}

function bytesPerSecond(): u64 {
  return multiplyDivide(race.fellBytes, MS_PER_SECOND, race.elapsedMs);
}

function timeMember(name: string, ms: u64): void {
  if (ms < NEVER_MS) integerMember(name, i64(ms));
}

function sentences(): void {
  fallSentence();
  outcomeSentence();
  if (race.hardBytes > 0) thresholdSentence();
  if (race.isNotified != 0) notificationSentence();
}

function fallSentence(): void {
  beginText();
  addLiteral("Available memory fell by ");
  addBytes(race.fellBytes);
  addLiteral(" within ");
  addSeconds(race.elapsedMs);
  addLiteral("; at that rate, the remaining ");
  addBytes(race.secondBytes);
  addLiteral(" last ");
  addSeconds(race.emptyMs);
  addLiteral(".");
  endText();
}

function outcomeSentence(): void {
  beginText();
  if (race.first == First.Kernel) {
    addLiteral("The kernel would act first: ");
    if (race.actsMs < NEVER_MS) {
      addLiteral("the kubelet would evict in ");
      addSeconds(race.actsMs);
      addLiteral(".");
    } else addLiteral("no threshold would be met before that.");
  } else {
    addLiteral(
      race.first == First.Either
        ? "The kubelet decides first, but the kernel may still kill: the kubelet evicts "
        : "The kubelet acts first: it evicts ",
    );
    if (race.actsMs == 0) addLiteral("now");
    else {
      addLiteral("in ");
      addSeconds(race.actsMs);
      if (race.isByNotification != 0) addLiteral(", when the kernel notifies it");
    }
    if (race.endedMs > race.actsMs) {
      addLiteral(", and the pod has up to ");
      addSeconds(race.endedMs - race.actsMs);
      addLiteral(" to stop");
    }
    addLiteral(".");
  }
  endText();
}

function thresholdSentence(): void {
  beginText();
  addLiteral("The kubelet measures every ");
  addSeconds(INTERVAL_MS);
  addLiteral("; memory falls by ");
  addBytes(race.neededBytes - 1);
  addLiteral(" in that time. A hard threshold of ");
  addBytes(race.hardBytes);
  addLiteral(
    race.hardBytes >= race.neededBytes
      ? " is enough warning."
      : hasNotifier()
        ? " is enough only with the kernel's notification."
        : " is enough only if the kubelet measures at the right moment.",
  );
  endText();
}

function notificationSentence(): void {
  beginText();
  addLiteral("kernelMemcgNotification is set");
  if (hasNotifier()) {
    addLiteral(
      ", and cgroup v1 is assumed: under v2, the kubelet starts no notifier and measures every ",
    );
    addSeconds(INTERVAL_MS);
    addLiteral(".");
  } else addLiteral(" and has no effect: under cgroup v2 the kubelet starts no notifier.");
  endText();
}
