/** Folders that are dropped or chosen, with the files in them. */
import type { FolderFile, GivenDocument } from "../../../analysis/read/recognize/given.ts";
import type { Store } from "../state/store.ts";
import { readingText } from "../state/words.ts";
import { tooManyFilesText } from "./words.ts";

/** A must-gather of a large cluster has some ten thousand files. */
const FILES_MAX = 100_000;
const DEPTH_MAX = 32;
const REPORT_MILLISECONDS = 100;

/** The files of a dialog for folders, by the folder that each is in. */
export function documentsOfFolder(files: readonly File[]): readonly GivenDocument[] {
  const byFolder = new Map<string, FolderFile[]>();
  for (const content of files) {
    const [folder = "", ...path] = content.webkitRelativePath.split("/");
    const own = byFolder.get(folder) ?? [];
    byFolder.set(folder, own);
    own.push({ path: path.join("/"), content });
  }
  return [...byFolder].map(([name, own]) => folder(name, own));
}

/** Files and folders of a drop; to be called while the event is handled. */
export function droppedEntries(transfer: DataTransfer): readonly FileSystemEntry[] {
  return [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
}

/** Opens what was dropped, with folders as they are on the disk. */
export async function openEntries(
  store: Store,
  entries: readonly FileSystemEntry[],
): Promise<void> {
  const isWanted = store.requested();
  const what = readingText(entries.map(({ name }) => name));
  let last = performance.now();
  const onFound = (done: number) => {
    if (performance.now() - last < REPORT_MILLISECONDS) return;
    last = performance.now();
    store.progress.value = { what, done, total: null, unit: "file" };
  };
  try {
    const documents = await documentsOf(entries, onFound);
    if (isWanted()) store.open(documents);
  } catch (error) {
    if (!isWanted()) return;
    store.progress.value = null;
    store.failure.value = error instanceof Error ? error.message : String(error);
  }
}

/** Called with the number of files that were found so far. */
type OnFound = (count: number) => void;

/** Throws where there is too much. */
async function documentsOf(
  entries: readonly FileSystemEntry[],
  onFound: OnFound,
): Promise<readonly GivenDocument[]> {
  const documents: GivenDocument[] = [];
  for (const entry of entries) {
    if (isFile(entry)) documents.push({ name: entry.name, content: await fileOf(entry) });
    else if (isFolder(entry)) {
      const files: FolderFile[] = [];
      await walk(entry, "", 0, files, onFound);
      documents.push(folder(entry.name, files));
    }
  }
  return documents;
}

function folder(name: string, files: readonly FolderFile[]): GivenDocument {
  const inOrder = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { name, content: new Blob(), files: inOrder };
}

async function walk(
  of: FileSystemDirectoryEntry,
  path: string,
  depth: number,
  found: FolderFile[],
  onFound: OnFound,
): Promise<void> {
  for (const entry of await entriesOf(of)) {
    const place = `${path}${entry.name}`;
    if (isFolder(entry) && depth < DEPTH_MAX) {
      await walk(entry, `${place}/`, depth + 1, found, onFound);
    }
    if (!isFile(entry)) continue;
    found.push({ path: place, content: await fileOf(entry) });
    if (found.length > FILES_MAX) throw new RangeError(tooManyFilesText(of.name, FILES_MAX));
    onFound(found.length);
  }
}

/** A reader hands out some of them at a time. */
async function entriesOf(of: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = of.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
