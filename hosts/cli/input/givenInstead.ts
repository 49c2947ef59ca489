/** What a file is that was given instead of another, and where it belongs. */
import { stat } from "node:fs/promises";
import { fileAsName, looksLikePath } from "../../../analysis/questions/options/objects.ts";
import {
  FORMATS,
  type Format,
  type FormatRow,
  ifBundle,
} from "../../../analysis/read/recognize/formats.ts";
import { shellWord } from "../../../analysis/text/shellWord.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import { formatOfFile, recognizedStdin } from "./formatOfFile.ts";

type Given = Pick<FormatRow, "words" | "advice"> & Partial<Pick<FormatRow, "format">>;

const FOLDER: Given = { words: "a directory", advice: ifBundle };

/** Throws in place of `wanted` what says where the file belongs; nothing for any other file. */
export async function refuseGiven(
  path: string,
  wanted: Format,
  ...others: readonly Format[]
): Promise<void> {
  const given = path === "-" ? null : await givenAs(path);
  if (given === null || [wanted, ...others].some((format) => format === given.format)) return;
  const place = FORMATS.find(({ format }) => format === wanted);
  const advice = given.advice(shellWord(path));
  throw inputFailure(`${path}: this is ${given.words}, not ${place?.words}; ${advice}.`);
}

/** Throws what to type, if a file is given where a pod or a node is named. */
export async function refuseFileAsName(
  command: Parameters<typeof fileAsName>[0],
  word: string | undefined,
  others: readonly string[],
): Promise<void> {
  if (word === undefined || !looksLikePath(word)) return;
  const file = await stat(word).catch(() => null);
  if (file === null) return;
  // A dump may have events next to its pods.
  if (file.isFile()) await refuseGiven(word, "objects", "pods", "archive", "messages");
  throw usageFailure(fileAsName(command, word, others));
}

/**
 * Whether a file, or standard input before it is read, is a capture, by its first line; false for
 * one that cannot be read.
 */
export function isCapture(path: string, io: Io): Promise<boolean> {
  return isOfFormat(path, "capture", io);
}

/** The same of any format. */
export async function isOfFormat(path: string, format: Format, io: Io): Promise<boolean> {
  const given = path === "-" ? (await recognizedStdin(io)).row : await givenAs(path);
  return given?.format === format;
}

async function givenAs(path: string): Promise<Given | null> {
  try {
    return (await stat(path)).isDirectory() ? FOLDER : await formatOfFile(path);
  } catch {
    // The error that led here says it.
    return null;
  }
}
