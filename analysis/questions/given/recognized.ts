/** What each of several documents is, for the table of command lines. */

import { CutOff } from "../../read/capture/format.ts";
import { gunzipIfGzip } from "../../read/capture/gzip.ts";
import { readMessage } from "../../read/messages/message.ts";
import { isTar } from "../../read/recognize/archive.ts";
import { BEGINNING_BYTES, beginningOf } from "../../read/recognize/beginning.ts";
import {
  commandLines,
  type GivenFile,
  type GivenFormat,
} from "../../read/recognize/commandLines.ts";
import { EMPTY_OBJECT } from "../../read/recognize/documents.ts";
import { formatOf, furtherFormats } from "../../read/recognize/formats.ts";
import type { GivenDocument } from "../../read/recognize/given.ts";
import { CUT_JSON, identify } from "../../read/recognize/identify.ts";
import { isConfiguration } from "../../read/recognize/isConfiguration.ts";
import { textOfFile } from "../../read/recognize/text.ts";

/** A document, and what it is; or the sentence why it is left out. */
export interface RecognizedGiven {
  readonly given: GivenDocument;
  readonly format: GivenFormat | null;
  /** What it seems to be, in words. */
  readonly words: string;
  /** What else it contains. */
  readonly further?: readonly GivenFormat[];
}

/** A document of the API is smaller: its end is read where its beginning does not suffice. */
const DOCUMENT_BYTES_MAX = 2 ** 26;
const PICTURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
] as const;

/** Null for the format where no question is about it. */
export async function recognizeGiven(given: GivenDocument): Promise<RecognizedGiven> {
  if (given.files !== undefined) return { given, format: "folder", words: "a folder" };
  let bytes = await plainBeginning(given, BEGINNING_BYTES);
  if (PICTURES.some((magic) => magic.every((byte, at) => bytes[at] === byte))) {
    return { given, format: null, words: "a picture" };
  }
  if (isTar(bytes)) return { given, format: "archive", words: "an archive" };
  let row = formatOf(bytes);
  let { words } = identify(bytes);
  if (row === null && words === CUT_JSON) {
    bytes = await plainBeginning(given, DOCUMENT_BYTES_MAX);
    row = formatOf(bytes);
    ({ words } = identify(bytes));
  }
  const text = textOfFile(bytes) ?? "";
  // It would be read as a configuration that sets nothing.
  if (words === EMPTY_OBJECT) return { given, format: null, words };
  if (await isConfiguration(given.name, { row, bytes })) {
    return { given, format: "configuration", words: "a kubelet configuration" };
  }
  // A message by itself is explained as one that was typed.
  const isWhole = bytes.length < BEGINNING_BYTES;
  if (row?.format === "messages" && isWhole && !/[\n{]/.test(text.trim())) {
    return { given, format: "text", words: "a message" };
  }
  if (row !== null) {
    const further = furtherFormats(bytes, row).map(({ format }) => format);
    return { given, format: row.format, words: row.words, further };
  }
  const { kind, otherEnd } = readMessage(text);
  const isMessage = kind !== "unknown" || otherEnd !== undefined;
  return { given, format: isMessage ? "text" : null, words: isMessage ? "a message" : words };
}

/** Whether each of the later documents belongs to a question about an earlier one. */
export async function areTogether(
  earlier: readonly GivenDocument[],
  later: readonly GivenDocument[],
): Promise<boolean> {
  const [before, after] = [await filesOf(earlier), await filesOf(later)];
  const lines = commandLines([...before, ...after]).filter(
    ({ files }) => files.some((file) => before.includes(file)) && !isReplayed(files[0]),
  );
  return (
    after.length === later.length &&
    after.every((file) => lines.some(({ files }) => files.includes(file)))
  );
}

/** Whether a replay, which keeps what was given before it, takes the document. */
export function isReplayed(file: GivenFile | undefined): boolean {
  return file?.format === "capture" || file?.format === "summary";
}

async function filesOf(documents: readonly GivenDocument[]): Promise<readonly GivenFile[]> {
  const recognized = await Promise.all(documents.map(recognizeGiven));
  return recognized.flatMap(({ given: { name }, format }) =>
    format === null ? [] : [{ path: name, name, format }],
  );
}

/** The first bytes without their compression, as far as that is whole. */
async function plainBeginning(given: GivenDocument, size: number): Promise<Uint8Array> {
  try {
    const { start } = await beginningOf(plainChunks(given), size);
    return start.subarray(0, size);
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    return new Uint8Array();
  }
}

/** The bytes of a document without their compression, as they come. */
export function plainChunks(
  { content }: GivenDocument,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  return gunzipIfGzip(counted(content, onRead));
}

async function* counted(
  content: Blob,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = content.stream().getReader();
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
      bytes += next.value.length;
      onRead(bytes);
    }
  } finally {
    await reader.cancel();
  }
}
