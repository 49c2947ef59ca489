/** Folders and archives among what was given: their files, where each is a document by itself. */
import { ByteParts } from "../../engine/byteParts.ts";
import { givenParts } from "../../read/bundle/givenParts.ts";
import { areLoose, FILES_MAX } from "../../read/bundle/looseFiles.ts";
import { CutOff } from "../../read/capture/format.ts";
import { isDocument, isOfPlaying } from "../../read/objects/objectFiles.ts";
import type { GivenDocument } from "../../read/recognize/given.ts";
import { UnreadableError } from "../../read/unreadable.ts";
import { plural } from "../../text/amount.ts";
import { type Asking, withRests } from "./asked.ts";
import { recognizeGiven } from "./recognized.ts";

/** All objects of a cluster together; those of a thousand nodes are some hundred megabytes. */
const OBJECTS_BYTES_MAX = 2 ** 30;

/** Folders that someone put together give way to their files; a bundle stays whole. */
export function withoutLooseFolders(documents: readonly GivenDocument[]): readonly GivenDocument[] {
  return documents.flatMap((document) => {
    const { name, files } = document;
    if (files === undefined || !areLoose(files.map(({ path }) => path))) return [document];
    if (files.length === 0) throw new UnreadableError(`${name} is an empty folder; give files.`);
    if (files.length > FILES_MAX) {
      throw new UnreadableError(
        `${name} has ${plural(files.length, "file")}, and ${FILES_MAX} are read together; give ` +
          "those of one incident.",
      );
    }
    return files.map(({ path, content }) => ({ name: `${name}/${path}`, content }));
  });
}

/** Documents with the objects of folders and archives as documents of their own. */
export async function withObjectsOf(
  documents: readonly GivenDocument[],
  asking: Asking,
): Promise<readonly GivenDocument[]> {
  const all = await Promise.all(
    documents.map(async (document) => {
      const { format } = await recognizeGiven(document);
      const hasMembers = format === "folder" || format === "archive";
      return hasMembers ? objectsIn(document, asking) : [document];
    }),
  );
  return all.flat();
}

/** What is named for a resource, or every document of what names its files otherwise. */
async function objectsIn(bundle: GivenDocument, asking: Asking): Promise<readonly GivenDocument[]> {
  for (const wants of [isOfPlaying, isDocument]) {
    const found = await membersOf(bundle, wants, asking);
    if (found.length > 0) return found;
  }
  throw new UnreadableError(
    `${bundle.name}: no file in it is named .json or .yaml; give a folder that kubectl ` +
      "cluster-info dump --output-directory has written.",
  );
}

async function membersOf(
  bundle: GivenDocument,
  wants: (path: string) => boolean,
  asking: Asking,
): Promise<readonly GivenDocument[]> {
  const found: GivenDocument[] = [];
  const parts = new ByteParts();
  let read = 0;
  try {
    for await (const { path, bytes, problem } of givenParts(
      bundle,
      (file) => withRests(file, asking),
      wants,
    )) {
      read += bytes?.length ?? 0;
      if (read > OBJECTS_BYTES_MAX) {
        throw new UnreadableError(`${bundle.name} has more than 1 GiB of objects; give fewer.`);
      }
      if (bytes !== null) parts.add(bytes.slice());
      else if (problem === undefined) {
        const content = new Blob([parts.take() as Uint8Array<ArrayBuffer>]);
        found.push({ name: `${bundle.name}/${path}`, content });
      } else throw new UnreadableError(`${bundle.name}: ${path} ${problem}; unpack it.`);
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    throw new UnreadableError(`${bundle.name} is damaged or ends early; get it again.`);
  }
  return found;
}
