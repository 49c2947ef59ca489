/** What a file is that was given in the place of another, and where it belongs. */
import { readFile, stat } from "node:fs/promises";
import { shellWord } from "../../../analysis/present/terminal/shellWord.ts";
import { FORMATS, type Format } from "../../../analysis/read/recognize/formats.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { INPUT_CAPACITY_BYTES } from "../../../assembly/abi.ts";
import { inputFailure } from "../exitCode.ts";
import { formatOfFile } from "./formatOfFile.ts";

type Given = Format | "folder";

/** Where a file of each format belongs. */
const ADVICE: Readonly<Record<Given, (path: string) => string>> = {
  capture: (path) => `plimsoll replay ${path} replays it`,
  log: (path) =>
    `replay it with plimsoll replay --journal ${path}, or make a capture of it with plimsoll ` +
    `capture import --journal ${path}`,
  messages: (path) => `explain them with plimsoll explain --events ${path}`,
  kernelLog: (path) => `explain its OOM kills with plimsoll oom ${path}`,
  series: (path) =>
    "make a capture of it with plimsoll capture import " +
    `--prometheus-dump ${path} --node NAME --out FILE`,
  archive: ifBundle,
  folder: ifBundle,
};

/** Throws in place of `wanted` what says where the file belongs; nothing for any other file. */
export async function refuseGiven(path: string, wanted: Given): Promise<void> {
  const given = path === "-" ? null : await givenAs(path);
  if (given === null || given === wanted) return;
  const advice = ADVICE[given](shellWord(path));
  throw inputFailure(`${path}: this is ${wordsOf(given)}, not ${wordsOf(wanted)}; ${advice}.`);
}

function wordsOf(given: Given): string {
  return FORMATS.find(({ format }) => format === given)?.words ?? "a directory";
}

/** Whether a file is a capture, by its first line; false for one that cannot be read. */
export async function isCapture(path: string): Promise<boolean> {
  return (await givenAs(path)) === "capture";
}

async function givenAs(path: string): Promise<Given | null> {
  try {
    if ((await stat(path)).isDirectory()) return "folder";
    return (await formatOfFile(path))?.format ?? null;
  } catch {
    // The error that led here says it.
    return null;
  }
}

function ifBundle(path: string): string {
  return `if it is a support bundle, plimsoll explain --bundle ${path} reads it`;
}

/** What to do with a bare document that was given as a capture; null for anything else. */
export async function bareDocumentSentence(path: string): Promise<string | null> {
  if (path === "-" || (await stat(path)).size > INPUT_CAPACITY_BYTES) return null;
  const { kind, words } = identify(await readFile(path));
  const what = `${path}: this is ${words}, not a capture`;
  if (kind === "Summary") return `${what}; give it as --summary ${path}, and its pods as --pods.`;
  if (kind === "PodList") return `${what}; give it as --pods ${path}, with --summary beside it.`;
  return kind === "configuration" ? `${what}; give it as --config ${path}.` : null;
}
