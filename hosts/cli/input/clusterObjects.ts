/** Kubernetes objects of files, folders and archives, in documents of a bounded size. */
import { stat } from "node:fs/promises";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { Splitter } from "../../../analysis/engine/splitter.ts";
import { isBundle } from "../../../analysis/read/bundle/layouts.ts";
import { type BundleMember, bundleMembers } from "../../../analysis/read/bundle/members.ts";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import { ConfigurationError } from "../../../analysis/read/kubelet/error.ts";
import {
  isDocument,
  isOfPlaying,
  isOfScheduling,
} from "../../../analysis/read/objects/objectFiles.ts";
import { leftOutNotes, notDocuments } from "../../../analysis/read/objects/objectNotes.ts";
import { ObjectsError } from "../../../analysis/read/objects/objectsError.ts";
import { objectDocuments } from "../../../analysis/read/objects/objectText.ts";
import { refusedObject } from "../../../analysis/read/objects/refusedObject.ts";
import { formatBytes } from "../../../analysis/text/amount.ts";
import { gunzip, plainChunks } from "../../system/captureFile.ts";
import { eachOnce, nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { bundleParts } from "../bundle/bundleParts.ts";
import { printNotes, printWarnings } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { refuseMany } from "./configurationFiles.ts";
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
  for (const path of await eachOnce(paths)) {
    if (path !== "-" && (await isFolderOrArchive(path))) await readBundle(path, reading);
    else await readFile(path, reading);
  }
}

async function isFolderOrArchive(path: string): Promise<boolean> {
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
    throw cutOffError(name);
  }
}

function cutOffError(name: string): ObjectsError {
  return new ObjectsError(`${name}: its compressed data is truncated or damaged`, "get it again");
}

/** What is named for a resource, or every document of a folder that names its files otherwise. */
async function readBundle(path: string, reading: Reading): Promise<void> {
  const isWanted = reading.withOwners ? isOfPlaying : isOfScheduling;
  const paths = new Set<string>();
  const members = new ReadMembers(path, reading);
  await readMembers(path, members, (member) => paths.add(member).size > 0 && isWanted(member));
  const others = isBundle([...paths]) ? [] : [...paths].filter((member) => !isWanted(member));
  refuseMany(path, others.length);
  // A person who puts files together names them otherwise.
  const isOther = (member: string) => isDocument(member) && !isWanted(member);
  if (others.some(isOther)) await readMembers(path, members, isOther);
  if (members.isAnyRead) {
    await printNotes(
      notDocuments(
        path,
        others.filter((member) => !isDocument(member)),
      ),
      reading.io,
    );
    return members.printLeftOut();
  }
  if (members.flaw !== undefined) throw members.flaw;
  throw new ObjectsError(
    `${path}: no file in it is named .json or .yaml`,
    "give a folder that kubectl cluster-info dump --output-directory has written",
  );
}

async function readMembers(
  path: string,
  members: ReadMembers,
  wants: (member: string) => boolean,
): Promise<void> {
  try {
    for await (const member of bundleMembers(bundleParts(path, wants, wants))) {
      await members.read(member);
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    throw new ObjectsError(`${path}: the archive ends early or is damaged`, "get it again");
  }
}

/** One flawed file of thousands is named, and the others are read. */
class ReadMembers {
  readonly #path: string;
  readonly #reading: Reading;
  readonly #leftOut: (ObjectsError | ConfigurationError)[] = [];
  readonly #read = new Set<string>();

  constructor(path: string, reading: Reading) {
    this.#path = path;
    this.#reading = reading;
  }

  async read(member: BundleMember): Promise<void> {
    if (this.#read.has(member.path)) return;
    this.#read.add(member.path);
    const name = `${this.#path}: ${member.path}`;
    try {
      const chunks = gunzipIfGzip(member.chunks, gunzip);
      await readText(name, chunks, this.#reading);
    } catch (error) {
      // A member without its bytes is empty here, and has a problem.
      const problem = member.problem();
      const own =
        problem === undefined
          ? await this.#ofMember(error, name)
          : new ObjectsError(`${name} ${problem}`, "give what can be read");
      if (own === null) throw error;
      this.#leftOut.push(own);
    }
  }

  /** Null for an error that is not of one member alone: that of a whole archive, and a limit. */
  async #ofMember(error: unknown, name: string) {
    if (error instanceof ObjectsError || error instanceof ConfigurationError) return error;
    const isFile = error instanceof CutOff && (await stat(this.#path)).isDirectory();
    return isFile ? cutOffError(name) : null;
  }

  get isAnyRead(): boolean {
    return this.#leftOut.length < this.#read.size;
  }

  /** The first problem. */
  get flaw(): Error | undefined {
    return this.#leftOut[0];
  }

  async printLeftOut(): Promise<void> {
    await printWarnings(leftOutNotes(this.#leftOut.map(problemOf)), this.#reading.io);
  }
}

/** What is wrong, and where; a sentence of a configuration ends with what to do. */
function problemOf(error: ObjectsError | ConfigurationError): string {
  return error instanceof ObjectsError ? error.problem : error.message.replace(/; [^;]*$/, "");
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
