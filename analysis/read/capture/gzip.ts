import { beginningOf } from "../recognize/beginning.ts";

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
  const { start, rest } = await beginningOf(chunks, MAGIC.length);
  yield* isGzip(start) ? decompress(rest) : rest;
}

/**
 * Decompresses every member of a file. Not with the platform's own stream: that ends with the first
 * member, and does not say where. What was written before a cut-off counts: it is handed on, then
 * CutOff is thrown.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  // Few commands read compressed input.
  const { GzipMembers } = await import("./gzipMembers.ts");
  const members = new GzipMembers();
  for await (const chunk of chunks) yield* members.inflated(chunk);
  members.end();
}

/** Compresses into one gzip member. */
export function gzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  return piped(new CompressionStream("gzip"), chunks);
}

async function* piped(
  stream: CompressionStream,
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
    await writer.close();
  } catch (error) {
    // The reader would wait forever for a source that failed.
    await writer.abort(error).catch(() => {});
    throw error;
  }
}
