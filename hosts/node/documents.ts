import { readFile } from "node:fs/promises";
import { inputFailure } from "./exitCode.ts";
import type { Io } from "./io.ts";

/** Why a file cannot be used, by the name of the system's error. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file; check the path",
  EACCES: "it may not be read; check its permissions",
  EPERM: "it may not be read; check its permissions",
  EISDIR: "it is a directory; name a file in it",
  ENOTDIR: "a part of its path is no directory; check the path",
  EEXIST: "it exists already; choose another name or remove it",
  ENOSPC: "the disk is full; make room",
  EROFS: "its file system is read-only; choose another place",
  EMFILE: "too many files are open; raise the limit",
  ELOOP: "its links go in a circle; check the path",
};

/** One sentence about an error of the file system; null for any other error. */
export function fileSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return null;
  return `${path}: ${REASONS[code] ?? `it cannot be used (${code}); check the path`}.`;
}

/** The bytes of a file; `-` is standard input. */
export async function readDocument(path: string, io: Io): Promise<Uint8Array> {
  if (path === "-") return io.readStdin();
  try {
    return await readFile(path);
  } catch (error) {
    throw withPath(error, path);
  }
}

/** The same error, saying which file it is about: reading a directory fails without a path. */
export function withPath(error: unknown, path: string): unknown {
  const isSystems = error instanceof Error && "code" in error && !("path" in error);
  return isSystems ? Object.assign(error, { path }) : error;
}

/** A text of a file in UTF-8. */
export async function readText(path: string, io: Io): Promise<string> {
  const bytes = await readDocument(path, io);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw inputFailure(`${nameOf(path)}: it is not UTF-8; give a text in UTF-8.`);
  }
}

/** What a file is called in sentences. */
export function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}
