import { createReadStream, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { promisify } from "node:util";
import { isGzip } from "../../analysis/read/capture/gzip.ts";
import {
  decodedText,
  encodingOf,
  TEXT_BYTES_MAX,
  textOfFile,
} from "../../analysis/read/recognize/text.ts";
import { shellWord } from "../../analysis/text/shellWord.ts";
import { InputError } from "./errors.ts";
import type { Io } from "./io.ts";

type Reason = readonly [problem: string, advice: string];

const NO_FILE: Reason = ["there is no such file", "check the path"];
/** Node replaces each byte of an argument that is not UTF-8 with this character. */
export const REPLACEMENT = "\uFFFD";
const NO_UTF8: Reason = [
  "there is no such file; a name that is not UTF-8 cannot be given as an argument",
  "rename it, or give the file on standard input, as -",
];

/** Why there is no file of the name. */
export function missingFile(path: string): Reason {
  return path.includes(REPLACEMENT) ? NO_UTF8 : NO_FILE;
}

/** Why a file cannot be read, by the name of the system's error. */
const REASONS: Readonly<Record<string, Reason>> = {
  EACCES: ["it may not be read", "check its permissions"],
  EPERM: ["it may not be read", "check its permissions"],
  EISDIR: ["it is a directory", "name a file in it"],
  ENOTDIR: ["a part of its path is not a directory", "check the path"],
  EMFILE: ["too many files are open", "raise the limit"],
  ELOOP: ["its links go in a circle", "check the path"],
};

const NO_DIRECTORY: Reason = ["it is not a directory", "name a directory"];

/** Why it cannot be written, where that is something else. */
const REASONS_OF_WRITING: Readonly<Record<string, Reason>> = {
  ENOENT: ["it cannot be written, because its directory does not exist", "create that first"],
  EACCES: ["it cannot be written", "check its permissions and those of its directory"],
  EPERM: ["it cannot be written", "check its permissions and those of its directory"],
  EISDIR: ["it cannot be written, because it is a directory", "name a file in it"],
  EEXIST: ["it exists already", "choose another name or remove it"],
  ENOSPC: ["the disk is full", "make room"],
  EDQUOT: ["the disk quota is used up", "make room"],
  EROFS: ["it cannot be written, because its file system is read-only", "choose another place"],
};

/** The system's error, with what `writing` and `withPath` add to it. */
interface FileError extends NodeJS.ErrnoException {
  isWriting?: boolean;
}

/** What an error of the file system says of its file; null for any other error. */
export function fileError(error: unknown): InputError | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall, isWriting = false } = error as FileError;
  if (code === undefined || path === undefined) return null;
  const isNoDirectory = code === "ENOTDIR" && syscall === "scandir";
  const reason = isNoDirectory
    ? NO_DIRECTORY
    : isWriting && REASONS_OF_WRITING[code] !== undefined
      ? REASONS_OF_WRITING[code]
      : code === "ENOENT"
        ? missingFile(path)
        : REASONS[code];
  const [problem, advice] = reason ?? [
    `it cannot be ${isWriting ? "written" : "used"} (${code})`,
    "check the path and its file system",
  ];
  return new InputError(`${path}: ${problem}`, advice);
}

/** The same as a sentence. */
export function fileSentence(error: unknown): string | null {
  return fileError(error)?.message ?? null;
}

/** Does what writes `path`: an error of the system then says that it was about writing it. */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && "code" in error) Object.assign(error, { path, isWriting: true });
    throw error;
  }
}

/** All pods of a large cluster are a tenth of it; a document is held as a text as well. */
export const DOCUMENT_BYTES_MAX = 256 * 2 ** 20;

/** The bytes of a file without its compression, up to that size; `-` is standard input. */
export async function readDocument(path: string, io: Io): Promise<Uint8Array> {
  const bytes = path === "-" ? await io.readStdin() : await readBytes(path);
  return isGzip(bytes) ? await gunzipped(path, bytes, DOCUMENT_BYTES_MAX) : bytes;
}

async function readBytes(path: string): Promise<Uint8Array> {
  const bytes = await beginningOf(path, DOCUMENT_BYTES_MAX + 1);
  refuseLong(path, bytes.length);
  return bytes;
}

async function gunzipped(path: string, bytes: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await promisify((await import("node:zlib")).gunzip)(bytes, { maxOutputLength: most });
  } catch {
    const mebibytes = most / 2 ** 20;
    const problem = `it is gzip that is damaged, or longer than ${mebibytes} MiB`;
    throw new InputError(`${nameOf(path)}: ${problem}`, "get it again");
  }
}

/** Throws an InputError for a document that is longer than any is. */
export function refuseLong(path: string, length: number): void {
  if (length <= DOCUMENT_BYTES_MAX) return;
  const mebibytes = DOCUMENT_BYTES_MAX / 2 ** 20;
  const problem = `${nameOf(path)}: it is longer than ${mebibytes} MiB`;
  throw new InputError(problem, "give a document of one node or namespace");
}

/** The same error, saying which file it is about: reading a directory fails without a path. */
export function withPath(error: unknown, path: string): unknown {
  const isSystems = error instanceof Error && "code" in error && !("path" in error);
  return isSystems ? Object.assign(error, { path }) : error;
}

/**
 * A text of a file in UTF-8, or in UTF-16 as PowerShell writes it: a configuration of some kind, if
 * nothing else is said, so a file is read only up to the size of the largest one.
 */
export async function readText(path: string, io: Io, most = TEXT_BYTES_MAX): Promise<string> {
  const text = textOfFile(await readBounded(path, io, most));
  if (text !== null) return text;
  throw new InputError(`${nameOf(path)}: it is not UTF-8`, "give a text in UTF-8");
}

/**
 * The same of a file that another program reads, and that is checked as it does: as most programs,
 * it takes no UTF-16, and lets bytes that are not UTF-8 pass in comments.
 */
export async function readProgramsText(path: string, io: Io): Promise<string> {
  const bytes = await readBounded(path, io, TEXT_BYTES_MAX);
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") return decodedText(bytes);
  // Without a mark, one half of the first character is zero: its order has to be named then.
  const from = bytes.subarray(0, 2).includes(0) ? encoding.toUpperCase() : "UTF-16";
  throw new InputError(
    `${nameOf(path)}: it is UTF-16, and the program that reads it takes only UTF-8`,
    `convert it with iconv -f ${from} -t UTF-8 ${path === "-" ? "FILE" : shellWord(path)}`,
  );
}

async function readBounded(path: string, io: Io, most: number): Promise<Uint8Array> {
  const given = path === "-" ? await io.readStdin() : await beginningOf(path, most + 1);
  const bytes = isGzip(given) ? await gunzipped(path, given, most) : given;
  if (bytes.length > most) {
    const mebibytes = most >> 20;
    throw new InputError(
      `${nameOf(path)}: it is longer than ${mebibytes} MiB`,
      "check which file it is",
    );
  }
  return bytes;
}

/** The first bytes of a file. */
export async function beginningOf(path: string, bytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { end: bytes - 1 })) chunks.push(chunk);
  } catch (error) {
    throw withPath(error, path);
  }
  return Buffer.concat(chunks);
}

/** Each file or folder once, by the first of the paths that lead to it. */
export async function eachOnce(paths: readonly string[]): Promise<readonly string[]> {
  const places = await Promise.all(paths.map(placeOf));
  return paths.filter((_, at) => places.indexOf(places[at] ?? "") === at);
}

/** Where a path leads to, through links; a path that leads nowhere is its own place. */
export function placeOf(path: string): Promise<string> {
  return path === "-" ? Promise.resolve(path) : realpath(path).catch(() => path);
}

/** What a file is called in sentences. */
export function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}

/** The most characters in a path. */
const PATH_LENGTH_MAX = 4096;

/** Whether a text is the path of a file that is there. */
export function isFile(path: string): boolean {
  if (path.length > PATH_LENGTH_MAX || path.includes("\0")) return false;
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
