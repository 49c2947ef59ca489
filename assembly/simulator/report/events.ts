/** Events as lines of JSON, and the digest of all of them. */
import { HASH_START, hashOnward } from "../../base/arithmetic/hash.ts";
import {
  beginObject,
  beginText,
  endObject,
  endText,
  itemPlace,
  key,
  largeItemPlace,
  member,
  outputEnd,
  startOutput,
  textMember,
  wrote,
} from "../../base/json/write.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { writeByte } from "../../base/text.ts";
import { secondsMember } from "../../node/report/values.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import { WRITTEN_OFFSET } from "../memory.ts";
import { dropEvents, Event, eventAt, eventCount, unwritten } from "../model/eventLog.ts";
import { ownerAt } from "../model/owner.ts";

const NAMES: StaticArray<string> = [
  "Applied",
  "Disconnected",
  "Reconnected",
  "Condition",
  "Tainted",
  "Untainted",
  "Created",
  "Scheduled",
  "FailedScheduling",
  "Preempted",
  "Rejected",
  "Started",
  "Evicted",
  "OOMKilled",
  "Restarted",
  "Terminating",
  "Deleted",
  "Killed",
];

const LINE_FEED: u8 = 0x0a;
/** What may be written before the output is taken: an event has at most some kilobytes. */
const ROOM: usize = 0x40000;

@unmanaged
export class Written {
  /** The digest of all lines so far. */
  digest: u64;
}

export const written = changetype<Written>(WRITTEN_OFFSET);

/** Writes events that were not written yet; false when some are left. */
export function writeEvents(): bool {
  startOutput();
  const count = unwritten();
  let index: u32 = 0;
  while (index < count && largeItemPlace(ROOM) != 0) {
    const end = outputEnd();
    writeEvent(eventAt(index));
    // Replaces the comma between values.
    if (index != 0) store<u8>(end, LINE_FEED);
    index++;
  }
  if (index != 0) wrote(writeByte(itemPlace(), LINE_FEED));
  const digest = eventCount() == count ? HASH_START : written.digest;
  dropEvents(index);
  written.digest = hashOnward(digest, OUTPUT_OFFSET, i32(outputEnd() - OUTPUT_OFFSET));
  return index == count;
}

function writeEvent(event: Event): void {
  beginObject();
  secondsMember("time", event.time);
  member("kind", unchecked(NAMES[event.kind]));
  if (event.node != 0) textOf("node", nodeAt(event.node - 1).name);
  if (event.name != 0) writePod(event);
  if (event.owner != 0) writeOwner(event.owner - 1);
  if (event.reason != 0) textOf("reason", event.reason);
  if (event.message != 0) {
    key("message");
    beginText();
    asWritten(event.message);
    endText();
  }
  endObject();
}

function textOf(name: string, text: u32): void {
  textMember(name, textAt(text), textSize(text));
}

/** A text that is as JSON has it already. */
function asWritten(text: u32): void {
  const size = usize(textSize(text));
  const place = largeItemPlace(size);
  if (place == 0) return;
  memory.copy(place, textAt(text), size);
  wrote(place + size);
}

function writePod(event: Event): void {
  key(event.kind == 0 ? "object" : "pod");
  beginObject();
  if (event.namespace != 0) textOf("namespace", event.namespace);
  textOf("name", event.name);
  endObject();
}

/** The Deployment rather than its ReplicaSet, as its author knows it. */
export function writeOwner(row: u32): void {
  const owner = ownerAt(row);
  const isOfDeployment = owner.deployment != 0;
  key("owner");
  beginObject();
  textOf("kind", isOfDeployment ? internLiteral("Deployment") : owner.kindText);
  textOf("name", isOfDeployment ? owner.deployment : owner.name);
  endObject();
}
