/** The member `extenders`: webhooks that filter and score, and that a decision names. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
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
import { readWord, wordSize } from "../../base/json/words.ts";
import {
  integerRead,
  readInteger64,
  readTextInto,
  textRead,
} from "../../objects/documents/values.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { draftAddresses } from "../model/extenders.ts";
import { beginRefusal, endRefusal, Step, say, sayNumber } from "../model/refusals.ts";
import { SchedulerReason } from "../reasons.ts";

/** Weights of extenders that score, by their order; 1 for the others. */
let weights: u32 = 0;
let binders: u32 = 0;

let weight: i64 = 0;
let address: u32 = 0;
let scores: bool = false;
let binds: bool = false;

export function readExtenders(at: usize): usize {
  binders = 0;
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    weight = 0;
    address = 0;
    scores = false;
    binds = false;
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      at = nextMember(isNull(at) ? at + 4 : readMember(at));
    }
    if (binds) binders++;
    push(address);
    push(scores && weight <= 0 ? 1 : 0);
    push(u32(weight));
    at = nextElement(closeObject(at));
  }
  weights = endList(list);
  const addresses = beginList();
  for (let index: u32 = 0; index < listCount(weights); index += 3) push(wordOf(weights, index));
  draftAddresses(endList(addresses));
  return closeArray(at);
}

function readMember(at: usize): usize {
  if (keyIs("urlPrefix")) {
    at = readTextInto(at);
    address = textRead;
  } else if (keyIs("weight")) {
    at = readInteger64(at);
    weight = integerRead;
  } else if (keyIs("prioritizeVerb")) {
    at = readWord(at);
    scores = wordSize() != 0;
  } else if (keyIs("bindVerb")) {
    at = readWord(at);
    binds = wordSize() != 0;
  } else if (decidesNothing()) return skipValue(at);
  else return fail(Status.InvalidConfiguration, SchedulerReason.Member, at);
  return at;
}

/** Members that matter to a scheduler that asks. */
function decidesNothing(): bool {
  return (
    keyIs("filterVerb") ||
    keyIs("preemptVerb") ||
    keyIs("enableHTTPS") ||
    keyIs("tlsConfig") ||
    keyIs("httpTimeout") ||
    keyIs("nodeCacheCapable") ||
    keyIs("managedResources") ||
    keyIs("ignorable")
  );
}

export function startExtenderMembers(): void {
  weights = 0;
  binders = 0;
}

export function validateExtenders(order: u32): void {
  for (let at: u32 = 0; at < listCount(weights); at += 3) {
    if (wordOf(weights, at + 1) == 0) continue;
    beginRefusal(Step.Validate, order);
    say("extenders[");
    sayNumber(at / 3);
    say("].weight: Invalid value: ");
    sayNumber(i32(wordOf(weights, at + 2)));
    say(": must have a positive weight applied to it");
    endRefusal();
  }
  if (binders < 2) return;
  beginRefusal(Step.Validate, order);
  say('extenders: Invalid value: "found ');
  sayNumber(binders);
  say(' extenders implementing bind": only one extender can implement bind');
  endRefusal();
}
