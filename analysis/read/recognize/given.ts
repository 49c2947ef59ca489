import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { shellWord } from "../../text/shellWord.ts";
import {
  CAPTURE_VERSION,
  type Capture,
  CaptureError,
  type CaptureHeader,
  openCapture,
} from "../capture/capture.ts";
import { CutOff } from "../capture/format.ts";
import { gunzipIfGzip } from "../capture/gzip.ts";
import { headerOfOptions } from "../capture/header.ts";
import { inOrderOfTime, pairsToCapture } from "../capture/pairs.ts";
import { memberAt } from "../json/untyped.ts";
import {
  ConfigurationError,
  type ConfigurationForm,
  readConfiguration,
  toModuleConfiguration,
} from "../kubelet/configuration.ts";
import { UnreadableError } from "../unreadable.ts";
import { BEGINNING_BYTES, beginningOf } from "./beginning.ts";
import { EMPTY_OBJECT, type Identified } from "./documents.ts";
import { type Format, type FormatRow, formatOf, ifBundle } from "./formats.ts";
import { identify } from "./identify.ts";
import { TEXT_BYTES_MAX, textOfFile } from "./text.ts";

/** A document someone gave, under the name it goes by in sentences. */
export interface GivenDocument {
  readonly name: string;
  /** Empty for a folder. */
  readonly content: Blob;
  /** The files of a folder, in the order of their paths. */
  readonly files?: readonly FolderFile[];
}

/** A file of a folder. */
export interface FolderFile {
  /** Inside the folder, with `/`. */
  readonly path: string;
  readonly content: Blob;
}

/** A configuration in any of its forms. */
export interface OpenedConfiguration {
  readonly name: string;
  readonly text: string;
  readonly form: ConfigurationForm;
}

/** Reads the records from the first; with an engine, each line is read into its memory. */
type OpenCapture = (engine?: EvictionEngine) => Promise<Capture>;

/** A capture that was recognized, to be read as often as something is asked about it. */
export interface NamedCapture {
  readonly name: string;
  readonly open: OpenCapture;
}

/** What the documents are together: one of both at least. */
export interface Recognized {
  readonly capture: NamedCapture | null;
  readonly configuration: OpenedConfiguration | null;
  /** Whether the configuration counts as recorded: the capture lacks one, and has this one now. */
  readonly isRecorded: boolean;
  /** The documents that the capture is read from. */
  readonly captured: readonly GivenDocument[];
  /** What each document was taken for; null for a single capture. */
  readonly taken: string | null;
}

/** One document, and what it is by itself. */
export type RecognizedDocument =
  | {
      readonly is: "a capture";
      readonly given: GivenDocument;
      readonly open: OpenCapture;
      /** Whether its header has a configuration. */
      readonly isConfigured: boolean;
    }
  | BareDocument
  | {
      readonly is: "a kubelet configuration";
      readonly given: GivenDocument;
      readonly configuration: OpenedConfiguration;
    };

interface BareDocument {
  readonly is: "a stats Summary" | "a PodList";
  readonly given: GivenDocument;
  readonly json: Uint8Array;
}

export type DocumentKind = RecognizedDocument["is"];

/** A configuration or a bare document of the API is smaller than this; a capture may be larger. */
const WHOLE_BYTES_MAX = 0x2000000;
const CAPTURE_NAME = /\.(?:ndjson|jsonl|gz)$/i;
const decoder = new TextDecoder();

/** Finds out what a document is by itself: one that no capture begins with is read whole. */
export async function recognize(given: GivenDocument): Promise<RecognizedDocument> {
  if (given.files !== undefined) {
    throw new UnreadableError(`${given.name} is a folder; ${ifBundle(shellWord(given.name))}.`);
  }
  const open: OpenCapture = (engine) =>
    openCapture(gunzipIfGzip(chunksOf(given.content)), engine === undefined ? {} : { engine });
  let noCapture: CaptureError;
  try {
    const { header } = await open();
    return { is: "a capture", given, open, isConfigured: isConfigured(header) };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    noCapture = error;
  }
  await refuseOther(given);
  const bytes = await wholeOf(given);
  const identified = identify(bytes);
  const { kind, json } = identified;
  if (kind === "Summary" && json !== null) return { is: "a stats Summary", given, json };
  if (kind === "PodList" && json !== null) return { is: "a PodList", given, json };
  const configuration = configurationOf(given.name, bytes, identified, noCapture);
  return { is: "a kubelet configuration", given, configuration };
}

/**
 * What was given, in any order: at most one capture, or Summaries with their PodLists, and at most
 * one configuration; two next to a capture are the recorded one and a change.
 */
export function together(documents: readonly RecognizedDocument[]): Recognized {
  if (documents.length === 0) throw new UnreadableError("Nothing was given; give a capture.");
  const captures = documents.filter((each) => each.is === "a capture");
  const configurations = documents.filter((each) => each.is === "a kubelet configuration");
  const [whole] = captures;
  const [before, after, ...more] = configurations;
  const isComparison = whole !== undefined && after !== undefined && more.length === 0;
  for (const several of [captures, isComparison ? [] : configurations]) refuseSeveral(several);
  const parts = documents.filter((each) => "json" in each);
  const [part] = parts;
  if (whole !== undefined && part !== undefined) {
    throw new UnreadableError(
      `${whole.given.name} is a capture and ${part.given.name} ${part.is}; ` +
        "give the capture or the documents, not both.",
    );
  }
  const ofParts = part === undefined ? null : captureOfPairs(parts);
  const capture = whole === undefined ? ofParts : { name: whole.given.name, open: whole.open };
  const isMissing = whole?.isConfigured !== true;
  const recorded = capture !== null && (isMissing || isComparison) ? before : undefined;
  const configuration = (isComparison ? after : before)?.configuration ?? null;
  return {
    capture:
      capture === null || recorded === undefined
        ? capture
        : withConfiguration(capture, recorded.configuration),
    configuration,
    isRecorded: recorded !== undefined && recorded.configuration === configuration,
    captured: [...captures, ...parts, ...(recorded === undefined ? [] : [recorded])].map(
      ({ given }) => given,
    ),
    taken:
      documents.length === 1 && whole !== undefined
        ? null
        : takenWords(documents) + (isComparison ? comparedWords(before, after) : ""),
  };
}

function comparedWords(...compared: readonly (RecognizedDocument | undefined)[]): string {
  const [before, after] = compared.map((each) => each?.given.name);
  return ` ${before} counts as recorded, and ${after} is the change.`;
}

/** The capture with a configuration in its header, as if it had been recorded there. */
function withConfiguration(
  { name, open }: NamedCapture,
  configuration: OpenedConfiguration,
): NamedCapture {
  const { plimsoll, ...fields } = JSON.parse(
    toModuleConfiguration(readConfiguration(configuration)),
  );
  const config = Object.keys(plimsoll).length === 0 ? fields : { ...fields, plimsoll };
  return {
    name,
    open: async (engine) => {
      const capture = await open(engine);
      return { ...capture, header: { ...headerOrMade(capture), config } };
    },
  };
}

function headerOrMade({ header, options }: Capture): CaptureHeader {
  return header ?? headerOfOptions(options);
}

function isConfigured(header: CaptureHeader | null): boolean {
  return header?.config !== undefined && header.config !== null;
}

function refuseSeveral(all: readonly RecognizedDocument[]): void {
  const [a, b] = all;
  if (a === undefined || b === undefined) return;
  throw new UnreadableError(
    `${a.given.name} and ${b.given.name} are each ${a.is}; give one of them at a time.`,
  );
}

const WITHOUT_PODS =
  " Without its PodList no pod of the Summary can be evicted; give the PodList as well.";

function takenWords(documents: readonly RecognizedDocument[]): string {
  const words = documents.map(({ given, is }) => `${given.name} is ${is}`);
  const count = (kind: DocumentKind) => documents.filter(({ is }) => is === kind).length;
  const isShort = count("a stats Summary") > count("a PodList");
  return `Opened: ${words.join(", ")}.${isShort ? WITHOUT_PODS : ""}`;
}

function configurationOf(
  name: string,
  bytes: Uint8Array,
  { json, words }: Identified,
  noCapture: CaptureError,
): OpenedConfiguration {
  // It would be read as a configuration that sets nothing.
  if (words === EMPTY_OBJECT) throw otherDocument(name, words);
  const text = textOfFile(bytes) ?? "";
  if (bytes.length > TEXT_BYTES_MAX) refuseFormat(name, bytes);
  try {
    const { form } = readConfiguration({ name, text });
    return { name, text, form };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    refuseFormat(name, bytes);
    if (json !== null && !CAPTURE_NAME.test(name)) throw otherDocument(name, words);
    // The messages of the reader of configurations begin with the name already.
    throw new UnreadableError(
      looksLikeCapture(name, text) ? `${name}: ${noCapture.message}` : error.message,
    );
  }
}

function otherDocument(name: string, words: string): UnreadableError {
  return new UnreadableError(
    `${name} is ${words}; give a capture, a Summary, a PodList or a KubeletConfiguration.`,
  );
}

/** Formats that may be read to their end: some tools keep a configuration in an object. */
const READ_WHOLE: readonly Format[] = ["summary", "pods", "configuration", "objects"];

/** A log may be long: what is none of a node's documents is not read to its end. */
async function refuseOther({ name, content }: GivenDocument): Promise<void> {
  let start: Uint8Array;
  try {
    ({ start } = await beginningOf(gunzipIfGzip(chunksOf(content)), BEGINNING_BYTES));
  } catch (error) {
    if (error instanceof CutOff) return;
    throw error;
  }
  const row = formatOf(start.subarray(0, BEGINNING_BYTES));
  if (row !== null && !READ_WHOLE.includes(row.format)) refuseRow(name, row);
}

/** What the page does not open as a capture or a configuration. */
function refuseFormat(name: string, bytes: Uint8Array): void {
  const row = formatOf(bytes.subarray(0, BEGINNING_BYTES));
  if (row !== null) refuseRow(name, row);
}

function refuseRow(name: string, row: FormatRow): void {
  if (row.format === "capture") return;
  throw new UnreadableError(`${name} is ${row.words}; ${row.advice(shellWord(name))}.`);
}

/** Whether a document was meant to be a capture, which decides the reason that is reported. */
function looksLikeCapture(name: string, text: string): boolean {
  return CAPTURE_NAME.test(name) || !/^\s*[\w"'-]+\s*[:=]|^\s*-|kubelet/i.test(text);
}

function captureOfPairs(parts: readonly BareDocument[]): NamedCapture {
  const byName = [...parts].sort((a, b) => (a.given.name < b.given.name ? -1 : 1));
  const of = (is: DocumentKind) => byName.filter((part) => part.is === is).map(({ json }) => json);
  const [summaries, podLists] = [of("a stats Summary"), of("a PodList")];
  const [only] = byName;
  if (summaries.length === 0 && byName.length === 1) {
    throw new UnreadableError(
      `${only?.given.name} is a PodList; give the Summary that belongs to it as well.`,
    );
  }
  if (summaries.length === 0 || podLists.length > summaries.length) {
    throw new UnreadableError(
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
  const names = byName.map(({ given }) => given.name).join(", ");
  return {
    name: header?.node ?? names,
    open: async () => ({ header, options: {}, problems: [], records: each(records) }),
  };
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
        throw new UnreadableError(`${name} is not a capture, and too large to be anything else.`);
      }
      parts.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    throw new UnreadableError(`${name}: ${error.message}; get the file again.`);
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
