/** A command line without a command: what was given decides which command answers. */

import { stat } from "node:fs/promises";
import { FILES_MAX } from "../../analysis/read/bundle/looseFiles.ts";
import { EvidenceError } from "../../analysis/read/messages/reported.ts";
import {
  type CommandLine,
  commandLines,
  type GivenFile,
  type GivenFormat,
} from "../../analysis/read/recognize/commandLines.ts";
import { FORMATS, furtherFormats } from "../../analysis/read/recognize/formats.ts";
import { identify } from "../../analysis/read/recognize/identify.ts";
import { isConfiguration } from "../../analysis/read/recognize/isConfiguration.ts";
import { plural } from "../../analysis/text/amount.ts";
import { shellWord } from "../../analysis/text/shellWord.ts";
import { plainChunks } from "../system/captureFile.ts";
import { eachOnce, missingFile, nameOf, placeOf, readDocument } from "../system/files.ts";
import type { Io } from "../system/io.ts";
import { loadModule } from "../system/modules.ts";
import { SYSTEM_CLOCK } from "../system/systemClock.ts";
import { inputSentence } from "./errors.ts";
import { inputFailure } from "./exitCode.ts";
import { type RecognizedBytes, recognizedFile, recognizedStdin } from "./input/formatOfFile.ts";
import { type LooseFiles, looseFiles } from "./input/looseFiles.ts";
import type { UnpackedArchives } from "./input/unpacked.ts";

const AS_FILE = "give it as a file for that answer";
const AS_STDIN = "give it on standard input, as in COMMAND | plimsoll";
const WANTED =
  "give a capture, a Summary, pods, events, a log, a bundle, objects of a cluster or a kubelet " +
  "configuration";

/** A file that no command answers about, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
  /** It was named itself, and not only its folder. */
  readonly isNamed: boolean;
}

export interface Given {
  readonly files: readonly GivenFile[];
  readonly leftOut: readonly LeftOut[];
  readonly lines: readonly CommandLine[];
}

/** Files, folders, - or a message, up to the first option; null where that is none of them. */
export async function given(
  words: readonly string[],
  archives: UnpackedArchives,
  io: Io,
): Promise<Given | null> {
  const end = words.findIndex((word) => word.startsWith("-") && word !== "-");
  const paths = end < 0 ? words : words.slice(0, end);
  const options = end < 0 ? [] : words.slice(end);
  const found = new Found(paths.length === 1, archives);
  for (const path of await eachOnce(paths)) {
    const isKnown = await found.take(path, io);
    if (!isKnown) return (await isContext(words, io)) ? contextAsked(words) : null;
  }
  const { leftOut } = found;
  const files = await found.surveyed(io);
  const lines = commandLines(files);
  const withoutUse = files.filter((file) => !lines.some((line) => line.files.includes(file)));
  for (const file of withoutUse) leftOut.push(needsOthers(file, paths.includes(file.path)));
  const [alone] = leftOut;
  if (lines.length === 0 && alone !== undefined) throw refusal(alone);
  const asked = lines.map((line) => ({ ...line, words: [...line.words, ...options] }));
  return { files: files.filter((file) => !withoutUse.includes(file)), leftOut, lines: asked };
}

function refusal({ name, reason }: LeftOut) {
  return inputFailure(`${name}: ${reason}`);
}

/** What only belongs to other files needs them. */
function needsOthers({ name, path, format }: GivenFile, isNamed: boolean): LeftOut {
  const row = FORMATS.find((each) => each.format === format);
  const reason = row === undefined ? "" : `this is ${row.words}; ${row.advice(shellWord(path))}.`;
  return { name, reason, isNamed };
}

/** The name of a context in the kubeconfig asks about its cluster. */
async function isContext([name, ...others]: readonly string[], io: Io): Promise<boolean> {
  if (name === undefined || others.some((word) => !word.startsWith("-"))) return false;
  const { contextNames } = await import("../daemon/kubernetes/kubeconfig.ts");
  return (await contextNames(io)).includes(name);
}

function contextAsked([name = "", ...options]: readonly string[]): Given {
  const lines = [{ words: ["next", "--context", name, ...options], files: [] }];
  return { files: [], leftOut: [], lines };
}

/** What was found under the paths, in their order. */
class Found {
  readonly leftOut: LeftOut[] = [];
  readonly #files: GivenFile[] = [];
  /** One that cannot be used is refused, and not left out. */
  readonly #isAlone: boolean;
  /** A file that is given by itself and in a folder counts once. */
  readonly #places = new Set<string>();

  readonly #archives: UnpackedArchives;

  constructor(isAlone: boolean, archives: UnpackedArchives) {
    this.#isAlone = isAlone;
    this.#archives = archives;
  }

  /** False for a word that is none of it. */
  async take(path: string, io: Io): Promise<boolean> {
    if (path === "-") {
      await this.#read(path, () => recognizedStdin(io), true);
      return true;
    }
    const file = await stat(path).catch(() => null);
    if (file === null) {
      if (!/\s/.test(path.trim())) return await this.#missing(path, io);
      this.#files.push(fileOf(path, "text"));
    } else if (file.isDirectory()) await this.#folder(path);
    else if (!file.isFile()) {
      throw inputFailure(`${path}: it can be read only once; ${AS_STDIN}.`);
    } else await this.#read(path, () => recognizedFile(path), true);
    return true;
  }

  /** Several are looked at before anything is asked about them. */
  async surveyed(io: Io): Promise<readonly GivenFile[]> {
    if (this.#files.length + this.leftOut.length < 2) return this.#files;
    const { surveyed } = await import("../../analysis/questions/given/surveyed.ts");
    const surveying = { now: SYSTEM_CLOCK.now(), core: () => loadModule("eviction") };
    const files: GivenFile[] = [];
    for (const file of this.#files) {
      const { path, name } = file;
      const isFile = path !== "-" && file.format !== "text" && file.format !== "folder";
      const chunks = () => plainChunks(path);
      const read = { ...file, chunks, whole: () => readDocument(path, io) };
      await this.#unlessLeftOut(name, true, async () => {
        files.push(isFile ? { ...file, survey: await surveyed(read, surveying) } : file);
      });
    }
    return files;
  }

  async #missing(path: string, io: Io): Promise<boolean> {
    if (/^[a-z]+$/.test(path) || (await isContext([path], io))) return false;
    const [problem, advice] = missingFile(path);
    throw inputFailure(`${path}: ${problem}; ${advice}.`);
  }

  /** What someone put together is answered file by file; a bundle is known by its paths. */
  async #folder(folder: string): Promise<void> {
    const loose = await looseFiles(folder);
    if (loose === null) this.#files.push(fileOf(folder, "folder"));
    else await this.#loose(folder, loose);
  }

  async #loose(folder: string, { paths, unread }: LooseFiles): Promise<void> {
    const files = plural(paths.length + unread.length, "file");
    if (paths.length > FILES_MAX) {
      const most = `${FILES_MAX} are read together`;
      const reason = `it has ${files}, and ${most}; name those of one incident.`;
      this.leftOut.push({ name: folder, reason, isNamed: true });
      return;
    }
    const [found, left] = [this.#files.length, this.leftOut.length];
    for (const { path, problem } of unread) {
      this.leftOut.push({ name: path, reason: `it ${problem}`, isNamed: false });
    }
    for (const path of paths) {
      await this.#read(path, () => recognizedFile(path), false);
    }
    if (this.#files.length > found) return;
    const [first] = this.leftOut.splice(left);
    const what =
      first === undefined
        ? "it has no file"
        : `nothing is answered about its ${files} (${first.name}: ${first.reason})`;
    const reason = `${what}; ${WANTED}.`;
    this.leftOut.push({ name: folder, reason, isNamed: true });
  }

  async #read(
    path: string,
    recognized: () => Promise<RecognizedBytes>,
    isNamed: boolean,
  ): Promise<void> {
    const place = await placeOf(path);
    if (this.#places.has(place)) return;
    this.#places.add(place);
    const read = async () => {
      const given = await recognized();
      const format = await formatOfBytes(path, given);
      if (format === "archive" && isNamed && path !== "-") {
        const loose = await this.#archives.filesOf(path);
        if (loose !== null) return this.#loose(path, loose);
      }
      const words = identify(given.bytes).words;
      if (format !== null) this.#take(path, format, given);
      else if (isNamed && this.#isAlone) throw unknownFormat(path, words);
      else this.leftOut.push({ name: nameOf(path), reason: `it is ${words}`, isNamed });
    };
    if (isNamed && this.#isAlone) await read();
    else await this.#unlessLeftOut(nameOf(path), isNamed, read);
  }

  /** A text may contain several: one answer is not all that it is about. */
  #take(path: string, format: GivenFormat, { row, bytes }: RecognizedBytes): void {
    this.#files.push(fileOf(path, format));
    for (const further of row === null ? [] : furtherFormats(bytes, row)) {
      if (path !== "-") this.#files.push(fileOf(path, further.format));
      else {
        const reason = `it also is ${further.words}; ${AS_FILE}`;
        this.leftOut.push({ name: nameOf(path), reason, isNamed: false });
      }
    }
  }

  async #unlessLeftOut(name: string, isNamed: boolean, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const sentence = error instanceof EvidenceError ? error.message : inputSentence(error);
      if (sentence === null) throw error;
      const own = `${name}: `;
      const reason = sentence.startsWith(own) ? sentence.slice(own.length) : sentence;
      this.leftOut.push({ name, reason, isNamed });
    }
  }
}

function fileOf(path: string, format: GivenFormat): GivenFile {
  return { path, name: nameOf(path), format };
}

/** Null for what no row has. */
async function formatOfBytes(
  path: string,
  recognized: RecognizedBytes,
): Promise<GivenFormat | null> {
  const { row } = recognized;
  if (row?.format === "series") {
    throw inputFailure(`${nameOf(path)}: this is ${row.words}; ${row.advice(shellWord(path))}.`);
  }
  if (await isConfiguration(path, recognized)) return "configuration";
  return row?.format ?? null;
}

function unknownFormat(path: string, words: string) {
  return inputFailure(`${nameOf(path)}: this is ${words}; ${WANTED}.`);
}
