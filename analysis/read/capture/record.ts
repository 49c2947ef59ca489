import { EngineError } from "../../engine/engineError.ts";
import type { Members } from "../../engine/evictionEngine.ts";
import { sameBytes } from "../../engine/sameBytes.ts";
import { parseTime } from "../../text/time.ts";
import { nestsDeeperThan } from "../json/levels.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { plainTextOf } from "../json/plainText.ts";
import type { CaptureRecord } from "./format.ts";

const decoder = new TextDecoder();
const NULL = new TextEncoder().encode("null");
/** The limit for values that are parsed here, unlike the documents, which the engine reads. */
const LEVELS_MAX = 64;
/** The limit for a time, or for the reason why there is no Summary. */
const TEXT_BYTES_MAX = 2 ** 16;
/** The limit for a text quoted in a sentence. */
const QUOTED_LENGTH_MAX = 60;
const KNOWN = new Set(["time", "pods", "summary", "summaryError", "reclaimed"]);

/** A line that is not a record; `cut` when more bytes might have made it one. */
export class LineError extends Error {
  override readonly name = "LineError";
  readonly cut: boolean;

  constructor(reason: string, cut = false) {
    super(reason);
    this.cut = cut;
  }
}

/** The members of a line; throws LineError when it is not an object. */
export function membersOfLine(
  line: Uint8Array,
  read: (line: Uint8Array) => Members = membersOf,
): Members {
  try {
    return read(line);
  } catch (error) {
    if (error instanceof MembersError) throw new LineError(error.message, error.cut);
    if (error instanceof EngineError) {
      throw new LineError(`${error.reason} at byte ${error.offset ?? 0}`);
    }
    throw error;
  }
}

/** A record; throws LineError when it has no time, or nothing that was seen at that time. */
export function recordOf(members: Members, line: number): CaptureRecord {
  const time = timeOf(members);
  const pods = documentOf(members, "pods");
  const summary = documentOf(members, "summary");
  const reclaimed = documentOf(members, "reclaimed");
  const error = members.get("summaryError");
  if (pods === undefined && summary === undefined && error === undefined) {
    throw new LineError("it has neither a summary nor a summaryError nor pods");
  }
  return {
    time,
    line,
    // A missing list reads as null; the list before it stays in force.
    ...(pods === undefined || pods === null ? {} : { pods }),
    summary: summary ?? null,
    ...(error === undefined ? {} : { summaryError: textOf("summaryError", error) }),
    ...(reclaimed === undefined ? {} : { reclaimed }),
    others: new Map([...members].filter(([name]) => !KNOWN.has(name))),
  };
}

function timeOf(members: Members): bigint {
  const bytes = members.get("time");
  if (bytes === undefined) throw new LineError("it has no time");
  const text = textOf("time", bytes);
  const time = parseTime(text);
  if (time !== null) return time;
  const quoted = JSON.stringify(text.slice(0, QUOTED_LENGTH_MAX));
  throw new LineError(`its time ${quoted} is not an RFC 3339 time`);
}

/** A member as its bytes; null when the document says null, undefined when it says nothing. */
function documentOf(members: Members, name: string): Uint8Array | null | undefined {
  const bytes = members.get(name);
  return bytes !== undefined && sameBytes(bytes, NULL) ? null : bytes;
}

function textOf(name: string, bytes: Uint8Array): string {
  if (bytes.length > TEXT_BYTES_MAX) {
    throw new LineError(`its member ${name} is longer than ${TEXT_BYTES_MAX} bytes`);
  }
  const value = jsonOf(name, bytes);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A member as its value; throws LineError. */
export function jsonOf(name: string, bytes: Uint8Array): unknown {
  const text = plainTextOf(bytes);
  if (text !== null) return text;
  if (nestsDeeperThan(LEVELS_MAX, bytes)) {
    throw new LineError(`its member ${name} nests deeper than ${LEVELS_MAX} levels`);
  }
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new LineError(`its member ${name} is not JSON`);
  }
}
