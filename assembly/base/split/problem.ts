/** Why a text cannot be split, and what to do: the sentences, which hosts show as they are. */

import { endOfCodePoint } from "../json/scan.ts";
import {
  addInteger,
  addLiteral,
  addText,
  beginText,
  endText,
  key,
  member,
  writeEscaped,
} from "../json/write.ts";
import { SCRATCH_OFFSET } from "../memory.ts";
import { writeByte } from "../text.ts";
import { text, wordAt } from "./text.ts";

export enum Problem {
  None,
  TooLarge,
  Strange,
  InObject,
  InLog,
  Twice,
  NotJson,
  RestLarge,
  Waiting,
  Nested,
}

/** The sentence before the position in the text, the rest after it, and what to do. */
const WORDS: StaticArray<string> = [
  "",
  "",
  "",
  "the object at byte ",
  " is larger than 20 MiB",
  "no Kubernetes object is that large: leave it out",
  "at byte ",
  ", where a JSON object should begin",
  "pass the output of kubectl get --output json",
  "it ends inside an object, at byte ",
  "",
  "it was cut off: get it again",
  "it ends inside a container's log, at byte ",
  "",
  "it was cut off: get it again",
  "the list at byte ",
  ' has two members \\"items\\"',
  "get it again, or join their items",
  "the list at byte ",
  " is not valid JSON outside of its items",
  "get it again",
  "the list at byte ",
  " has more than 12 KiB outside of its items",
  "put its items into a separate list",
  "the list at byte ",
  " has its kind only after more than 256 MiB of items",
  "get it with kubectl get --output json, which names the kind of each item",
  "the list at byte ",
  " is nested in 16 others",
  "put its objects into one list",
];

export let problem: Problem = Problem.None;
let place: i64 = 0;

export function forgetProblem(): void {
  problem = Problem.None;
}

/** Only the first one counts. */
export function refuseText(found: Problem, at: i64): void {
  if (problem != Problem.None) return;
  problem = found;
  place = at;
}

export function problemMembers(): void {
  if (problem == Problem.None) return;
  key("problem");
  beginText();
  addLiteral(words(0));
  addInteger(place);
  if (problem == Problem.Strange) addShown();
  addLiteral(words(1));
  endText();
  member("advice", words(2));
}

function words(part: i32): string {
  return unchecked(WORDS[3 * problem + part]);
}

export const SHOWN_BYTES: i32 = 40;
const NEWLINE: u8 = 0x0a;
const RETURN: u8 = 0x0d;
const REPLACEMENT: u32 = 0xbdbfef;
const QUOTE: u8 = 0x22;

/** The bytes there, up to the end of their line, as a string of JSON. */
function addShown(): void {
  addLiteral(" is ");
  const end = wordAt() + usize(min(text.wordSize, SHOWN_BYTES));
  store<u64>(end, 0);
  let to = writeByte(SCRATCH_OFFSET, QUOTE);
  for (let at = wordAt(); at < end; ) {
    const byte = load<u8>(at);
    if (byte == NEWLINE || byte == RETURN) break;
    const next = byte < 0x80 ? at + 1 : endOfCodePoint(at);
    if (next == 0) {
      store<u32>(to, REPLACEMENT);
      to += 3;
      at++;
    } else {
      to = writeEscaped(to, at, i32(next - at));
      at = next;
    }
  }
  to = writeByte(to, QUOTE);
  addText(SCRATCH_OFFSET, i32(to - SCRATCH_OFFSET));
}
