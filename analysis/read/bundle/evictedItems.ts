import { isPlain, textOfFile } from "../recognize/text.ts";

const EVICTED = "Evicted";
const ITEMS = /^items:[ \t]*$/m;
/** What is left to parse as YAML, which takes a second for each few megabytes. */
const YAML_BYTES_MAX = 2 ** 23;

/**
 * A document with its objects that speak of an eviction: of a YAML list, those items alone, so that
 * a namespace's thousands of events need not be parsed.
 */
export function withEvictedItems(bytes: Uint8Array): Uint8Array | "none" | "too many" | "cut off" {
  const text = isPlain(bytes) ? new TextDecoder().decode(bytes) : textOfFile(bytes);
  if (text !== null && isCutOff(text)) return "cut off";
  if (text === null || !text.includes(EVICTED)) return "none";
  if (/^\s*[{[]/.test(text)) return bytes;
  const list = ITEMS.exec(text);
  const kept = list === null ? text : evictedItems(text.slice(list.index + list[0].length));
  if (kept.length > YAML_BYTES_MAX) return "too many";
  return new TextEncoder().encode(list === null ? kept : `kind: List\nitems:\n${kept}`);
}

/** The API server made the document, so its end is enough to see that it is truncated. */
function isCutOff(text: string): boolean {
  return /^\s{0,100}\{\s{0,100}"/.test(text) && !text.trimEnd().endsWith("}");
}

/** Each item of a list of the API server's begins in the first column. */
function evictedItems(text: string): string {
  const items = text.split(/^(?=- )/m).filter((item) => item.startsWith("- "));
  const evicted = items.filter((item) => item.includes(EVICTED));
  // The list ends where a member of the document begins again.
  return evicted.map((item) => item.split(/^(?=\w+:)/m)[0] ?? "").join("");
}
