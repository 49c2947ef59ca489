import { ByteParts } from "../byteParts.ts";
import { CutOff } from "./format.ts";

const MAGIC = [0x1f, 0x8b];

/** Whether a file that begins with these bytes is compressed with gzip. */
export function isGzip(start: Uint8Array): boolean {
  return MAGIC.every((byte, index) => start[index] === byte);
}

/** Decompresses when the first two bytes say gzip; passes other bytes through. */
export async function* gunzipIfGzip(
  chunks: AsyncIterable<Uint8Array>,
  decompress: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> = gunzip,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts = new ByteParts();
  while (parts.size < MAGIC.length) {
    const next = await iterator.next();
    if (next.done) break;
    parts.add(next.value);
  }
  const start = parts.take();
  const rest = (async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  yield* isGzip(start) ? decompress(rest) : rest;
}

/**
 * Decompresses with the platform's own stream. What was written before a cut-off counts: it is
 * handed on, then CutOff is thrown.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new Watched(chunks);
  try {
    yield* piped(new DecompressionStream("gzip"), source);
  } catch (error) {
    // Runtimes disagree on what they throw here; what the source did not throw is about the bytes.
    if (source.failed) throw error;
    throw new CutOff("the gzip stream ends early or is damaged");
  }
}

/** Compresses into one gzip stream: browsers refuse a file of several members. */
export function gzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  return piped(new CompressionStream("gzip"), chunks);
}

/** Remembers whether the source itself failed. */
class Watched implements AsyncIterable<Uint8Array> {
  failed = false;
  readonly #chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* this.#chunks;
    } catch (error) {
      this.failed = true;
      throw error;
    }
  }
}

async function* piped(
  stream: CompressionStream | DecompressionStream,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.readable.getReader();
  let failure: { readonly error: unknown } | null = null;
  const writing = feed(stream.writable.getWriter(), chunks).catch((error: unknown) => {
    failure = { error };
  });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    failure ??= { error };
  } finally {
    // A caller that stops early lets the writing side stop too.
    await reader.cancel().catch(() => {});
  }
  await writing;
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}

async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    await drained(writer);
    await writer.close();
  } catch (error) {
    // The reader would wait for ever for a source that failed.
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

/**
 * Closing a cut-off stream fails, and a failed stream drops what its reader has not taken yet. An
 * empty chunk is accepted only once the reader has caught up; the turn of the event loop is for
 * runtimes whose streams queue more than the standard's.
 */
async function drained(writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  await writer.write(new Uint8Array(0));
  await new Promise((resolve) => setTimeout(resolve, 0));
}
