/** The objects of a document as the bytes they are written in: single ones, and items of lists. */
import { skipSpace, skipValue } from "../json/bytes.ts";
import { walkElements } from "../json/elements.ts";
import { firstMembers, memberName, memberNamed } from "../json/members.ts";
import { textOf } from "./documentBytes.ts";

/** An object; an item of a typed list has the list's kind where it states none. */
type Visit = (object: Uint8Array, kind: string) => void;

const ITEMS = memberName("items");
const KIND = memberName("kind");
/** The end of the kind of a list. */
export const LIST = "List";

/** Views, not copies. What is not JSON ends the walk: the module says what is wrong with it. */
export function eachObject(document: Uint8Array, visit: Visit): void {
  eachValue(document, (value) => eachObjectOf(value, visit));
}

/** The values of a document, one after the other; false where something else is between them. */
export function eachValue(document: Uint8Array, visit: (value: Uint8Array) => void): boolean {
  for (let at = skipSpace(document, 0); at < document.length; at = skipSpace(document, at)) {
    const end = skipValue(document, at);
    if (end <= at) return false;
    visit(document.subarray(at, end));
    at = end;
  }
  return true;
}

/** The items of a list, or the object itself; false where the items are not an array. */
export function eachObjectOf(value: Uint8Array, visit: Visit): boolean {
  const items = itemsOf(value);
  if (items === undefined) {
    visit(value, kindOf(value));
    return true;
  }
  const kind = kindOf(value);
  const ofList = kind.endsWith(LIST) ? kind.slice(0, -LIST.length) : "";
  return walkElements(items, (item) => {
    visit(item, kindOf(item) || ofList);
    return true;
  });
}

/** The items of a list; undefined for an object. */
export function itemsOf(value: Uint8Array): Uint8Array | undefined {
  return memberNamed(value, ITEMS);
}

/** The API server writes it first, so that little of an object is looked at. */
export function kindOf(object: Uint8Array): string {
  return textOf(firstMembers(object, [KIND])[0]);
}
