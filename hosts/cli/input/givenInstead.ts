/** What a file is that was given in the place of another, and where it belongs. */
import { readFile, stat } from "node:fs/promises";
import { shellWord } from "../../../analysis/present/terminal/shellWord.ts";
import { readLogLine } from "../../../analysis/read/journal/line.ts";
import { messagesIn } from "../../../analysis/read/messages/message.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { INPUT_CAPACITY_BYTES } from "../../../assembly/abi.ts";
import { plainChunks } from "../../system/captureFile.ts";
import { beginningOf } from "../../system/files.ts";
import { archiveForm, BEGINNING_BYTES, isTar } from "../bundle/archiveForm.ts";
import { inputFailure } from "../exitCode.ts";

export type Given = "capture" | "log" | "messages" | "archive" | "folder";

interface Place {
  readonly words: string;
  readonly advice: (path: string) => string;
}

const PLACES: Readonly<Record<Given, Place>> = {
  capture: { words: "a capture", advice: (path) => `plimsoll replay ${path} replays it` },
  log: {
    words: "a kubelet's log",
    advice: (path) =>
      `replay it with plimsoll replay --journal ${path}, or make a capture of it with plimsoll ` +
      `capture import --journal ${path}`,
  },
  messages: {
    words: "a document with eviction messages",
    advice: (path) => `explain them with plimsoll explain --events ${path}`,
  },
  archive: { words: "an archive", advice: ifBundle },
  folder: { words: "a directory", advice: ifBundle },
};

/** What is looked at of a file. */
const TEXT_BYTES = 2 ** 18;
const CAPTURE = /^\s*\{\s*"plimsoll"\s*:\s*"capture\//;
/** Sources and programs of a kubelet: other clients write lines of the same form. */
const OF_KUBELET = /kubelet|k3s|rke2|eviction_manager|image_gc_manager|container_gc|pod_workers/;

/** Throws in place of `wanted` what says where the file belongs; nothing for any other file. */
export async function refuseGiven(path: string, wanted: Given): Promise<void> {
  const given = path === "-" ? null : await givenAs(path);
  if (given === null || given === wanted) return;
  const { words, advice } = PLACES[given];
  const typed = shellWord(path);
  throw inputFailure(`${path}: this is ${words}, not ${PLACES[wanted].words}; ${advice(typed)}.`);
}

/** Whether a file is a capture, by its first line; false for one that cannot be read. */
export async function isCapture(path: string): Promise<boolean> {
  return (await givenAs(path)) === "capture";
}

async function givenAs(path: string): Promise<Given | null> {
  try {
    if ((await stat(path)).isDirectory()) return "folder";
    const form = archiveForm(await beginningOf(path, BEGINNING_BYTES));
    const bytes = form === null || form === "tar.gz" ? await plainBeginning(path) : null;
    if (form !== null && (bytes === null || isTar(bytes))) return "archive";
    return bytes === null ? null : kindOfText(bytes);
  } catch {
    // The error that led here says it.
    return null;
  }
}

function kindOfText(bytes: Uint8Array): Given | null {
  const text = new TextDecoder().decode(bytes);
  if (CAPTURE.test(text)) return "capture";
  const { words } = identify(bytes);
  const isList = /\bEvent(?:List)?\b/.test(words);
  const lines = text.split("\n");
  const isLog = !isList && lines.some((line) => isOfKubelet(line));
  if (isLog) return "log";
  return isList || messagesIn(text).length > 0 ? "messages" : null;
}

function isOfKubelet(line: string): boolean {
  return OF_KUBELET.test(line) && readLogLine(line)?.isKubelets === true;
}

async function plainBeginning(path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of plainChunks(path)) {
    parts.push(chunk.slice(0, TEXT_BYTES - size));
    size += chunk.length;
    if (size >= TEXT_BYTES) break;
  }
  return Buffer.concat(parts);
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
