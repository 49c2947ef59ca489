/** What a file is that was given instead of another, and where it belongs. */
import { readFile, stat } from "node:fs/promises";
import {
  FORMATS,
  type Format,
  type FormatRow,
  ifBundle,
} from "../../../analysis/read/recognize/formats.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { shellWord } from "../../../analysis/text/shellWord.ts";
import { INPUT_CAPACITY_BYTES } from "../../../assembly/abi.ts";
import { inputFailure } from "../exitCode.ts";
import { formatOfFile } from "./formatOfFile.ts";

type Given = Pick<FormatRow, "words" | "advice">;

const FOLDER: Given = { words: "a directory", advice: ifBundle };

/** Throws in place of `wanted` what says where the file belongs; nothing for any other file. */
export async function refuseGiven(path: string, wanted: Format): Promise<void> {
  const given = path === "-" ? null : await givenAs(path);
  const place = FORMATS.find(({ format }) => format === wanted);
  if (given === null || given === place) return;
  const advice = given.advice(shellWord(path));
  throw inputFailure(`${path}: this is ${given.words}, not ${place?.words}; ${advice}.`);
}

/** Whether a file is a capture, by its first line; false for one that cannot be read. */
export async function isCapture(path: string): Promise<boolean> {
  const given = await givenAs(path);
  return given !== null && "format" in given && given.format === "capture";
}

async function givenAs(path: string): Promise<FormatRow | Given | null> {
  try {
    return (await stat(path)).isDirectory() ? FOLDER : await formatOfFile(path);
  } catch {
    // The error that led here says it.
    return null;
  }
}

/** What to do with a bare document that was given as a capture; null for anything else. */
export async function bareDocumentSentence(path: string): Promise<string | null> {
  if (path === "-" || (await stat(path)).size > INPUT_CAPACITY_BYTES) return null;
  const { kind, words } = identify(await readFile(path));
  const what = `${path}: this is ${words}, not a capture`;
  if (kind === "Summary") return `${what}; give it as --summary ${path}, and its pods as --pods.`;
  if (kind === "PodList") return `${what}; give it as --pods ${path}, together with --summary.`;
  return kind === "configuration" ? `${what}; give it as --config ${path}.` : null;
}
