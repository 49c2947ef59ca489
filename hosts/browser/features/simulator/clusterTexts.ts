import type { Splitter } from "../../../../analysis/engine/splitter.ts";
import { objectDocuments } from "../../../../analysis/read/objects/objectText.ts";

/** The objects of a text, each document by itself. */
export async function documentsOf(
  text: string,
  splitter: Splitter,
): Promise<readonly Uint8Array[]> {
  const documents: Uint8Array[] = [];
  const found = objectDocuments(chunksOf(text), { name: "objects.yaml", splitter });
  for await (const { bytes } of found) documents.push(bytes);
  return documents;
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}
