import { readFileSync } from "node:fs";
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import {
  type ObjectDocument,
  ObjectSplitter,
  type SplittingOptions,
} from "../../../../analysis/read/objects/objectSplitter.ts";
import { ObjectsError } from "../../../../analysis/read/objects/objectsError.ts";
import { objectDocuments } from "../../../../analysis/read/objects/objectText.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface ReadDocument {
  readonly text: string;
  readonly offset: number;
  readonly prefix: number;
  readonly firstItem: number | null;
  readonly list?: string;
}

const WASM = new URL("../../../../dist/plimsoll-scheduler.wasm", import.meta.url);
export const { splitter } = new SchedulerEngine(new WebAssembly.Module(readFileSync(WASM)));
const OPTIONS: SplittingOptions = { name: "it.json", splitter };

/** What a text is cut into, when it comes in parts of so many bytes. */
export function cut(
  text: string | Uint8Array,
  options: Partial<SplittingOptions> = {},
  chunkBytes = Number.POSITIVE_INFINITY,
): ReadDocument[] {
  return [...documentsIn(text, options, chunkBytes)];
}

/** The documents before what is refused, and why it is. */
export function cutUntil(
  text: string | Uint8Array,
  options: Partial<SplittingOptions>,
  chunkBytes: number,
): { documents: readonly ReadDocument[]; problem: string | null } {
  const documents: ReadDocument[] = [];
  try {
    for (const document of documentsIn(text, options, chunkBytes)) documents.push(document);
    return { documents, problem: null };
  } catch (error) {
    if (!(error instanceof ObjectsError)) throw error;
    return { documents, problem: error.message };
  }
}

function* documentsIn(
  text: string | Uint8Array,
  options: Partial<SplittingOptions>,
  chunkBytes: number,
): Generator<ReadDocument, void> {
  const objects = new ObjectSplitter({ ...OPTIONS, ...options });
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const read = ({ bytes: cutOff, ...place }: ObjectDocument) => ({
    text: decoder.decode(cutOff),
    ...place,
  });
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    for (const each of objects.push(bytes.subarray(at, at + chunkBytes))) yield read(each);
  }
  for (const each of objects.end()) yield read(each);
}

/** The same of a text in any form. */
export async function read(
  text: string | Uint8Array,
  options: Partial<SplittingOptions> = {},
  chunkBytes = 1_000,
) {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const parts = (async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes);
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
