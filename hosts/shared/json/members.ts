import {
  BRACE_CLOSE,
  BRACE_OPEN,
  COLON,
  COMMA,
  CUT,
  QUOTE,
  skipSpace,
  skipString,
  skipValue,
} from "./bytes.ts";

/** The bytes are not one JSON object from the first byte to the last. */
export class MembersError extends Error {
  override readonly name = "MembersError";
  /** Byte offset. */
  readonly offset: number;
  /** The bytes end inside the object: more of them might have been one. */
  readonly cut: boolean;

  constructor(reason: string, offset: number, cut: boolean) {
    super(`${reason} at byte ${offset}`);
    this.offset = offset;
    this.cut = cut;
  }
}

const decoder = new TextDecoder();

/**
 * The members of a JSON object as the bytes they are written in, not parsed: a Summary of half a
 * megabyte goes to the engine as it came, and its 64-bit numbers stay exact. Views, not copies.
 * Of two members with one name the last counts, as with `JSON.parse`. The values are not judged.
 *
 * An object named `last` is taken to be the last member, and is not walked through to find its end.
 * When it is not, it reads as text that is no JSON, which any strict reader refuses.
 */
export function membersOf(object: Uint8Array, last?: string): Map<string, Uint8Array> {
  return membersWithEnds(object, (name, start) => {
    const isLast = name === last && object[start] === BRACE_OPEN && object.at(-1) === BRACE_CLOSE;
    return isLast ? object.length - 1 : null;
  });
}

/** Where the value of a member that begins at `start` is taken to end; null to look for its end. */
export type EndGuess = (name: string, start: number) => number | null;

/** The same, with ends that are guessed: a value that was cut wrongly is text that is no JSON. */
export function membersWithEnds(object: Uint8Array, guess: EndGuess): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>();
  let at = expect(object, skipSpace(object, 0), BRACE_OPEN, "no '{'");
  at = skipSpace(object, at);
  if (object[at] === BRACE_CLOSE) return ended(object, at + 1, members);
  for (;;) {
    expect(object, at, QUOTE, "no member name");
    const nameEnd = reach(object, skipString(object, at));
    const name = nameOf(object, at, nameEnd);
    at = skipSpace(object, expect(object, skipSpace(object, nameEnd), COLON, "no ':'"));
    const end = guess(name, at) ?? reach(object, skipValue(object, at));
    if (end === at) throw new MembersError(`no value of ${name}`, at, false);
    members.set(name, object.subarray(at, end));
    at = skipSpace(object, end);
    if (object[at] === BRACE_CLOSE) return ended(object, at + 1, members);
    at = skipSpace(object, expect(object, at, COMMA, "neither ',' nor '}'"));
  }
}

function ended<T>(object: Uint8Array, at: number, members: T): T {
  const end = skipSpace(object, at);
  if (end < object.length) throw new MembersError("more bytes after the object", end, false);
  return members;
}

function expect(object: Uint8Array, at: number, byte: number, reason: string): number {
  if (at >= object.length) return reach(object, CUT);
  if (object[at] !== byte) throw new MembersError(reason, at, false);
  return at + 1;
}

function reach(object: Uint8Array, end: number): number {
  if (end === CUT) throw new MembersError("the object does not end", object.length, true);
  return end;
}

function nameOf(object: Uint8Array, start: number, end: number): string {
  const token = decoder.decode(object.subarray(start, end));
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    return JSON.parse(token);
  } catch {
    throw new MembersError("a member name is no JSON string", start, false);
  }
}
