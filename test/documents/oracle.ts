/** What the platform's own reader says about the same bytes. */
import { DEPTH_MAX, Status } from "../../assembly/abi.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The form is at fault: the bytes are not UTF-8, not JSON, or nest too deep to be read. */
const FORM: readonly Status[] = [Status.InvalidText, Status.InvalidJson, Status.TooDeep];

/**
 * UTF-8 with or without a byte order mark, then JSON. A lone surrogate escape is accepted by both
 * readers; the depth limit is ours alone.
 */
export function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(decoder.decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/**
 * Why `status` is the wrong answer to these bytes, or undefined. `refusals` are the ways in which
 * the verb may refuse JSON.
 */
export function objection(
  bytes: Uint8Array,
  status: Status,
  refusals: readonly Status[],
): string | undefined {
  const name = Status[Math.min(status, 0)] ?? "an unknown status";
  if (status === Status.TooDeep) {
    return deepest(bytes) > DEPTH_MAX ? undefined : `TooDeep at a depth of ${deepest(bytes)}`;
  }
  if (!isJson(bytes)) {
    return FORM.includes(status) ? undefined : `${name}, but JSON.parse rejects it`;
  }
  if (status >= Status.Ok || refusals.includes(status)) return undefined;
  return `${name}, but JSON.parse accepts it`;
}

/** Brackets outside texts; a document that is cut off or broken counts as far as it goes. */
function deepest(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText && byte === 0x5c) at++;
    else if (byte === 0x22) inText = !inText;
    else if (!inText && (byte === 0x5b || byte === 0x7b)) deepest = Math.max(deepest, ++depth);
    else if (!inText && (byte === 0x5d || byte === 0x7d)) depth--;
  }
  return deepest;
}
