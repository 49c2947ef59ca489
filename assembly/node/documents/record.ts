/**
 * The positions of the members of a record of a capture, or of a request. Their documents have
 * separate readers; a Summary may be read ahead in the same pass, so a record is read once.
 */
import { Document, MEMBERS_MAX, Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { cutValue } from "../../base/json/cut.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureDocument } from "../../base/json/failure.ts";
import {
  closeObject,
  keyAt,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { OPEN_OBJECT, QUOTE } from "../../base/json/scan.ts";
import {
  beginArray,
  beginObject,
  booleanMember,
  endArray,
  endObject,
  integerMember,
  key,
  startOutput,
  textMember,
} from "../../base/json/write.ts";
import { isPods, isSummary } from "../keys.ts";
import { aheadHeader } from "../model/stats.ts";
import { NodeReason } from "../reasons.ts";
import { readAhead } from "./summary.ts";

/** Whether a pod list precedes: the Summary belongs to it, and is not read ahead of it. */
let podsSeen: bool = false;

/** Writes the members, in the order of the document; answers a status. */
export function writeMembers(size: i32, readsAhead: bool): i32 {
  clearFailure(Document.Record);
  if (readsAhead) aheadHeader.present = 0;
  podsSeen = false;
  startOutput();
  beginObject();
  key("members");
  beginArray();
  let count = 0;
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    const name = at;
    at = scanMember(at);
    if (count++ == MEMBERS_MAX) at = fail(Status.TableFull, NodeReason.Members, name);
    if (at != 0) at = writeMember(at, inputStart + usize(size), readsAhead);
    at = nextMember(at);
  }
  const status = finishDocument(closeObject(at), size);
  endArray();
  if (readsAhead) booleanMember("readAhead", status == Status.Ok && aheadHeader.present != 0);
  endObject();
  if (status != Status.Ok && readsAhead) aheadHeader.present = 0;
  return status;
}

/** From the first byte of a member's value to the byte after it. */
function writeMember(at: usize, end: usize, readsAhead: bool): usize {
  beginObject();
  textMember("name", keyAt, keySize);
  integerMember("start", i64(at - inputStart));
  const isObject = load<u8>(at) == OPEN_OBJECT;
  let next: usize = 0;
  if (readsAhead && isSummary()) {
    aheadHeader.present = 0;
    if (isObject && !podsSeen) next = readAhead(at);
    // What is wrong in it, its own reader says.
    if (next == 0) clearFailure(failureDocument());
  } else if (isObject && isPods()) podsSeen = true;
  if (next == 0) next = cutValue(at, end);
  integerMember("end", i64(next - inputStart));
  endObject();
  return next;
}
