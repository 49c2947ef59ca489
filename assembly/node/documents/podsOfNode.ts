/**
 * Which pods of a list belong to one node. A list in which no pod names a node is the node's own;
 * in any other, a pod of no node counts only when the kubelet itself has started it (a static pod).
 * The pods of others are cut out of the text, which otherwise stays as it is.
 */
import { Document, Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { COMMA, isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  integerMember,
  key,
  startOutput,
  text,
} from "../../base/json/write.ts";
import { equalText } from "../../base/text.ts";
import { NodeReason } from "../reasons.ts";
import { itemsAt, passList, startStage } from "./podList.ts";

/** Whose a pod is. The node has those up to `Static`. */
enum Owner {
  Named,
  Static,
  OtherNode,
  /** The scheduler has not placed it. */
  Unscheduled,
}

const SPACE: u8 = 0x20;
/** How many pods there are of each owner. */
const COUNTS: usize = memory.data(16, 4);

let nodeAt: usize = 0;
let nodeSize: i32 = 0;
/** Where the next pod that stays is written. */
let target: usize = 0;

/**
 * Cuts a list down to the pods of the node whose name follows it, and writes how many pods belong
 * to which node; answers the size of the list, or a status of one that cannot be read.
 */
export function cutToNode(size: i32, nameSize: i32): i32 {
  clearFailure(Document.PodList);
  startStage();
  nodeSize = nameSize;
  nodeAt = inputStart + usize(size - nameSize);
  // The end of the list could not be told from the beginning of the name.
  if (nameSize > 0 && nameSize <= size && load<u8>(nodeAt) <= SPACE) {
    fail(Status.InvalidArgument, NodeReason.NodeName, 0);
  } else if (finishDocument(passList(startDocument(size), false), size - nameSize) == Status.Ok) {
    passPods(itemsAt, 0);
  }
  if (failureStatus() != Status.Ok) return failureStatus();
  const others = countOf(Owner.OtherNode);
  if (countOf(Owner.Named) + others != 0 && others + countOf(Owner.Unscheduled) != 0) {
    const rest = passPods(itemsAt, itemsAt + 1) - 1;
    memory.copy(target, rest, nodeAt - rest);
    nodeAt -= rest - target;
  }
  return i32(nodeAt - inputStart);
}

function countOf(owner: Owner): i32 {
  return load<i32>(COUNTS + (usize(owner) << 2));
}

/** Counts the pods and writes whose they are; those of the node go to `to`, unless that is 0. */
function passPods(at: usize, to: usize): usize {
  memory.fill(COUNTS, 0, 16);
  startOutput();
  beginObject();
  key("otherNodes");
  beginArray();
  target = to;
  at = openArray(at);
  while (atElement(at)) {
    const owner = ownerOf(at);
    const end = skipValue(at);
    store<i32>(COUNTS + (usize(owner) << 2), countOf(owner) + 1);
    if (owner == Owner.OtherNode) text(wordAt(), wordSize());
    if (to != 0 && owner <= Owner.Static) {
      if (target != to) store<u8>(target++, COMMA);
      memory.copy(target, at, end - at);
      target += end - at;
    }
    at = nextElement(end);
  }
  endArray();
  integerMember("named", countOf(Owner.Named));
  integerMember("unscheduled", countOf(Owner.Unscheduled));
  endObject();
  return closeArray(at);
}

function ownerOf(pod: usize): Owner {
  const spec = memberAt(pod, "spec");
  if (readsWord(memberAt(spec, "nodeName"))) {
    return equalText(wordAt(), wordSize(), nodeAt, nodeSize) ? Owner.Named : Owner.OtherNode;
  }
  const annotations = memberAt(memberAt(pod, "metadata"), "annotations");
  return readsWord(memberAt(annotations, "kubernetes.io/config.source")) && !wordIs("api")
    ? Owner.Static
    : Owner.Unscheduled;
}

/** Anything but a text is as good as none here: who reads the pod says what is wrong with it. */
function readsWord(at: usize): bool {
  return load<u8>(at) == QUOTE && readWord(at) != 0 && !isWordEmpty();
}

/** Where the last member of this name is; 0 in an object without it, and in any other value. */
function memberAt(object: usize, name: string): usize {
  let found: usize = 0;
  if (isNull(object)) return found;
  let at = openObject(object);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs(name)) found = at;
    at = nextMember(skipValue(at));
  }
  return found;
}
