import { ByteParts } from "../../engine/byteParts.ts";

/** The decompressed first bytes of a file that are read to recognize it. */
export const BEGINNING_BYTES = 2 ** 18;

type Chunks = AsyncIterable<Uint8Array>;

/**
 * The first bytes, at least `size` of them unless there are fewer, and all of them again: `start`
 * is the first chunk of `rest`.
 */
export async function beginningOf(
  chunks: Chunks,
  size: number,
): Promise<{ readonly start: Uint8Array; readonly rest: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts = new ByteParts();
  while (parts.size < size) {
    const next = await iterator.next();
    if (next.done) break;
    parts.add(next.value);
  }
  const start = parts.take();
  const rest = (async function* () {
    let isHandedOn = false;
    try {
      if (start.length > 0) yield start;
      isHandedOn = true;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      // A reader that has seen enough of the first chunk closes the file, too.
      if (!isHandedOn) await iterator.return?.();
    }
  })();
  return { start, rest };
}

/** Bytes that are there already, as chunks. */
export async function* inChunks(
  chunks: Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}
