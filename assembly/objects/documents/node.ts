/** A Node's spec and status → a row of nodes. */
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
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { beginList, endList, push } from "../model/list.ts";
import { appendNode, Node, NodeFlag } from "../model/node.ts";
import { amountsOf } from "../requests/amounts.ts";
import { metadata } from "./metadata.ts";
import { readTaints } from "./taints.ts";
import {
  integerRead,
  listRead,
  readInteger64,
  readResourceList,
  readTextInto,
  readTextSet,
  readTruth,
  setListRead,
  textRead,
  truthRead,
} from "./values.ts";

let flags: u32 = 0;
let taints: u32 = 0;
let allocatable: u32 = 0;
let hasAllocatable: bool = false;
let images: u32 = 0;
let version: u32 = 0;
let pressure: u32 = 0;
let isTrue: bool = false;

export function startNode(): void {
  flags = 0;
  taints = 0;
  allocatable = 0;
  hasAllocatable = false;
  images = 0;
  version = 0;
}

export function readNodeSpec(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("unschedulable")) {
      at = readTruth(at);
      if (truthRead) flags |= NodeFlag.Unschedulable;
    } else if (keyIs("taints")) {
      at = readTaints(at);
      taints = listRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

export function readNodeStatus(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readStatusMember(at));
  }
  return closeObject(at);
}

function readStatusMember(at: usize): usize {
  if (keyIs("allocatable")) {
    at = readResourceList(at, false);
    allocatable = listRead;
    hasAllocatable = true;
  } else if (keyIs("capacity") && !hasAllocatable) {
    // The API server takes the capacity where a status lacks allocatable.
    at = readResourceList(at, false);
    allocatable = listRead;
  } else if (keyIs("images")) {
    at = readImages(at);
    images = listRead;
  } else if (keyIs("conditions")) return readConditions(at);
  else if (keyIs("features")) return readFeatures(at);
  else if (keyIs("nodeInfo")) return readNodeSystem(at);
  else return skipValue(at);
  return at;
}

function readFeatures(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("supplementalGroupsPolicy") && !isNull(at)) {
      at = readTruth(at);
      flags |= NodeFlag.HasSupplementalGroupsPolicy;
      if (truthRead) flags |= NodeFlag.SupplementalGroupsPolicy;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readNodeSystem(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("kubeletVersion") && !isNull(at)) {
      at = readTextInto(at);
      version = textRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readConditions(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    pressure = 0;
    isTrue = false;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("type")) {
        at = readWord(at);
        pressure = pressureRead();
      } else if (keyIs("status")) {
        at = readWord(at);
        isTrue = wordIs("True");
      } else at = skipValue(at);
      at = nextMember(at);
    }
    if (isTrue) flags |= pressure;
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}

function pressureRead(): u32 {
  if (wordIs("MemoryPressure")) return NodeFlag.MemoryPressure;
  if (wordIs("DiskPressure")) return NodeFlag.DiskPressure;
  return wordIs("PIDPressure") ? NodeFlag.PIDPressure : 0;
}

/** Lists of an image's size, low word first, and its names. */
function readImages(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    let names: u32 = 0;
    let size: i64 = 0;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("names")) {
        at = readTextSet(at);
        names = listRead;
      } else if (keyIs("sizeBytes")) {
        at = readInteger64(at);
        size = integerRead;
      } else at = skipValue(at);
      at = nextMember(at);
    }
    const image = beginList();
    push(u32(size));
    push(u32(size >> 32));
    push(names);
    push(endList(image));
    at = nextElement(closeObject(at));
  }
  setListRead(endList(list));
  return closeArray(at);
}

/** Appends the node that was read; false after a failure. */
export function finishNode(): bool {
  const place = appendNode();
  if (place == 0) return false;
  const node = changetype<Node>(place);
  node.name = metadata.name;
  node.uid = metadata.uid;
  node.labels = metadata.labels;
  node.flags = flags;
  node.taints = taints;
  node.allocatable = allocatable;
  node.images = images;
  node.kubeletVersion = version;
  const amounts = amountsOf(allocatable);
  node.milliCPU = amounts.milliCPU;
  node.memory = amounts.memory;
  node.ephemeralStorage = amounts.ephemeralStorage;
  node.pods = amounts.pods;
  node.scalars = amounts.scalars;
  return true;
}
