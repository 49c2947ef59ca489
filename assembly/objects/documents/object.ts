/**
 * One object of any kind → a new row. `kind` may come last: members before it are skipped
 * and read afterwards, when its meaning is known. Other groups have kinds of the same names
 * (`Node` of longhorn.io, `Service` of serving.knative.dev): they are others.
 */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { copyText, equalAscii, writeAscii, writeByte } from "../../base/text.ts";
import { WORD_SCRATCH_OFFSET } from "../memory.ts";
import { KINDS, Kind, kindGroup, kindName } from "../model/kind.ts";
import { internText, textAt, textSize } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";
import { clearMetadata, metadata, readMetadata } from "./metadata.ts";
import { finishNode, readNodeSpec, readNodeStatus, startNode } from "./node.ts";
import { countOther } from "./others.ts";
import { finishPod, readPodSpec, readPodStatus, startPod } from "./pod.ts";
import { finishRow, readRowMember, readRowSpec, readRowStatus, startRow } from "./rows.ts";
import { startRequirements } from "./selectors.ts";

/** The kind of the last object, and the bytes of its name when it is another one. */
export let kindRead: Kind = Kind.None;
let otherAt: usize = 0;
let otherSize: i32 = 0;
/** The group in the `apiVersion` of the last object: 0 for the core group, and where none is. */
let group: u32 = 0;
/** The longest name of a domain; a longer group is cut in reports. */
const GROUP_BYTES_MAX = 253;
const SLASH: u8 = 0x2f;
const DOT: u8 = 0x2e;
/** What a list of such objects calls them. */
let listedAt: usize = 0;
let listedSize: i32 = 0;

/** The kind a word names. */
export function readKind(at: usize): usize {
  at = readWord(at);
  kindRead = kindOfWord();
  if (kindRead == Kind.Other) {
    otherAt = wordAt();
    otherSize = wordSize();
  }
  return at;
}

function readGroup(at: usize): usize {
  at = readWord(at);
  const start = wordAt();
  let size = wordSize();
  while (size > 0 && load<u8>(start + usize(size) - 1) != SLASH) size--;
  group = internText(start, min(size - 1, GROUP_BYTES_MAX));
  return at;
}

/** A kind of another group is another kind; its name includes the group. */
function judgeGroup(): void {
  if (group == 0 || kindRead == Kind.None || kindRead == Kind.Other) return;
  if (equalAscii(textAt(group), textSize(group), kindGroup(kindRead))) return;
  const name = kindName(kindRead);
  let end = writeByte(writeAscii(WORD_SCRATCH_OFFSET, name), DOT);
  end = copyText(end, textAt(group), textSize(group));
  const other = internText(WORD_SCRATCH_OFFSET, i32(end - WORD_SCRATCH_OFFSET));
  otherAt = textAt(other);
  otherSize = textSize(other);
  kindRead = Kind.Other;
}

function kindOfWord(): Kind {
  if (wordSize() == 0) return Kind.None;
  for (let kind = 1; kind < KINDS; kind++) if (wordIs(kindName(kind))) return kind;
  return Kind.Other;
}

/** An item of a typed list lacks a kind: `assumed` is that of the list. */
export function readObject(at: usize, assumed: Kind): usize {
  const start = at;
  startObject(assumed);
  let before: usize = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) {
      at = readKind(at);
      judgeGroup();
    } else if (keyIs("apiVersion")) {
      at = readGroup(at);
      judgeGroup();
    } else if (kindRead == Kind.None) {
      if (before == 0) before = start;
      at = skipValue(at);
    } else at = readMember(at);
    at = nextMember(at);
  }
  const end = closeObject(at);
  if (end == 0) return 0;
  if (kindRead == Kind.None) return fail(Status.WrongDocument, ObjectsReason.Kind, start);
  if (before != 0 && readAgain(start) == 0) return 0;
  return finishObject(start) ? end : 0;
}

/** The name of `Kind.Other` for objects that do not say it: that of their list. */
export function assumeOther(at: usize, size: i32): void {
  // A word with escapes is overwritten by the next one.
  const name = internText(at, size);
  listedAt = textAt(name);
  listedSize = textSize(name);
}

function startObject(assumed: Kind): void {
  kindRead = assumed;
  group = 0;
  otherAt = listedAt;
  otherSize = listedSize;
  clearMetadata();
  startRequirements();
  startPod();
  startNode();
  startRow();
}

/** Rereads the members before the kind. */
function readAgain(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) return at;
    at = nextMember(readMember(at));
  }
  return closeObject(at);
}

function readMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("metadata")) return kindRead == Kind.Other ? skipValue(at) : readMetadata(at);
  if (kindRead == Kind.Pod) {
    if (keyIs("spec")) return readPodSpec(at);
    if (keyIs("status")) return readPodStatus(at);
  } else if (kindRead == Kind.Node) {
    if (keyIs("spec")) return readNodeSpec(at);
    if (keyIs("status")) return readNodeStatus(at);
  } else if (kindRead != Kind.Other) {
    if (keyIs("spec")) return readRowSpec(at, kindRead);
    if (keyIs("status")) return readRowStatus(at, kindRead);
    return readRowMember(at, kindRead);
  }
  return skipValue(at);
}

function finishObject(start: usize): bool {
  if (kindRead == Kind.Other) return countOther(otherAt, otherSize);
  if (metadata.name == 0) {
    fail(Status.WrongDocument, ObjectsReason.Name, start);
    return false;
  }
  if (kindRead == Kind.Pod) return finishPod();
  return kindRead == Kind.Node ? finishNode() : finishRow(kindRead);
}
