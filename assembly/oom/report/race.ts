/** Who acts first, with the times that say so and the sentences for them. */
import { First } from "../../abi.ts";
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
import { addBytes, addSeconds } from "./amounts.ts";

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
  addLiteral("; at that rate the ");
  addBytes(race.secondBytes);
  addLiteral(" that are left last ");
  addSeconds(race.emptyMs);
  addLiteral(".");
  endText();
}

function outcomeSentence(): void {
  beginText();
  if (race.first == First.Kernel) {
    addLiteral("The kernel would be first: ");
    if (race.actsMs < NEVER_MS) {
      addLiteral("the kubelet would evict ");
      addSeconds(race.actsMs);
      addLiteral(" from here.");
    } else addLiteral("no threshold would be met before.");
  } else {
    addLiteral(
      race.first == First.Either
        ? "The kubelet decides first, and the kernel may still kill: the kubelet evicts "
        : "The kubelet is first: it evicts ",
    );
    if (race.actsMs == 0) addLiteral("now");
    else {
      addSeconds(race.actsMs);
      addLiteral(" from here");
      if (race.isByNotification != 0) addLiteral(", as the kernel tells it of the threshold");
    }
    if (race.endedMs > race.actsMs) {
      addLiteral(", and the pod has up to ");
      addSeconds(race.endedMs - race.actsMs);
      addLiteral(" to end");
    }
    addLiteral(".");
  }
  endText();
}

function thresholdSentence(): void {
  beginText();
  addLiteral("Between two looks of the kubelet (");
  addSeconds(INTERVAL_MS);
  addLiteral(") such a fall uses up ");
  addBytes(race.neededBytes - 1);
  addLiteral(", and the hard threshold is ");
  addBytes(race.hardBytes);
  addLiteral(
    race.hardBytes >= race.neededBytes
      ? ": it is met in time, whenever the kubelet looks."
      : hasNotifier()
        ? ": without the kernel's notification it would depend on when the kubelet looks."
        : ": whether it is met in time depends on when the kubelet looks.",
  );
  endText();
}

function notificationSentence(): void {
  beginText();
  addLiteral("kernelMemcgNotification is set");
  if (hasNotifier()) {
    addLiteral(
      ", and cgroup v1 is taken: under v2 the kubelet starts no notifier and looks every ",
    );
    addSeconds(INTERVAL_MS);
    addLiteral(".");
  } else addLiteral(" and has no effect: under cgroup v2 the kubelet starts no notifier.");
  endText();
}
