/** Kubernetes objects of files, folders and archives, in documents of a bounded size. */
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { Splitter } from "../../../analysis/engine/splitter.ts";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import {
  isDocument,
  isOfPlaying,
  isOfScheduling,
} from "../../../analysis/read/objects/objectFiles.ts";
import type { ObjectDocument } from "../../../analysis/read/objects/objectSplitter.ts";
import { ObjectsError } from "../../../analysis/read/objects/objectsError.ts";
import { OBJECTS_ADVICE, objectDocuments } from "../../../analysis/read/objects/objectText.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { formatBytes } from "../../../analysis/text/amount.ts";
import { Status } from "../../../assembly/abi.ts";
import { gunzip, plainChunks } from "../../system/captureFile.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { bundleParts } from "../bundle/bundleParts.ts";
import { bundleMembers } from "../bundle/members.ts";
import { printNotes } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { hasMembers } from "./formatOfFile.ts";

/** Where documents go. Throws EngineError for one that is refused. */
export interface ObjectSink {
  /** The splitter of the engine that takes them. */
  readonly splitter: Splitter;
  take(document: Uint8Array): void;
}

interface Reading {
  readonly sink: ObjectSink;
  /** Also what makes pods: Deployments, DaemonSets and Jobs. */
  readonly withOwners?: boolean;
  readonly progress: Progress;
  readonly io: Io;
}

/** Reads all of them; throws for what is not a text of objects, and for refused objects. */
export async function readObjects(paths: readonly string[], reading: Reading): Promise<void> {
  for (const path of paths) {
    if (path !== "-" && (await isBundle(path))) await readBundle(path, reading);
    else await readFile(path, reading);
  }
}

async function isBundle(path: string): Promise<boolean> {
  try {
    return await hasMembers(path);
  } catch (error) {
    throw withPath(error, path);
  }
}

async function readFile(path: string, reading: Reading): Promise<void> {
  const name = nameOf(path);
  try {
    await readText(name, plainChunks(path), reading);
  } catch (error) {
    if (!(error instanceof CutOff)) throw withPath(error, name);
    throw new ObjectsError(`${name}: its compressed data is truncated or damaged`, "get it again");
  }
}

/** What is named for a resource, or every document of a folder that names its files otherwise. */
async function readBundle(path: string, reading: Reading): Promise<void> {
  const isWanted = reading.withOwners ? isOfPlaying : isOfScheduling;
  for (const wants of [isWanted, isDocument]) {
    let members = 0;
    try {
      for await (const member of bundleMembers(bundleParts(path, wants))) {
        members += 1;
        const chunks = gunzipIfGzip(member.chunks, gunzip);
        await readText(`${path}: ${member.path}`, chunks, reading);
        const problem = member.problem();
        if (problem === undefined) continue;
        throw new ObjectsError(`${path}: ${member.path} ${problem}`, "unpack it");
      }
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      throw new ObjectsError(`${path}: the archive ends early or is damaged`, "get it again");
    }
    if (members > 0) return;
  }
  throw new ObjectsError(
    `${path}: no file in it is named .json or .yaml`,
    "give a folder that kubectl cluster-info dump --output-directory has written",
  );
}

async function readText(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  { sink, progress, io }: Reading,
): Promise<void> {
  const documents = objectDocuments(chunks, { name, splitter: sink.splitter });
  for (;;) {
    const { done, value } = await documents.next();
    if (done) {
      if (value.form === "empty") {
        throw new ObjectsError(`${name}: it is empty`, "give Kubernetes objects");
      }
      await printNotes(value.notes, io);
      return;
    }
    try {
      sink.take(value.bytes);
    } catch (error) {
      throw error instanceof EngineError ? refusedObject(name, value, error) : error;
    }
    const read = formatBytes(value.offset + value.bytes.length);
    await progress.show(`${name}: ${read} read`);
  }
}

/** The refusal of a document, said of the text that it was cut from. */
export function refusedObject(
  name: string,
  { bytes, firstItem, list = "$", offset, prefix }: ObjectDocument,
  { path = "$", offset: at, reason, status }: EngineError,
): ObjectsError {
  if (status === Status.WrongDocument && path === "$") {
    return new ObjectsError(
      `${name}: this is ${identify(bytes).words}, not a Kubernetes object`,
      OBJECTS_ADVICE,
    );
  }
  const item = (number: string) => `items[${Number(number) + (firstItem ?? 0)}]`;
  const inText = path
    .replace(/^\$\.items\[(\d+)\]/, (_, number: string) => `$.${item(number)}`)
    .replace("$", () => list);
  const place = at === undefined ? "" : ` (byte ${at - prefix + offset})`;
  return new ObjectsError(
    `${name}: ${inText}${place}: ${reason}`,
    "correct it, or leave the object out",
  );
}
