import {
  type CutterOptions,
  ObjectCutter,
} from "../../../../analysis/read/objects/objectCutter.ts";
import { objectDocuments } from "../../../../analysis/read/objects/objectText.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface ReadDocument {
  readonly text: string;
  readonly offset: number;
  readonly prefix: number;
  readonly firstItem: number | null;
}

const OPTIONS: CutterOptions = { name: "it.json", capacity: 2 ** 20 };

/** What a text is cut into, when it comes in parts of so many bytes. */
export function cut(
  text: string | Uint8Array,
  options: Partial<CutterOptions> = {},
  partBytes = Number.POSITIVE_INFINITY,
): ReadDocument[] {
  const cutter = new ObjectCutter({ ...OPTIONS, ...options });
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const documents = [];
  for (let at = 0; at < bytes.length; at += partBytes) {
    documents.push(...cutter.push(bytes.subarray(at, at + partBytes)));
  }
  documents.push(...cutter.end());
  return documents.map(({ bytes: cutOff, ...place }) => ({
    text: decoder.decode(cutOff),
    ...place,
  }));
}

/** The same of a text in any form. */
export async function read(
  text: string | Uint8Array,
  options: Partial<CutterOptions> = {},
  partBytes = 1_000,
) {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const parts = (async function* () {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.slice(at, at + partBytes);
  })();
  const documents = objectDocuments(parts, { ...OPTIONS, ...options });
  const texts: string[] = [];
  for (;;) {
    const { done, value } = await documents.next();
    if (done) return { texts, facts: value };
    texts.push(decoder.decode(value.bytes));
  }
}

/** The objects of documents: each is some values one after another, lists among them. */
export function objectsIn(texts: readonly string[]): unknown[] {
  return texts.flatMap(valuesOf).flatMap((value) => {
    const { kind = "", items } = value as { kind?: string; items?: unknown[] };
    if (!kind.endsWith("List") || items === undefined) return [value];
    const own = kind.slice(0, -"List".length);
    return items.map((item) => (own === "" ? item : { kind: own, ...(item as object) }));
  });
}

/** Values that stand one after another: where each ends is where its brackets are closed. */
function valuesOf(text: string): unknown[] {
  const values: unknown[] = [];
  let [start, depth] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token.length === 1) depth -= 1;
    if (depth > 0 || token.length > 1) continue;
    values.push(JSON.parse(text.slice(start, index + 1)));
    start = index + 1;
  }
  if (text.slice(start).trim() !== "") throw new Error(`left over: ${text.slice(start)}`);
  return values;
}
