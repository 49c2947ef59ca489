/**
 * The limit for all objects in this isolate: about sixty nodes with 110 pods and everything, or
 * more without.
 */
const BYTES_MAX = 8 * 2 ** 20;
/** The limit for one document; a larger one is read from the database each time. */
const DOCUMENT_BYTES_MAX = 2 ** 18;
/** What an entry takes in addition to its bytes. */
const ENTRY_BYTES = 256;

let bytes = 0;
let owners = 0;
/** The one that was used longest ago first. */
const entries = new Map<string, Uint8Array | null>();

/**
 * Documents of one object as its database has them: each statement costs more than a small step.
 * An object has its database alone, so what it has written or read is what is there; one that the
 * platform starts again begins with nothing. All objects of the isolate share a bound.
 */
export class RecentDocuments {
  readonly #owner = ++owners;
  /** Under which each document is among the entries of all. */
  readonly #keys = new Map<string, string>();

  /** Null when there is no such document; undefined when that has to be asked. */
  get(name: string): Uint8Array | null | undefined {
    const key = this.#key(name);
    const document = entries.get(key);
    if (document === undefined) return undefined;
    entries.delete(key);
    entries.set(key, document);
    return document;
  }

  put(name: string, document: Uint8Array | null): void {
    const key = this.#key(name);
    drop(key);
    if ((document?.length ?? 0) > DOCUMENT_BYTES_MAX) return;
    entries.set(key, document);
    bytes += sizeOf(document);
    for (const oldest of entries.keys()) {
      if (bytes <= BYTES_MAX) break;
      drop(oldest);
    }
  }

  clear(): void {
    for (const key of this.#keys.values()) drop(key);
  }

  #key(name: string): string {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const key = `${this.#owner}/${name}`;
    this.#keys.set(name, key);
    return key;
  }
}

function sizeOf(document: Uint8Array | null): number {
  return (document?.length ?? 0) + ENTRY_BYTES;
}

function drop(key: string): void {
  const document = entries.get(key);
  if (document === undefined) return;
  entries.delete(key);
  bytes -= sizeOf(document);
}
