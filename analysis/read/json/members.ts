import { MEMBERS_MAX } from "../../../assembly/abi.ts";
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

const BACKSLASH = 0x5c;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The members of a JSON object as the bytes they are written in, not parsed: a Summary of half a
 * megabyte goes to the engine as it came, and its 64-bit numbers stay exact. Views, not copies.
 * Of two members with one name the last counts, as with `JSON.parse`. The values are not checked.
 * Making a text of a name takes longer than reading a hundred bytes, so names are counted.
 */
export function membersOf(object: Uint8Array): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>();
  let count = 0;
  walk(object, (nameStart, nameEnd, start) => {
    if (++count > MEMBERS_MAX) {
      throw new MembersError(`more than ${MEMBERS_MAX} members`, nameStart, false);
    }
    const name = nameOf(object, nameStart, nameEnd);
    const end = reach(object, skipValue(object, start));
    members.set(name, object.subarray(start, end));
    return end;
  });
  return members;
}

/** A name to look for, encoded once: a list has two hundred thousand objects to look in. */
export interface MemberName {
  readonly text: string;
  readonly bytes: Uint8Array;
}

export function memberName(text: string): MemberName {
  return { text, bytes: encoder.encode(text) };
}

/** One member of a JSON object, which may have any number of them; the last one of its name. */
export function memberNamed(object: Uint8Array, name: MemberName): Uint8Array | undefined {
  let [from, to] = [-1, -1];
  walk(object, (nameStart, nameEnd, start) => {
    const end = reach(object, skipValue(object, start));
    if (isName(object, nameStart, nameEnd, name)) [from, to] = [start, end];
    return end;
  });
  return from === -1 ? undefined : object.subarray(from, to);
}

/**
 * The first members of some names, each where it is found; the walk ends with the last of them, so
 * that of an object as API servers write it little is looked at.
 */
export function firstMembers(
  object: Uint8Array,
  names: readonly MemberName[],
): (Uint8Array | undefined)[] {
  const found: (Uint8Array | undefined)[] = names.map(() => undefined);
  let sought = names.length;
  walk(object, (nameStart, nameEnd, start) => {
    const end = reach(object, skipValue(object, start));
    const index = names.findIndex((name) => isName(object, nameStart, nameEnd, name));
    if (index < 0 || found[index] !== undefined) return end;
    found[index] = object.subarray(start, end);
    sought -= 1;
    return sought === 0 ? ENOUGH : end;
  });
  return found;
}

/** A name with escapes is longer than the same name without them. */
function isName(object: Uint8Array, start: number, end: number, { text, bytes }: MemberName) {
  const size = end - start - 2;
  if (size < bytes.length) return false;
  if (size > bytes.length) {
    const token = object.subarray(start, end);
    return token.includes(BACKSLASH) && nameOf(object, start, end) === text;
  }
  for (let at = 0; at < size; at++) if (object[start + 1 + at] !== bytes[at]) return false;
  return true;
}

/** What a visit answers that has seen what it was about. */
const ENOUGH = -2;

/** Is given where a name begins and ends, and where its value begins; answers where that ends. */
type Visit = (nameStart: number, nameEnd: number, start: number) => number;

function walk(object: Uint8Array, visit: Visit): void {
  let at = expect(object, skipSpace(object, 0), BRACE_OPEN, "no '{'");
  at = skipSpace(object, at);
  let isEnded = object[at] === BRACE_CLOSE;
  while (!isEnded) {
    expect(object, at, QUOTE, "no member name");
    const nameEnd = reach(object, skipString(object, at));
    const start = skipSpace(object, expect(object, skipSpace(object, nameEnd), COLON, "no ':'"));
    const end = visit(at, nameEnd, start);
    if (end === ENOUGH) return;
    if (end === start) {
      throw new MembersError(`no value of ${nameOf(object, at, nameEnd)}`, start, false);
    }
    at = skipSpace(object, end);
    isEnded = object[at] === BRACE_CLOSE;
    if (!isEnded) at = skipSpace(object, expect(object, at, COMMA, "neither ',' nor '}'"));
  }
  const end = skipSpace(object, at + 1);
  if (end < object.length) throw new MembersError("more bytes after the object", end, false);
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
    throw new MembersError("a member name is not a JSON string", start, false);
  }
}
