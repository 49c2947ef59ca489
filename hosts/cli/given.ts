/** A command line without a command: what was given decides which command answers. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type CommandLine,
  commandLines,
  type GivenFile,
  type GivenFormat,
  takenText,
} from "../../analysis/read/recognize/commandLines.ts";
import { FORMATS } from "../../analysis/read/recognize/formats.ts";
import { identify } from "../../analysis/read/recognize/identify.ts";
import { isConfiguration } from "../../analysis/read/recognize/isConfiguration.ts";
import { textOfFile } from "../../analysis/read/recognize/text.ts";
import { shellWord } from "../../analysis/text/shellWord.ts";
import { missingFile, nameOf } from "../system/files.ts";
import type { Io } from "../system/io.ts";
import { inputSentence } from "./errors.ts";
import { inputFailure } from "./exitCode.ts";
import { type RecognizedBytes, recognizedFile, recognizedStdin } from "./input/formatOfFile.ts";
import { printNotes } from "./notes.ts";

export { takenText };

const AS_STDIN = "give it on standard input, as in COMMAND | plimsoll";
/** A folder with more files is a bundle. */
const FILES_MAX = 20;

/** Files, folders, - or a message, up to the first option; null where that is none of them. */
export async function givenCommands(
  words: readonly string[],
  io: Io,
): Promise<readonly CommandLine[] | null> {
  const end = words.findIndex((word) => word.startsWith("-") && word !== "-");
  const paths = end < 0 ? words : words.slice(0, end);
  const options = end < 0 ? [] : words.slice(end);
  const given: GivenFile[] = [];
  for (const path of paths) {
    const files = await filesOf(path, io);
    if (files === null) return null;
    given.push(...files);
  }
  const lines = commandLines(given);
  refuseLeftOut(given, lines);
  return lines.map((line) => ({ ...line, words: [...line.words, ...options] }));
}

/** What only belongs to other files needs them. */
function refuseLeftOut(given: readonly GivenFile[], lines: readonly CommandLine[]): void {
  const left = given.find((file) => !lines.some(({ files }) => files.includes(file)));
  const row = FORMATS.find(({ format }) => format === left?.format);
  if (left === undefined || row === undefined) return;
  throw inputFailure(`${left.name}: this is ${row.words}; ${row.advice(shellWord(left.path))}.`);
}

/** Null for a word that may be the name of a command, with an error. */
async function filesOf(path: string, io: Io): Promise<readonly GivenFile[] | null> {
  if (path === "-") return [fileOf(path, await formatOfBytes(path, await recognizedStdin(io)))];
  const file = await stat(path).catch(() => null);
  if (file === null) return /\s/.test(path.trim()) ? [fileOf(path, "text")] : refuseMissing(path);
  if (file.isDirectory()) return filesIn(path, io);
  if (!file.isFile()) throw inputFailure(`${path}: it can be read only once; ${AS_STDIN}.`);
  return [fileOf(path, await formatOfBytes(path, await recognizedFile(path)))];
}

function fileOf(path: string, format: GivenFormat): GivenFile {
  return { path, name: nameOf(path), format };
}

/** A folder of files alone is what someone put together; a bundle has folders of its own. */
async function filesIn(folder: string, io: Io): Promise<readonly GivenFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const isBundle = names.length < entries.length || names.length > FILES_MAX;
  if (isBundle || names.length === 0) return [fileOf(folder, "folder")];
  const found: GivenFile[] = [];
  for (const path of names.sort().map((name) => join(folder, name))) {
    try {
      found.push(fileOf(path, await formatOfBytes(path, await recognizedFile(path))));
    } catch (error) {
      const sentence = inputSentence(error);
      if (sentence === null) throw error;
      await printNotes([`Left out: ${sentence}`], io);
    }
  }
  return found.length === 0 ? [fileOf(folder, "folder")] : found;
}

function refuseMissing(path: string): null {
  if (/^[a-z]+$/.test(path)) return null;
  const [problem, advice] = missingFile(path);
  throw inputFailure(`${path}: ${problem}; ${advice}.`);
}

async function formatOfBytes(path: string, { row, bytes }: RecognizedBytes): Promise<GivenFormat> {
  if (row?.format === "series") {
    throw inputFailure(`${nameOf(path)}: this is ${row.words}; ${row.advice(shellWord(path))}.`);
  }
  if (row !== null) return row.format;
  if (await isConfiguration(path, textOfFile(bytes) ?? "")) return "configuration";
  throw inputFailure(
    `${nameOf(path)}: this is ${identify(bytes).words}; give a capture, a Summary, pods, events, ` +
      "a log, a bundle, objects of a cluster or a kubelet configuration.",
  );
}
