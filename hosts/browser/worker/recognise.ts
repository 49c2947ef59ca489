import { gunzipIfGzip } from "../../shared/capture/gzip.ts";
import { inOrderOfTime, pairsToCapture } from "../../shared/capture/pairs.ts";
import { type Capture, CaptureError, openCapture } from "../../shared/capture.ts";
import { ConfigurationError, readConfiguration } from "../../shared/configuration.ts";
import { identify } from "../../shared/documents/identify.ts";
import { textOfFile } from "../../shared/documents/text.ts";
import type { Engine } from "../../shared/engine.ts";
import type { GivenDocument, OpenedConfiguration } from "../protocol.ts";

/** What was given cannot be read; the message is one sentence. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

export type Recognised =
  | { readonly document: "capture"; readonly name: string; readonly capture: Capture }
  | { readonly document: "configuration"; readonly configuration: OpenedConfiguration };

/** A configuration or a bare document of the API is smaller than this; a capture may be larger. */
const WHOLE_BYTES_MAX = 0x2000000;

/** Finds out what was given: one capture, one configuration, or Summaries with their PodLists. */
export async function recognise(
  documents: readonly GivenDocument[],
  engine?: Engine,
): Promise<Recognised> {
  const [first, ...others] = documents;
  if (first === undefined) throw new Unreadable("Nothing was given; give a capture.");
  if (others.length > 0) return pairs(documents);
  try {
    const chunks = gunzipIfGzip(chunksOf(first.content));
    const capture = await openCapture(chunks, engine === undefined ? {} : { engine });
    return { document: "capture", name: first.name, capture };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return otherThanCapture(first, error);
  }
}

async function otherThanCapture(
  given: GivenDocument,
  noCapture: CaptureError,
): Promise<Recognised> {
  const bytes = await wholeOf(given);
  const { kind } = identify(bytes);
  if (kind === "Summary") return pairs([given]);
  if (kind === "PodList") {
    throw new Unreadable(
      `${given.name} is a PodList; give the Summary that belongs to it as well.`,
    );
  }
  const text = textOfFile(bytes) ?? "";
  try {
    const { form } = readConfiguration({ name: given.name, text });
    return { document: "configuration", configuration: { name: given.name, text, form } };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // The messages of the reader of configurations begin with the name already.
    throw new Unreadable(
      looksLikeCapture(given.name, text) ? `${given.name}: ${noCapture.message}` : error.message,
    );
  }
}

/** Of the two reasons why a document cannot be read, the one about what it was meant to be. */
function looksLikeCapture(name: string, text: string): boolean {
  return /\.(?:ndjson|jsonl|gz)$/i.test(name) || !/^\s*[\w"'-]+\s*[:=]|^\s*-|kubelet/i.test(text);
}

async function pairs(documents: readonly GivenDocument[]): Promise<Recognised> {
  const sorted = [...documents].sort((a, b) => (a.name < b.name ? -1 : 1));
  const summaries: Uint8Array[] = [];
  const podLists: Uint8Array[] = [];
  for (const given of sorted) {
    const { kind, words, json } = identify(await wholeOf(given));
    if (kind === "Summary" && json !== null) summaries.push(json);
    else if (kind === "PodList" && json !== null) podLists.push(json);
    else {
      throw new Unreadable(
        `${given.name} is ${words}, neither a stats Summary nor a PodList; give captures and ` +
          "configurations one at a time.",
      );
    }
  }
  if (summaries.length === 0 || podLists.length > summaries.length) {
    throw new Unreadable(
      `There are ${summaries.length} Summaries and ${podLists.length} PodLists; ` +
        "each PodList needs its Summary.",
    );
  }
  const made = summaries.map((summary, index) => {
    const pods = podLists[index];
    return { summary, ...(pods === undefined ? {} : { pods }) };
  });
  const records = inOrderOfTime(pairsToCapture(made));
  const capture: Capture = { header: null, options: {}, problems: [], records: each(records) };
  return { document: "capture", name: sorted.map(({ name }) => name).join(", "), capture };
}

async function wholeOf({ name, content }: GivenDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of gunzipIfGzip(chunksOf(content))) {
    size += chunk.length;
    if (size > WHOLE_BYTES_MAX) {
      throw new Unreadable(`${name} is not a capture, and too large to be anything else.`);
    }
    parts.push(chunk);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

async function* chunksOf(content: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = content.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}
