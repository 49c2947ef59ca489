import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { CutOff } from "../../../analysis/read/capture/format.ts";

/** Loaded when it is used. It is CommonJS, whose exports Node has as the default. */
async function library(): Promise<typeof import("xz-decompress")> {
  const loaded: unknown = await import("xz-decompress");
  const { default: exported = loaded } = loaded as { default?: unknown };
  return exported as typeof import("xz-decompress");
}

/** Decompresses xz as it comes. Throws CutOff where the bytes end early or are damaged. */
export async function* unxz(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { XzReadableStream } = await library();
  const packed = Readable.toWeb(Readable.from(chunks, { objectMode: false }));
  const stream = new XzReadableStream(packed as never) as unknown as ReadableStream<Uint8Array>;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // Its memory is used again for the next piece.
      yield value.slice();
    }
  } catch (error) {
    throw new CutOff(error instanceof Error ? error.message : String(error));
  } finally {
    await reader.cancel().catch(() => {});
  }
}
