/**
 * The documents that a text is cut into, as rows of the answer: whole values, items of a list,
 * lists that are items of it, and the kind of items that were cut off before it was known.
 */
import { INPUT_CAPACITY_BYTES } from "../../abi.ts";
import { beginObject, endObject, integerMember, member, textMember } from "../json/write.ts";
import { Problem, refuseText } from "./problem.ts";
import { kindAt, Mode, NOWHERE, text } from "./text.ts";

/** Less by what a host writes around the items: their kind, and brackets. */
const RUN_BYTES_MAX: i64 = INPUT_CAPACITY_BYTES - 2048;

/** Rows of the answer. */
export let rows: i32 = 0;

export function forgetRows(): void {
  rows = 0;
}

function beginRow(start: i64, end: i64): void {
  rows++;
  beginObject();
  integerMember("start", start);
  integerMember("end", end);
}

/** Whole values, as they are one after another. */
export function cutWhole(): void {
  if (text.whole == NOWHERE) return;
  beginRow(text.whole, text.wholeEnd);
  endObject();
  text.whole = NOWHERE;
}

/** Cuts off the items that have not been. */
export function cutRun(): void {
  if (text.run == NOWHERE) return;
  if (text.runEnd - text.run > RUN_BYTES_MAX) refuseText(Problem.TooLarge, text.run);
  cutValue();
  beginRow(text.run, text.runEnd);
  integerMember("first", text.runFirst);
  kindMember();
  endObject();
  text.run = NOWHERE;
}

/** Whether the items would be too many with one more that ends at `end`. */
export function isRunFull(end: i64): bool {
  return end - text.run > RUN_BYTES_MAX;
}

/** A list that is an item: the host has it split as a text of its own. */
export function cutList(end: i64): void {
  cutValue();
  beginRow(text.item, end);
  integerMember("list", text.items);
  endObject();
}

function cutValue(): void {
  if (!text.isCut) cutWhole();
  text.isCut = true;
}

/** What the items of the list are, for those that wait for it. */
export function cutKind(): void {
  if (!text.isWaiting) return;
  rows++;
  beginObject();
  kindMember();
  endObject();
}

/** Writes the kind of the list, or of its first item. */
function kindMember(): void {
  text.isWaiting = false;
  if (text.kindSize > 0) textMember("kind", kindAt(), text.kindSize);
  else if (text.isFirstKnown || text.isArray || text.mode == Mode.Between) member("kind", "List");
  else text.isWaiting = true;
}

export function keepMember(place: i64): void {
  let keep = place;
  if (text.whole != NOWHERE) keep = min(keep, text.whole);
  if (text.value != NOWHERE && !text.isCut) keep = min(keep, text.value);
  if (text.item != NOWHERE) keep = min(keep, text.item);
  if (text.run != NOWHERE) keep = min(keep, text.run);
  integerMember("keep", keep);
}
