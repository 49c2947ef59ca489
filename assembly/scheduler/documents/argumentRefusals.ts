/** What the scheduler says about a plugin's arguments: a path, the error, and the value. */
import { keyAt, keySize } from "../../base/json/member.ts";
import { isDigit, lowerAscii } from "../../base/text.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { pluginName } from "../model/plugin.ts";
import {
  beginRefusal,
  endRefusal,
  Step,
  say,
  sayBytes,
  sayNumber,
  sayQuoted,
} from "../model/refusals.ts";

const DASH: u8 = 0x2d;
const DOT: u8 = 0x2e;
const SLASH: u8 = 0x2f;
const UNDERSCORE: u8 = 0x5f;

/** The arguments that are read now. */
let profile: u32 = 0;
let place: u32 = 0;
let plugin: i32 = 0;
let isMade: bool = false;

/** `made`: they are validated when the plugin is made, and their paths begin with themselves. */
export function startArguments(ofProfile: u32, index: u32, ofPlugin: i32, made: bool): void {
  profile = ofProfile;
  place = index;
  plugin = ofPlugin;
  isMade = made;
}

/** The order of validation: profile by profile, in each the name, then its members. */
export function orderOf(ofProfile: u32, member: u32): u32 {
  return 0x1000000 | (ofProfile << 16) | (member << 8);
}

/** Begins a sentence with the path of a member; `later` for one that is validated behind others. */
export function refuse(member: string, later: u32): void {
  if (isMade) beginRefusal(Step.Make, profile + 1);
  else {
    beginRefusal(Step.Validate, orderOf(profile, 3 + place) | later);
    sayPlace();
    say(".args.");
  }
  say(member);
}

function sayPlace(): void {
  say("profiles[");
  sayNumber(profile);
  say("].pluginConfig[");
  sayNumber(place);
  say("]");
}

/** Begins a sentence about an element of a list. */
export function refuseElement(list: string, index: u32, member: string, later: u32): void {
  refuse(list, later);
  say("[");
  sayNumber(index);
  say("]");
  say(member);
}

export function endInvalidNumber(value: i64, why: string): void {
  say(": Invalid value: ");
  sayNumber(value);
  say(": ");
  say(why);
  endRefusal();
}

export function endInvalidText(value: u32, why: string): void {
  say(": Invalid value: ");
  sayQuoted(value);
  say(": ");
  say(why);
  endRefusal();
}

export function endRequired(why: string): void {
  say(": Required value");
  if (why.length != 0) {
    say(": ");
    say(why);
  }
  endRefusal();
}

export function endForbidden(why: string): void {
  say(": Forbidden: ");
  say(why);
  endRefusal();
}

/** `supported` has the values as they are quoted. */
export function endUnsupported(value: u32, supported: string): void {
  say(": Unsupported value: ");
  sayQuoted(value);
  say(": supported values: ");
  say(supported);
  endRefusal();
}

export function endDuplicate(value: u32): void {
  say(": Duplicate value: ");
  sayQuoted(value);
  endRefusal();
}

/** A member that the arguments do not have; its key is the one that was scanned last. */
export function refuseUnknown(within: string): void {
  beginRefusal(Step.Decode, 1);
  say("strict decoding error: decoding .");
  sayPlace();
  say(": strict decoding error: decoding args for plugin ");
  say(pluginName(plugin));
  say(": strict decoding error: unknown field ");
  say(QUOTE);
  say(within);
  sayBytes(keyAt, keySize);
  say(QUOTE);
  endRefusal();
}

const QUOTE = '"';

const NAME_PART =
  ": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end ";
const NAME_EXAMPLES =
  "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for ";
const NAME_EXPRESSION = "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const NAME_BYTES_MAX: i32 = 63;

/** Refuses an element of a list that is not the name of a label. */
export function refuseLabelName(
  list: string,
  index: u32,
  member: string,
  later: u32,
  name: u32,
): void {
  const at = textAt(name);
  const end = at + usize(textSize(name));
  let start = at;
  for (let byte = at; byte < end; byte++) if (load<u8>(byte) == SLASH) start = byte + 1;
  if (start == end) {
    refuseElement(list, index, member, later);
    endInvalidText(name, "name part must be non-empty");
  } else if (i32(end - start) > NAME_BYTES_MAX) {
    refuseElement(list, index, member, later);
    endInvalidText(name, "name part must be no more than 63 characters");
  }
  if (isNamePart(start, end)) return;
  refuseElement(list, index, member, later);
  say(": Invalid value: ");
  sayQuoted(name);
  say(NAME_PART);
  say(NAME_EXAMPLES);
  say(NAME_EXPRESSION);
  endRefusal();
}

function isNamePart(start: usize, end: usize): bool {
  for (let byte = start; byte < end; byte++) {
    const isEdge = byte == start || byte + 1 == end;
    if (!isWordByte(load<u8>(byte)) && (isEdge || !isJoint(load<u8>(byte)))) return false;
  }
  return start != end;
}

function isWordByte(byte: u8): bool {
  return isDigit(byte) || (lowerAscii(byte) >= 0x61 && lowerAscii(byte) <= 0x7a);
}

function isJoint(byte: u8): bool {
  return byte == DASH || byte == UNDERSCORE || byte == DOT;
}
