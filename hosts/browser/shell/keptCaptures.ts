import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";

/** Captures of the user, kept by the browser for this page alone: nothing leaves the machine. */

interface KeptCapture {
  readonly id: string;
  readonly documents: readonly GivenDocument[];
  /** Milliseconds since the epoch. */
  readonly keptAt: number;
}

const DATABASE = "plimsoll";
const STORE = "captures";
const CAPTURES_MAX = 5;
/** A larger capture is opened again from its file. */
export const KEPT_BYTES_MAX = 64 * 2 ** 20;

/** Keeps the newest few. */
export async function keepCapture(id: string, documents: readonly GivenDocument[]): Promise<void> {
  const database = await opened();
  const kept: KeptCapture = { id, documents, keptAt: Date.now() };
  await answered(database.transaction(STORE, "readwrite").objectStore(STORE).put(kept));
  const all = (await answered(
    database.transaction(STORE).objectStore(STORE).getAll(),
  )) as KeptCapture[];
  const old = all.sort((a, b) => b.keptAt - a.keptAt).slice(CAPTURES_MAX);
  const store = database.transaction(STORE, "readwrite").objectStore(STORE);
  await Promise.all(old.map((each) => answered(store.delete(each.id))));
  database.close();
}

/** Null when it is not there, or not any more. */
export async function keptCapture(id: string): Promise<readonly GivenDocument[] | null> {
  const database = await opened();
  const found = await answered(database.transaction(STORE).objectStore(STORE).get(id));
  database.close();
  return (found as KeptCapture | undefined)?.documents ?? null;
}

export async function forgetCaptures(): Promise<void> {
  const database = await opened();
  await answered(database.transaction(STORE, "readwrite").objectStore(STORE).clear());
  database.close();
}

/** Rejects where the browser keeps nothing, as in some private windows. */
function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "id" });
  };
  return answered(request);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
