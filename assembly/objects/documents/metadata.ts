/** The metadata that every object has. */
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
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { equalAscii, isDigit } from "../../base/text.ts";
import { beginList, endList, push } from "../model/list.ts";
import { textAt, textSize } from "../model/text.ts";
import {
  integerRead,
  listRead,
  readInteger64,
  readLabels,
  readTextInto,
  readTimeInto,
  readTruth,
  textRead,
  truthRead,
} from "./values.ts";

@unmanaged
class Metadata {
  created: i64;
  generation: i64;
  namespace: u32;
  name: u32;
  uid: u32;
  labels: u32;
  controller: u32;
  configSource: u32;
  deletionCost: i32;
  isMirror: u8;
  isStatic: u8;
  isDeleting: u8;
  isCreated: u8;
}

const METADATA_SIZE: usize = offsetof<Metadata>();
/** The metadata of the object that is being read. */
export const metadata = changetype<Metadata>(memory.data(48, 8));

export function clearMetadata(): void {
  memory.fill(changetype<usize>(metadata), 0, METADATA_SIZE);
}

export function readMetadata(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readMetadataMember(at));
  }
  return closeObject(at);
}

function readMetadataMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("name")) {
    at = readTextInto(at);
    metadata.name = textRead;
  } else if (keyIs("namespace")) {
    at = readTextInto(at);
    metadata.namespace = textRead;
  } else if (keyIs("uid")) {
    at = readTextInto(at);
    metadata.uid = textRead;
  } else if (keyIs("labels")) {
    at = readLabels(at);
    metadata.labels = listRead;
  } else if (keyIs("annotations")) return readAnnotations(at);
  else if (keyIs("creationTimestamp")) {
    at = readTimeInto(at);
    metadata.created = integerRead;
    metadata.isCreated = 1;
  } else if (keyIs("deletionTimestamp")) {
    at = readTimeInto(at);
    metadata.isDeleting = 1;
  } else if (keyIs("generation")) {
    at = readInteger64(at);
    metadata.generation = integerRead;
  } else if (keyIs("ownerReferences")) return readOwners(at);
  else return skipValue(at);
  return at;
}

function readAnnotations(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("kubernetes.io/config.source")) {
      at = readTextInto(at);
      metadata.configSource = textRead;
      metadata.isStatic = u8(!equalAscii(textAt(textRead), textSize(textRead), "api"));
    } else if (keyIs("controller.kubernetes.io/pod-deletion-cost")) {
      at = readWord(at);
      metadata.deletionCost = at == 0 ? 0 : costOf(wordAt(), wordSize());
    } else {
      if (keyIs("kubernetes.io/config.mirror")) metadata.isMirror = 1;
      at = skipValue(at);
    }
    at = nextMember(at);
  }
  return closeObject(at);
}

const MINUS: u8 = 0x2d;
const ZERO: u8 = 0x30;

/** A number of 32 bits without a plus sign or zeros before it; 0 for everything else. */
function costOf(text: usize, size: i32): i32 {
  const sign = i32(size > 0 && load<u8>(text) == MINUS);
  if (size == sign || size > 11 || (sign == 0 && size > 1 && load<u8>(text) == ZERO)) return 0;
  let cost: i64 = 0;
  for (let at = sign; at < size; at++) {
    const digit = load<u8>(text + usize(at));
    if (!isDigit(digit)) return 0;
    cost = cost * 10 + (digit - ZERO);
  }
  if (sign != 0) cost = -cost;
  return cost == i64(i32(cost)) ? i32(cost) : 0;
}

/** Keeps apiVersion, kind and name of the first owner that is the controller. */
function readOwners(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    let apiVersion: u32 = 0;
    let kind: u32 = 0;
    let name: u32 = 0;
    let isController: bool = false;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("apiVersion")) {
        at = readTextInto(at);
        apiVersion = textRead;
      } else if (keyIs("kind")) {
        at = readTextInto(at);
        kind = textRead;
      } else if (keyIs("name")) {
        at = readTextInto(at);
        name = textRead;
      } else if (keyIs("controller")) {
        at = readTruth(at);
        isController = truthRead;
      } else at = skipValue(at);
      at = nextMember(at);
    }
    if (isController && metadata.controller == 0) {
      const list = beginList();
      push(apiVersion);
      push(kind);
      push(name);
      metadata.controller = endList(list);
    }
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}
