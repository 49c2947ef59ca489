/** JSON made of texts that stay as they were written: a number above 2^53 keeps every digit. */
import { membersOf } from "./members.ts";

/** A JSON text in one piece or in several: a list of events may be longer than a string can be. */
export type JsonText = string | Iterable<string>;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** An object of members whose values are JSON texts. */
export function* objectPieces(
  members: Iterable<readonly [name: string, value: JsonText]>,
): Generator<string, void, undefined> {
  let before = "{";
  for (const [name, value] of members) {
    yield `${before}${JSON.stringify(name)}:`;
    if (typeof value === "string") yield value;
    else yield* value;
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

export function jsonObject(members: Iterable<readonly [name: string, value: JsonText]>): string {
  return [...objectPieces(members)].join("");
}

/** The members of an object's text, each with its value as it is written. */
export function memberTexts(object: string): Map<string, string> {
  const members = membersOf(encoder.encode(object));
  return new Map([...members].map(([name, value]) => [name, decoder.decode(value)]));
}

/** An object's text with further members, or with others in place of its own. */
export function withMembers(object: string, members: object): string {
  const texts = memberTexts(object);
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) texts.set(name, JSON.stringify(value));
  }
  return jsonObject(texts);
}
