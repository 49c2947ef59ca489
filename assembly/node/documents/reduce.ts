/**
 * A document with what the policy reads and nothing else: compact, in the order and with the
 * numbers and texts as they were written. A value of another type than the policy reads stays
 * whole, so that its reader refuses it as before.
 */
import { Document, Status } from "../../abi.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, Reason } from "../../base/json/failure.ts";
import { keyAt, keySize, scanMember } from "../../base/json/member.ts";
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  scanText,
  skipSpace,
} from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  keyAsWritten,
  startOutput,
  treeAsWritten,
  valueAsWritten,
} from "../../base/json/write.ts";
import { KEPT_LIST, Kept, keptMember } from "../kept.ts";

/** What each open array or object keeps, outermost first: as deep as contract/documents.yaml. */
const LEVELS: usize = memory.data(64, 4);

/** Writes a Summary or a PodList; answers a status. */
export function writeReduced(size: i32, document: Document): i32 {
  clearFailure(document);
  startOutput();
  const root = document == Document.Summary ? Kept.Summary : Kept.PodList;
  return finishDocument(writeKept(startDocument(size), root), size);
}

/** From the first byte of a value to the byte after it. Without recursion, as `skipValue`. */
function writeKept(at: usize, kept: i32): usize {
  let depth: usize = 0;
  while (at != 0) {
    const isList = (kept & KEPT_LIST) != 0;
    if (kept > Kept.Whole && load<u8>(at) == (isList ? OPEN_ARRAY : OPEN_OBJECT)) {
      at = skipSpace(at + 1);
      if (isList) beginArray();
      else beginObject();
      if (load<u8>(at) != (isList ? CLOSE_ARRAY : CLOSE_OBJECT)) {
        store<i32>(LEVELS + (depth << 2), kept);
        depth++;
        if (isList) kept = kept & ~KEPT_LIST;
        else {
          at = openMember(at, kept);
          kept = keptNext;
        }
        continue;
      }
      at++;
      if (isList) endArray();
      else endObject();
    } else at = writeWhole(at, kept);
    // After a value: close as many levels as end here, then go on to the next one.
    while (at != 0) {
      if (depth == 0) return at;
      at = skipSpace(at);
      const around = load<i32>(LEVELS + ((depth - 1) << 2));
      const inList = (around & KEPT_LIST) != 0;
      const next = load<u8>(at);
      if (next == COMMA) {
        at = skipSpace(at + 1);
        if (inList) kept = around & ~KEPT_LIST;
        else {
          at = openMember(at, around);
          kept = keptNext;
        }
        break;
      }
      if (next != (inList ? CLOSE_ARRAY : CLOSE_OBJECT)) {
        return fail(Status.InvalidJson, Reason.ExpectedCommaOrEnd, at);
      }
      at++;
      depth--;
      if (inList) endArray();
      else endObject();
    }
  }
  return 0;
}

/** What is kept of the value after `openMember`. */
let keptNext: i32 = Kept.Nothing;

/** From a key's opening quote to its value; the key is written when something of it is kept. */
function openMember(at: usize, object: i32): usize {
  if (load<u8>(at) != QUOTE) return fail(Status.InvalidJson, Reason.ExpectedKey, at);
  const start = at;
  at = scanMember(at);
  if (at == 0) return 0;
  keptNext = keptMember(object);
  if (keptNext == Kept.Nothing) return at;
  // A key with an escape was compared as what it spells, elsewhere.
  const isPlain = keyAt == start + 1;
  keyAsWritten(start, (isPlain ? keyAt + usize(keySize) : scanText(start + 1)) + 1);
  return at;
}

/** Skips a value, and writes it unless nothing of it is kept. */
function writeWhole(at: usize, kept: i32): usize {
  const end = skipValue(at);
  if (end == 0 || kept == Kept.Nothing) return end;
  const first = load<u8>(at);
  if (first == OPEN_OBJECT || first == OPEN_ARRAY) treeAsWritten(at, end);
  else valueAsWritten(at, end);
  return end;
}
