import { EngineError } from "../../analysis/engine/engineError.ts";
import type { Members } from "../../analysis/engine/evictionEngine.ts";
import { BRACE_CLOSE, isSpace } from "../../analysis/read/json/bytes.ts";
import type { Turn } from "./engines.ts";

/**
 * Bytes of a body that may precede its Summary: a time, a digest, a state. Most have a few hundred
 * bytes, and searching the longest possible prefix takes six times as long.
 */
const HEAD_BYTES = [2 ** 9, 2 ** 12, 2 ** 14];
/** White space in front of a brace. */
const SPACE_BYTES_MAX = 64;
/** With the white space of JSON, which is less than that of the language. */
const SUMMARY = /"summary"[\t\n\r ]*:[\t\n\r ]*(?=\{)/;
/** A member that needs no reader: its name and its text are the bytes between the quotes. */
const PLAIN_MEMBER = /("(\w+)": ?)("[ !#-[\]-~]*"), ?/y;
const PLAIN_MEMBERS_MAX = 8;
const NULL = "null";

const latin1 = new TextDecoder("latin1");
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The members of a body whose last one seems to be a Summary, which is taken to reach to the last
 * brace without being walked; null for any other body. Where the step reads those bytes as a
 * Summary they were that member, since nothing but one whole object is read as one. Where it does
 * not, nothing that was found here says anything.
 */
export function membersBeforeSummary(body: Uint8Array, inTurn: Turn): Members | null {
  const found = findSummary(body);
  const end = endOfSummary(body);
  if (found === null || end === null) return null;
  const { head: text, name, start } = found;
  const plain = plainMembers(text, name, body);
  if (plain !== null) return plain.set("summary", body.subarray(start, end));
  const head = new Uint8Array(start + NULL.length + 1);
  head.set(body.subarray(0, start));
  head.set(encoder.encode(`${NULL}}`), start);
  const members = membersOfHead(head, inTurn);
  // In a string or an object of another member the text was not a name of this one.
  if (members === null || decoder.decode(members.get("summary")) !== NULL) return null;
  return new Map([...members, ["summary", body.subarray(start, end)]]);
}

function membersOfHead(head: Uint8Array, inTurn: Turn): Members | null {
  try {
    return inTurn((engine) => engine.members(head));
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

/** The positions of the name and the first byte of an object that seems to be a Summary. */
function findSummary(body: Uint8Array) {
  for (const bytes of HEAD_BYTES) {
    const head = latin1.decode(body.subarray(0, bytes));
    const found = SUMMARY.exec(head);
    if (found !== null) return { head, name: found.index, start: found.index + found[0].length };
  }
  return null;
}

/**
 * The members before the Summary, where they are a few plain texts, as most clients write them;
 * null for any others, which the core finds.
 */
function plainMembers(head: string, end: number, body: Uint8Array): Map<string, Uint8Array> | null {
  if (!head.startsWith("{")) return null;
  const members = new Map<string, Uint8Array>();
  let at = 1;
  for (let count = 0; at < end && count < PLAIN_MEMBERS_MAX; count++) {
    PLAIN_MEMBER.lastIndex = at;
    const found = PLAIN_MEMBER.exec(head);
    if (found === null) return null;
    const [whole, before = "", name = "", text = ""] = found;
    const start = at + before.length;
    members.set(name, body.subarray(start, start + text.length));
    at += whole.length;
  }
  return at === end ? members : null;
}

/** Where a Summary ends that is the last member: after its brace, before that of the body. */
function endOfSummary(body: Uint8Array): number | null {
  const outer = lastBeforeSpace(body, body.length);
  if (body[outer] !== BRACE_CLOSE) return null;
  const inner = lastBeforeSpace(body, outer);
  return body[inner] === BRACE_CLOSE ? inner + 1 : null;
}

/** Where the last byte before `end` is that is not white space. */
function lastBeforeSpace(body: Uint8Array, end: number): number {
  let at = end - 1;
  while (at > end - SPACE_BYTES_MAX && isSpace(body[at])) at--;
  return at;
}
