import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { shellWord } from "../../../analysis/present/terminal/shellWord.ts";
import {
  CAPTURE_VERSION,
  type Capture,
  CaptureError,
  type CaptureHeader,
  openCapture,
} from "../../../analysis/read/capture/capture.ts";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import { inOrderOfTime, pairsToCapture } from "../../../analysis/read/capture/pairs.ts";
import { memberAt } from "../../../analysis/read/json/untyped.ts";
import {
  ConfigurationError,
  readConfiguration,
} from "../../../analysis/read/kubelet/configuration.ts";
import type { Identified } from "../../../analysis/read/recognize/documents.ts";
import { BEGINNING_BYTES, formatOf } from "../../../analysis/read/recognize/formats.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { textOfFile } from "../../../analysis/read/recognize/text.ts";
import type { GivenDocument, OpenedConfiguration } from "../session/protocol.ts";

/** What was given cannot be read; the message is one sentence. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

export interface NamedCapture {
  readonly name: string;
  readonly capture: Capture;
}

/** What the documents are together: one of both at least. */
export interface Recognized {
  readonly capture: NamedCapture | null;
  readonly configuration: OpenedConfiguration | null;
  /** Of the documents, those that the capture is read from. */
  readonly captured: readonly GivenDocument[];
  /** What each document was taken for; null for a single capture. */
  readonly taken: string | null;
}

/** A configuration or a bare document of the API is smaller than this; a capture may be larger. */
const WHOLE_BYTES_MAX = 0x2000000;
const CAPTURE_NAME = /\.(?:ndjson|jsonl|gz)$/i;
const decoder = new TextDecoder();

/** One document, and what it is by itself. */
type Sorted =
  | { readonly is: "a capture"; readonly given: GivenDocument; readonly capture: Capture }
  | {
      readonly is: "a stats Summary" | "a PodList";
      readonly given: GivenDocument;
      readonly json: Uint8Array;
    }
  | {
      readonly is: "a kubelet configuration";
      readonly given: GivenDocument;
      readonly configuration: OpenedConfiguration;
    };

/**
 * Finds out what was given, each document by itself and in any order: at most one capture, or
 * Summaries with their PodLists, and at most one configuration.
 */
export async function recognize(
  documents: readonly GivenDocument[],
  engine?: EvictionEngine,
): Promise<Recognized> {
  if (documents.length === 0) throw new Unreadable("Nothing was given; give a capture.");
  const sorted: Sorted[] = [];
  for (const given of documents) sorted.push(await sort(given, engine));
  const captures = sorted.filter((each) => each.is === "a capture");
  const configurations = sorted.filter((each) => each.is === "a kubelet configuration");
  const [first] = captures;
  const [configured] = configurations;
  for (const several of [captures, configurations]) refuseSeveral(several);
  const parts = sorted.filter((each) => "json" in each);
  if (first !== undefined && parts[0] !== undefined) {
    throw new Unreadable(
      `${first.given.name} is a capture and ${parts[0].given.name} ${parts[0].is}; ` +
        "give the capture or the documents, not both.",
    );
  }
  const capture =
    first === undefined
      ? parts.length === 0
        ? null
        : pairs(parts)
      : { name: first.given.name, capture: first.capture };
  const isPlainCapture = documents.length === 1 && first !== undefined;
  return {
    capture,
    configuration: configured?.configuration ?? null,
    captured: sorted.filter(({ is }) => is !== "a kubelet configuration").map(({ given }) => given),
    taken: isPlainCapture ? null : takenWords(sorted),
  };
}

export type DocumentKind = Sorted["is"];

/** What a document is by itself. */
export async function kindOf(given: GivenDocument): Promise<DocumentKind> {
  return (await sort(given, undefined)).is;
}

function refuseSeveral(all: readonly Sorted[]): void {
  const [a, b] = all;
  if (a === undefined || b === undefined) return;
  throw new Unreadable(
    `${a.given.name} and ${b.given.name} are each ${a.is}; give one of them at a time.`,
  );
}

const WITHOUT_PODS =
  " Without its PodList no pod of the Summary can be evicted; give the PodList as well.";

function takenWords(sorted: readonly Sorted[]): string {
  const words = sorted.map(({ given, is }) => `${given.name} is ${is}`);
  const count = (is: Sorted["is"]) => sorted.filter((each) => each.is === is).length;
  const isShort = count("a stats Summary") > count("a PodList");
  return `Opened: ${words.join(", ")}.${isShort ? WITHOUT_PODS : ""}`;
}

async function sort(given: GivenDocument, engine: EvictionEngine | undefined): Promise<Sorted> {
  let noCapture: CaptureError;
  try {
    const chunks = gunzipIfGzip(chunksOf(given.content));
    const capture = await openCapture(chunks, engine === undefined ? {} : { engine });
    return { is: "a capture", given, capture };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    noCapture = error;
  }
  const bytes = await wholeOf(given);
  const identified = identify(bytes);
  const { kind, json } = identified;
  if (kind === "Summary" && json !== null) return { is: "a stats Summary", given, json };
  if (kind === "PodList" && json !== null) return { is: "a PodList", given, json };
  const configuration = configurationOf(given.name, bytes, identified, noCapture);
  return { is: "a kubelet configuration", given, configuration };
}

function configurationOf(
  name: string,
  bytes: Uint8Array,
  { json, words }: Identified,
  noCapture: CaptureError,
): OpenedConfiguration {
  if (json !== null && isEmptyObject(json)) {
    throw new Unreadable(
      `${name} is an empty object; give a capture, a Summary, a PodList or a KubeletConfiguration.`,
    );
  }
  const text = textOfFile(bytes) ?? "";
  try {
    const { form } = readConfiguration({ name, text });
    return { name, text, form };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    if (isSummaryWithoutNode(json)) {
      throw new Unreadable(
        `${name} is a stats Summary without its member node; give the kubelet's whole answer.`,
      );
    }
    refuseFormat(name, bytes);
    if (json !== null && !CAPTURE_NAME.test(name)) {
      throw new Unreadable(
        `${name} is neither a capture, a Summary, a PodList nor a KubeletConfiguration: ` +
          `it is ${words}; give one of those.`,
      );
    }
    // The messages of the reader of configurations begin with the name already.
    throw new Unreadable(
      looksLikeCapture(name, text) ? `${name}: ${noCapture.message}` : error.message,
    );
  }
}

/** What belongs to a command, and the page does not open. */
function refuseFormat(name: string, bytes: Uint8Array): void {
  const row = formatOf(bytes.subarray(0, BEGINNING_BYTES));
  if (row === null || row.format === "capture") return;
  throw new Unreadable(`${name} is ${row.words}; ${row.advice(shellWord(name))}.`);
}

/** It would be read as a configuration that sets nothing; a request that failed left it. */
function isEmptyObject(json: Uint8Array): boolean {
  return /^\s*\{\s*\}\s*$/.test(decoder.decode(json));
}

/** Whether it has pods as a Summary has them: such a document was cut out of one. */
function isSummaryWithoutNode(json: Uint8Array | null): boolean {
  const pods = json === null ? null : memberAt(JSON.parse(decoder.decode(json)), "pods");
  return Array.isArray(pods) && memberAt(pods[0], "podRef") !== undefined;
}

/** Of the two reasons why a document cannot be read, the one about what it was meant to be. */
function looksLikeCapture(name: string, text: string): boolean {
  return CAPTURE_NAME.test(name) || !/^\s*[\w"'-]+\s*[:=]|^\s*-|kubelet/i.test(text);
}

function pairs(parts: readonly Extract<Sorted, { json: Uint8Array }>[]): NamedCapture {
  const byName = [...parts].sort((a, b) => (a.given.name < b.given.name ? -1 : 1));
  const of = (is: Sorted["is"]) => byName.filter((part) => part.is === is).map(({ json }) => json);
  const [summaries, podLists] = [of("a stats Summary"), of("a PodList")];
  const [only] = byName;
  if (summaries.length === 0 && byName.length === 1) {
    throw new Unreadable(
      `${only?.given.name} is a PodList; give the Summary that belongs to it as well.`,
    );
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
  const header = headerOf(summaries[0]);
  const capture: Capture = {
    header,
    options: {},
    problems: [],
    records: each(records),
  };
  const names = byName.map(({ given }) => given.name).join(", ");
  return { name: header?.node ?? names, capture };
}

/** Bare documents have no header; the first Summary names the node. */
function headerOf(summary: Uint8Array | undefined): CaptureHeader | null {
  if (summary === undefined) return null;
  const node = memberAt(JSON.parse(decoder.decode(summary)), "node", "nodeName");
  return typeof node === "string" ? { plimsoll: CAPTURE_VERSION, node } : null;
}

async function wholeOf({ name, content }: GivenDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of gunzipIfGzip(chunksOf(content))) {
      size += chunk.length;
      if (size > WHOLE_BYTES_MAX) {
        refuseFormat(name, parts[0] ?? chunk);
        throw new Unreadable(`${name} is not a capture, and too large to be anything else.`);
      }
      parts.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    throw new Unreadable(`${name}: ${error.message}; get the file again.`);
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
