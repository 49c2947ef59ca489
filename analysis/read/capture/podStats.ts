/** The stats of single pods in Summaries, as the bytes they are written in. */
import { BRACKET_CLOSE, concatenated, holdsBytes } from "../json/bytes.ts";
import { walkElements } from "../json/elements.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { memberAt } from "../json/untyped.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What a Summary says of a pod; null where it does not have it. */
export function statsOfPod(summary: Uint8Array, uid: string): Uint8Array | null {
  let found: Uint8Array | null = null;
  const written = encoder.encode(JSON.stringify(uid));
  walkElements(podsOf(summary) ?? new Uint8Array(), (element) => {
    if (holdsBytes(element, written) && uidOf(element) === uid) found = element;
    return found === null;
  });
  return found;
}

/** The Summary with the stats of one more pod at the end of its pods; null if it has no list. */
export function withPodStats(summary: Uint8Array, stats: Uint8Array): Uint8Array | null {
  const pods = podsOf(summary);
  if (pods === undefined) return null;
  const end = pods.byteOffset - summary.byteOffset + pods.lastIndexOf(BRACKET_CLOSE);
  let isEmpty = true;
  walkElements(pods, () => {
    isEmpty = false;
    return false;
  });
  const comma = encoder.encode(isEmpty ? "" : ",");
  return concatenated([summary.subarray(0, end), comma, stats, summary.subarray(end)]);
}

function podsOf(summary: Uint8Array): Uint8Array | undefined {
  try {
    return membersOf(summary).get("pods");
  } catch (error) {
    if (error instanceof MembersError) return undefined;
    throw error;
  }
}

function uidOf(element: Uint8Array): unknown {
  try {
    return memberAt(JSON.parse(decoder.decode(element)), "podRef", "uid");
  } catch {
    return undefined; // The engine says what is wrong with the Summary.
  }
}
