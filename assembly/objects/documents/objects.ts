/**
 * A document of objects: one, a List, a typed list such as PodList, or several of these one after
 * another. What it holds is appended behind the rows there are, and put in force when all of it
 * has been read: an object of the same kind, namespace and name is then replaced in its place.
 */
import { Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { inputStart } from "../../base/input.ts";
import { finishDocument, finishDocuments, startDocument } from "../../base/json/document.ts";
import { fail, failureStatus } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE, skipSpace } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { equalAscii } from "../../base/text.ts";
import { releaseAll } from "../allocation.ts";
import { WORD_SCRATCH_BYTES, WORD_SCRATCH_OFFSET } from "../memory.ts";
import { KINDS, Kind, kindName } from "../model/kind.ts";
import { dropOpenLists, forgetLists } from "../model/list.ts";
import { forgetNodes } from "../model/node.ts";
import { forgetObjects } from "../model/objectRow.ts";
import { forgetPods } from "../model/pod.ts";
import { forgetSpecs } from "../model/podSpec.ts";
import { forgetTexts } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";
import { adoptRows, dropRows, markRows } from "./adopt.ts";
import { assumeOther, readObject } from "./object.ts";
import { forgetOthers } from "./others.ts";
import { startRequirements } from "./selectors.ts";

const LIST_SUFFIX = "List";

/** The kind of the items, where the list says it; whether the document is a list at all. */
let itemKind: Kind = Kind.None;
let isList: bool = false;
let itemsAt: usize = 0;

/** Forgets every object. */
export function clearObjects(): void {
  releaseAll();
  forgetTexts();
  forgetLists();
  forgetSpecs();
  forgetPods();
  forgetNodes();
  forgetObjects();
  forgetOthers();
}

/** Where texts of values are unescaped before they are interned. */
export function startTexts(): void {
  useArena(WORD_SCRATCH_OFFSET, WORD_SCRATCH_OFFSET + WORD_SCRATCH_BYTES, 0);
  dropOpenLists();
  startRequirements();
}

/** Reads a document of `size` bytes at the input; answers a status. */
export function readObjects(size: i32): i32 {
  startTexts();
  markRows();
  let at = startDocument(size);
  const end = inputStart + usize(size);
  while (at != 0) {
    at = readDocument(at);
    if (at == 0) break;
    at = skipSpace(at);
    if (at >= end) break;
  }
  const status = finishDocuments(at, size);
  if (status != Status.Ok || failureStatus() != Status.Ok) {
    dropRows();
    return failureStatus();
  }
  adoptRows();
  return failureStatus();
}

/** One object or one list. */
function readDocument(at: usize): usize {
  itemKind = Kind.None;
  isList = false;
  itemsAt = 0;
  if (!isListAt(at)) return failureStatus() != Status.Ok ? 0 : readObject(at, Kind.None);
  return readList(at);
}

/** Looks at the members up to `kind`, or to `items`, which only lists have at the top. */
function isListAt(at: usize): bool {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("items")) return true;
    if (keyIs("kind")) {
      at = readWord(at);
      return at != 0 && isListKind();
    }
    if (keyIs("spec") || keyIs("status")) return false;
    at = nextMember(skipValue(at));
  }
  return false;
}

function isListKind(): bool {
  const size = wordSize() - LIST_SUFFIX.length;
  return size >= 0 && equalAscii(wordAt() + usize(size), LIST_SUFFIX.length, LIST_SUFFIX);
}

/** The kind of a list's items; of `List` each item says it. */
function itemKindOfWord(): Kind {
  const size = wordSize() - LIST_SUFFIX.length;
  for (let kind = 1; kind < KINDS; kind++) {
    if (equalAscii(wordAt(), size, kindName(kind))) return kind;
  }
  if (size <= 0) return Kind.None;
  assumeOther(wordAt(), size);
  return Kind.Other;
}

function readList(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kind")) {
      at = readWord(at);
      isList = true;
      if (at != 0) itemKind = itemKindOfWord();
    } else if (keyIs("items") && !isNull(at)) {
      // Items before the kind are read when it is known.
      if (isList) at = readItems(at);
      else {
        itemsAt = at;
        at = skipValue(at);
      }
    } else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  if (at == 0 || itemsAt == 0) return at;
  return readItems(itemsAt) == 0 ? 0 : at;
}

function readItems(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) at = nextElement(readObject(at, itemKind));
  return closeArray(at);
}

/** Reads one object of a kind at the input, appended but not in force; answers a status. */
export function readOne(size: i32, kind: Kind): i32 {
  startTexts();
  markRows();
  const start = startDocument(size);
  let at = start;
  if (at != 0) at = readObject(at, kind);
  return finishDocument(at, size);
}

/** Refuses a document of another form. */
export function refuseKind(): i32 {
  fail(Status.WrongDocument, ObjectsReason.Kind, inputStart);
  return Status.WrongDocument;
}
